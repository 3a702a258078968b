internal import BoxOffice

extension FormatConformance {
    /// Checks documents that show pictures of posters.
    mutating func checkPictures(_ options: PluginOptions) {
        guard format.hasPictures(options) else { return }
        let columns = [Column("title", "영화명", .text), Column("poster_url", "포스터", .text)]
        let layout = Layout(columns: columns, options: options)
        let pictures = SamplePictures.all.map { ("https://p.example/\($0.kind.rawValue)", $0) }
        let rows: [[Value]] =
            pictures.map { [.text($0.0), .text($0.0)] }
            + [[.text("a"), .missing], [.text("b"), .text("https://p.example/none")]]
        do throws(Fault) {
            let once = try WrittenDocument(
                of: rows, by: format, layout, pictures: pictures)
            let twice = try WrittenDocument(
                of: rows, by: format, layout, pictures: pictures.reversed() + pictures)
            findings.expect(
                once == twice, .pictures,
                "pictures that come twice, or in another order, change the document")
            // Pictures of films without a row, and then rows without pictures.
            _ = try WrittenDocument(
                of: Array(rows.suffix(2)), by: format, layout, pictures: pictures)
            _ = try WrittenDocument(of: rows, by: format, layout)
        } catch {
            findings.note(.pictures, "a document with pictures fails: \(error.message)")
        }
    }
}
