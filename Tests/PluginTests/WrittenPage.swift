import BoxOffice
import BoxOfficeConformance
import Foundation
import HTML

/// A page that was written in this process, and its exporter's remarks.
struct WrittenPage {
    /// The whole page.
    let text: String
    /// The exporter's remarks.
    let remarks: [String]

    /// Writes the rows of `editions`, or `rows` if there are none.
    init(
        _ rows: [[Value]] = [], under columns: [Column], unwritten: [Column] = [],
        options: [String] = [], header: Layout.Header? = nil,
        editions: [(ChartEdition, [[Value]])] = [], document: DocumentDescription = .rows,
        pictures: [(String, Picture)] = [], missing: [Fault] = []
    ) throws {
        let options = try PluginOptions(options, for: HTML().manifest)
        var exporter = try HTML().document(
            Layout(
                columns: columns, unwritten: unwritten, header: header, options: options,
                document: document))
        var buffer = ByteBuffer()
        try exporter.begin(into: &buffer)
        let shown = HTML().showsPictures(options) ? pictures : []
        for (address, picture) in shown { try exporter.take(picture, at: address) }
        for row in rows { try exporter.write(row.span, into: &buffer) }
        for (edition, rows) in editions {
            try exporter.begin(edition, into: &buffer)
            for (address, picture) in shown { try exporter.take(picture, at: address) }
            for row in rows { try exporter.write(row.span, into: &buffer) }
        }
        remarks = try exporter.finish(DocumentEnding(missing: missing), into: &buffer)
            .map(\.message)
        text = String(decoding: buffer.taken(), as: UTF8.self)
    }

    /// The content of the page's body, without its foot.
    var body: Substring {
        let start = text.range(of: "</header>\n")?.upperBound ?? text.startIndex
        let end = text.range(of: "</main>")?.lowerBound ?? text.endIndex
        return start < end ? text[start..<end] : ""
    }
}
