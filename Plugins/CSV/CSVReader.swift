internal import BoxOffice

/// The reader of lines that ``CSV`` wrote.
struct CSVReader: RecordReader {
    let style: CellStyle
    let lineEnd: [UInt8]

    /// Returns true if a quote is open, because a line end between quotes is part of the text.
    func goesOn(after line: Span<UInt8>, isOpen: Bool) -> Bool {
        var isOpen = isOpen
        for index in line.indices where line[index] == quote { isOpen.toggle() }
        return isOpen
    }

    func cells(of record: Span<UInt8>) throws(Fault) -> [(name: String?, text: String?)] {
        let bytes = record.indices.map { record[$0] }
        let end = Array(bytes.reversed().prefix { $0 == 0x0D || $0 == 0x0A }.reversed())
        guard end == lineEnd else { throw .anotherLineEnd(end, wanted: lineEnd) }
        var rest = bytes.dropLast(lineEnd.count)
        var cells: [(name: String?, text: String?)] = []
        while true {
            let isQuoted = rest.first == quote
            let cell = isQuoted ? try quoted(&rest) : plain(&rest)
            guard let text = String(validating: cell, as: UTF8.self) else { throw .notUTF8 }
            cells.append((nil, !isQuoted && text == style.null ? nil : text))
            guard let separator = rest.popFirst() else { return cells }
            guard separator == style.delimiter else { throw .brokenLine }
        }
    }

    /// Removes a cell without quotes from the front of `rest` and returns it.
    private func plain(_ rest: inout ArraySlice<UInt8>) -> [UInt8] {
        let cell = rest.prefix { $0 != style.delimiter }
        rest = rest[cell.endIndex...]
        return Array(cell)
    }

    /// Removes a quoted cell from the front of `rest` and returns it; two quotes in it stand for
    /// one.
    private func quoted(_ rest: inout ArraySlice<UInt8>) throws(Fault) -> [UInt8] {
        var cell: [UInt8] = []
        rest.removeFirst()
        while let byte = rest.popFirst() {
            if byte == quote {
                guard rest.first == quote else { return cell }
                rest.removeFirst()
            }
            cell.append(byte)
        }
        throw .brokenLine
    }
}

private let quote = UInt8(ascii: "\"")

extension Fault {
    fileprivate static func anotherLineEnd(_ end: [UInt8], wanted: [UInt8]) -> Fault {
        Fault(
            .malformed, "another-line-end",
            "the line ends with \(name(of: end)), not with \(name(of: wanted))")
    }

    private static func name(of end: [UInt8]) -> Message {
        guard !end.isEmpty else { return Message("no-line-end", "no line end") }
        return Message(end.map { $0 == 0x0D ? "CR" : "LF" }.joined(separator: " "))
    }

    fileprivate static let notUTF8 = Fault(
        .malformed, "not-utf8", "a line is not UTF-8",
        hint:
            "another program saved the file in another encoding; save it as UTF-8, or write it again"
    )

    fileprivate static let brokenLine = Fault(
        .malformed, "broken-csv-line", "a line is broken: its quotes do not match")
}
