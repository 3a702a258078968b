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
        _ rows: [[Value]] = [], under columns: [Column], options: [String] = [],
        header: Layout.Header? = nil,
        editions: [(ChartEdition, [[Value]])] = [], document: DocumentDescription = .rows,
        pictures: [(String, Picture)] = [], missing: [Fault] = []
    ) throws {
        let options = try PluginOptions(options, for: HTML().manifest)
        let layout = Layout(
            columns: columns, header: header, options: options, document: document)
        let written = try HTML().written(
            layout, rows, of: editions, showing: HTML().showsPictures(options) ? pictures : [],
            ending: DocumentEnding(missing: missing))
        remarks = written.remarks.map(\.message)
        text = written.bytes.text
    }

    /// The content of the page's body, without its foot.
    var body: Substring {
        let start = text.range(of: "</header>\n")?.upperBound ?? text.startIndex
        let end = text.range(of: "</main>")?.lowerBound ?? text.endIndex
        return start < end ? text[start..<end] : ""
    }
}
