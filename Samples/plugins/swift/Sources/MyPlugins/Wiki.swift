import BoxOffice

/// A format that writes a MediaWiki table.
package struct Wiki: Format {
    static let style = TypedOption.text(
        "class", default: "wikitable", help: "the table's class")

    package let manifest = Manifest(
        name: "wiki", summary: "a table for MediaWiki", options: [Self.style.declaration],
        korean: ["summary": "미디어위키 표", "option.class": "표의 class 속성"])
    package let traits = FormatTraits(mediaType: "text/x-wiki", fileEndings: ["wiki"])

    package init() {}

    /// Returns the columns that fit on a page, for charts.
    package func defaultColumns(of usual: UsualColumns, _ options: PluginOptions) -> [String] {
        usual.readable
    }

    package func document(_ layout: Layout) throws(Fault) -> any Document {
        WikiTable(
            columns: layout.columns, heading: Heading(layout), style: layout.options[Self.style])
    }
}

private struct WikiTable: Document {
    let columns: [Column]
    let heading: Heading
    let style: String

    func begin(into output: inout ByteBuffer) throws(Fault) {
        output.append("{| class=\"\(Self.escape(style))\"\n")
        for column in columns { output.append("! \(Self.escape(column.koreanHeader))\n") }
    }

    /// Writes a line across the table, so that editions without films are visible too.
    func begin(_ edition: ChartEdition, into output: inout ByteBuffer) throws(Fault) {
        let text = Self.escape(heading.text(of: edition))
        output.append("|-\n! colspan=\(columns.count) | \(text)\n")
    }

    func write(_ row: Span<Value>, into output: inout ByteBuffer) throws(Fault) {
        output.append("|-\n")
        for index in columns.indices.prefix(row.count) {
            output.append("| \(Self.escape(row[index].readable(as: columns[index].kind)))\n")
        }
    }

    func finish(
        _ ending: DocumentEnding, into output: inout ByteBuffer
    ) throws(Fault) -> [Fault] {
        output.append("|}\n")
        return []
    }

    /// Escapes everything that MediaWiki would interpret: links, templates, quotes, signatures.
    private static func escape(_ text: String) -> String {
        text.inOneLine.unicodeScalars.reduce(into: "") { line, sign in
            let isHarmless =
                !sign.isASCII || sign.properties.isAlphabetic
                || "0123456789 .,:%()-".unicodeScalars.contains(sign)
            line += isHarmless ? String(sign) : "&#\(sign.value);"
        }
    }
}
