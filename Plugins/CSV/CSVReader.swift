internal import BoxOffice

/// The reader of lines that ``CSV`` wrote.
struct CSVReader: RecordReader {
    let style: CellStyle
    let lineEnd: [UInt8]

    /// Returns true if a quote is open, because a line end between quotes is part of the text.
    func goesOn(after line: Span<UInt8>, isOpen: Bool) -> Bool {
        var isOpen = isOpen
        for index in line.indices where line[index] == UInt8(ascii: "\"") { isOpen.toggle() }
        return isOpen
    }

    func cells(of record: Span<UInt8>) throws(Fault) -> [(name: String?, text: String?)] {
        let last = record.indices.suffix(2).map { record[$0] }
        let ending = Array(last.reversed().prefix { $0 == 0x0D || $0 == 0x0A }.reversed())
        guard ending == lineEnd else { throw .anotherLineEnd(ending, wanted: lineEnd) }
        guard (try? UTF8Span(validating: record)) != nil else { throw .notUTF8 }
        var cells: [(name: String?, text: String?)] = []
        do throws(Fault) {
            try record.extracting(droppingLast: lineEnd.count)
                .forEachCell(between: style.delimiter) { text, isQuoted in
                    cells.append((nil, !isQuoted && text == style.null ? nil : text))
                }
        } catch {
            throw .brokenLine
        }
        return cells
    }

    func mayBeCount(_ text: String) -> Bool {
        let plain = style.thousands.isEmpty ? text : text.replacing(style.thousands, with: "")
        let digits = plain.drop { $0 == "-" }.prefix { $0.isASCII && $0.isNumber }.utf8.count
        let groups = (text.utf8.count - plain.utf8.count) / max(1, style.thousands.utf8.count)
        let isGrouped = groups == (digits - 1) / 3
        return digits > 0 && (style.thousands.isEmpty || isGrouped)
            && plain.utf8.allSatisfy { "-.0123456789".utf8.contains($0) }
    }
}

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
