internal import BoxOffice

extension FormatConformance {
    private var options: PluginOptions? { try? PluginOptions(for: format.manifest) }

    /// Checks that rows and editions add to the document.
    mutating func checkGrowth() {
        guard let options else { return }
        let layout = Layout(columns: SampleRows.columns, options: options)
        let rows = SampleRows.plain(3)
        let day = Period(of: .daily, containing: Day(daysSince1970: 19_000))
        let editions = [ChartEdition(day), ChartEdition(day.advanced(by: 1))]
        guard let none = document(of: [], layout), let one = document(of: [rows[0]], layout),
            let all = document(of: rows, layout),
            let empty = document(of: [], layout, editions: editions),
            let first = document(of: rows, layout, editions: [editions[0]]),
            let both = document(of: rows, layout, editions: editions)
        else { return }
        expectGrowth(of: [none, one, all], "0, 1 and 3 rows")
        expectGrowth(of: [empty, first, both], "empty editions, one and two of 3 rows")
    }

    /// A binary document may have room for more rows, so only its bytes must change.
    private mutating func expectGrowth(of documents: [WrittenDocument], _ rows: String) {
        let sizes = documents.map(\.bytes.count)
        let count =
            traits.isBinary ? Set(documents.map(\.bytes)).count : Set(sizes).count
        findings.expect(
            sizes == sizes.sorted() && count == documents.count, .growth,
            "documents of \(rows) have \(sizes) bytes")
    }

    /// Checks that a streaming format does not hold rows back until the end.
    ///
    /// A compressing format may hold back more than one of text.
    mutating func checkStreaming() {
        guard traits.isStreaming, let options else { return }
        let layout = Layout(columns: SampleRows.columns, options: options)
        guard let document = document(of: SampleRows.plain(1500), layout) else { return }
        let held = document.end.count
        let most = document.bytes.count / (traits.isBinary ? 2 : 10)
        findings.expect(
            held <= most, .streaming,
            "of \(document.bytes.count) bytes, \(held) come only at the end")
    }

    /// Checks that a value which the format did not ask for changes nothing.
    mutating func checkUnwritten() {
        guard let options else { return }
        let more = Column("unasked", "추가", .text)
        guard !format.columnsBesides(options).contains(more.name) else { return }
        let rows = SampleRows.plain(3)
        guard
            let narrow = document(of: rows, Layout(columns: SampleRows.columns, options: options)),
            let wide = document(
                of: rows.map { $0 + [.text("unasked value")] },
                Layout(columns: SampleRows.columns, unwritten: [more], options: options))
        else { return }
        findings.expect(
            narrow == wide, .unwritten, "a value in a column that is not written changes the bytes")
    }
}
