public import BoxOffice

/// A table of MediaWiki.
public struct Wiki: Exporter, ~Copyable {
    private static let style = TypedOption.text(
        "class", default: "wikitable", help: "the table's class")

    public static let manifest = Manifest(
        name: "wiki", summary: "a table for MediaWiki", options: [style.declaration])
    public static let traits = FormatTraits(mediaType: "text/x-wiki", fileEndings: ["wiki"])

    /// For charts, the columns that fit on a page.
    public static func defaultColumns(of usual: [String], _ options: PluginOptions) -> [String] {
        ReadableColumns.ofTable(usual)
    }

    private let columns: [Column]
    private let style: String

    public init(_ layout: Layout) throws(Fault) {
        columns = layout.columns
        style = layout.options[Self.style]
    }

    public mutating func begin(into output: inout ByteBuffer) throws(Fault) {
        output.append("{| class=\"\(Self.escape(style))\"\n")
        for column in columns { output.append("! \(Self.escape(column.koreanHeader))\n") }
    }

    /// A line across the table, so that editions without a film are seen, too.
    public mutating func begin(
        _ edition: ChartEdition, into output: inout ByteBuffer
    ) throws(Fault) {
        let heading = Heading(isKorean: true).text(of: edition)
        output.append("|-\n! colspan=\(columns.count) | \(Self.escape(heading))\n")
    }

    public mutating func write(
        _ row: Span<Value>, into output: inout ByteBuffer
    ) throws(Fault) {
        output.append("|-\n")
        for index in columns.indices.prefix(row.count) {
            output.append("| \(Self.escape(row[index].readable(as: columns[index].kind)))\n")
        }
    }

    public consuming func finish(
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
