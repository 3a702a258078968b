import BoxOffice

/// A table as MediaWiki has it.
struct Wiki: Exporter, ~Copyable {
    static let manifest = Manifest(
        name: "wiki", summary: "a table for MediaWiki",
        options: [
            PluginOption("class", .text, default: "wikitable", help: "the table's class")
        ])

    private let columns: [Column]
    private let style: String

    init(_ layout: Layout) throws(Fault) {
        columns = layout.columns
        style = layout.options["class"]
    }

    mutating func begin(into output: inout ByteBuffer) {
        output.append("{| class=\"\(Self.escape(style))\"\n")
        for column in columns { output.append("! \(column.koreanHeader)\n") }
    }

    mutating func write(_ row: Span<Value>, into output: inout ByteBuffer) {
        output.append("|-\n")
        for place in columns.indices.prefix(row.count) {
            output.append("| \(Self.text(row[place]))\n")
        }
    }

    consuming func finish(into output: inout ByteBuffer) {
        output.append("|}\n")
    }

    private static func text(_ value: Value) -> String {
        switch value {
        case .missing: ""
        case .text(let text): escape(text)
        case .integer(let integer): integer.grouped(by: ",")
        case .percent(let percent): "\(percent)%"
        case .fraction(let fraction): "\(fraction)"
        case .boolean(let boolean): boolean ? "예" : "아니요"
        case .date(let day): "\(day)"
        case .list(let items): items.map(escape).joined(separator: ", ")
        }
    }

    /// Lets a text be read as itself.
    private static func escape(_ text: String) -> String {
        let signs: [Character: String] = ["<": "&lt;", ">": "&gt;", "&": "&amp;", "|": "&#124;"]
        return text.map { $0.isNewline ? " " : signs[$0] ?? "\($0)" }.joined()
    }
}
