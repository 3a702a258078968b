import BoxOffice

/// A table of MediaWiki.
package struct Wiki: Exporter, ~Copyable {
    private static let style = TypedOption.text(
        "class", default: "wikitable", help: "the table's class")

    package static let manifest = Manifest(
        name: "wiki", summary: "a table for MediaWiki", options: [style.declaration])
    package static let traits = FormatTraits(mediaType: "text/x-wiki", fileEndings: ["wiki"])

    /// For charts, the columns that fit on a page.
    package static func defaultColumns(of usual: [String], _ options: PluginOptions) -> [String] {
        ReadableColumns.ofTable(usual)
    }

    private let columns: [Column]
    private let style: String

    package init(_ layout: Layout) throws(Fault) {
        columns = layout.columns
        style = layout.options[Self.style]
    }

    package mutating func begin(into output: inout ByteBuffer) throws(Fault) {
        output.append("{| class=\"\(Self.escape(style))\"\n")
        for column in columns { output.append("! \(Self.escape(column.koreanHeader))\n") }
    }

    /// A line across the table, so that editions without a film are seen, too.
    package mutating func begin(
        _ edition: ChartEdition, into output: inout ByteBuffer
    ) throws(Fault) {
        let heading = Heading(isKorean: true).text(of: edition)
        output.append("|-\n! colspan=\(columns.count) | \(Self.escape(heading))\n")
    }

    package mutating func write(
        _ row: Span<Value>, into output: inout ByteBuffer
    ) throws(Fault) {
        output.append("|-\n")
        for index in columns.indices.prefix(row.count) {
            output.append("| \(Self.escape(row[index].readable(as: columns[index].kind)))\n")
        }
    }

    package consuming func finish(
        _ ending: DocumentEnding, into output: inout ByteBuffer
    ) throws(Fault) {
        output.append("|}\n")
    }

    /// Escapes what MediaWiki would interpret.
    private static func escape(_ text: String) -> String {
        let signs: [Character: String] = ["<": "&lt;", ">": "&gt;", "&": "&amp;", "|": "&#124;"]
        return text.map { $0.isNewline ? " " : signs[$0] ?? "\($0)" }.joined()
    }
}
