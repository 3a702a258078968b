internal import BoxOffice

/// Reads back the lines that ``JSONLines`` writes: one object a line, without white space.
struct JSONLinesReader: RecordReader {
    /// Never: line ends inside texts are escaped.
    func goesOn(behind line: Span<UInt8>, isOpen: Bool) -> Bool { false }

    func cells(of record: Span<UInt8>) throws(Fault) -> [RecordCell] {
        var scanner = Scanner(rest: record.indices.map { record[$0] }[...])
        var cells: [RecordCell] = []
        try scanner.take("{")
        repeat {
            let name = try scanner.takeText()
            try scanner.take(":")
            cells.append(RecordCell(name: name, text: try scanner.takeValue()))
        } while scanner.takeIfThere(",")
        try scanner.take("}")
        try scanner.take("\n")
        guard scanner.rest.isEmpty else { throw .brokenLine }
        return cells
    }
}

/// Takes one piece of JSON after the other from the front of a line.
private struct Scanner {
    var rest: ArraySlice<UInt8>

    mutating func takeIfThere(_ sign: Unicode.Scalar) -> Bool {
        guard rest.first == UInt8(ascii: sign) else { return false }
        rest.removeFirst()
        return true
    }

    mutating func take(_ sign: Unicode.Scalar) throws(Fault) {
        guard takeIfThere(sign) else { throw .brokenLine }
    }

    /// Takes a text, a number, true, false, null or a list of texts; nil for null.
    mutating func takeValue() throws(Fault) -> String? {
        switch rest.first {
        case UInt8(ascii: "\""):
            return try takeText()
        case UInt8(ascii: "["):
            rest.removeFirst()
            if takeIfThere("]") { return "" }
            var items: [String] = []
            repeat { items.append(try takeText()) } while takeIfThere(",")
            try take("]")
            return items.joined(separator: "|")
        default:
            let ends = [UInt8(ascii: ","), UInt8(ascii: "}")]
            let word = String(decoding: rest.prefix { !ends.contains($0) }, as: UTF8.self)
            rest = rest.dropFirst(word.utf8.count)
            guard ["true", "false", "null"].contains(word) || Double(word) != nil else {
                throw .brokenLine
            }
            return word == "null" ? nil : word
        }
    }

    mutating func takeText() throws(Fault) -> String {
        try take("\"")
        var bytes: [UInt8] = []
        while let byte = rest.popFirst() {
            switch byte {
            case UInt8(ascii: "\""):
                guard let text = String(validating: bytes, as: UTF8.self) else {
                    throw .brokenLine
                }
                return text
            case UInt8(ascii: "\\"): bytes += try takeEscape().utf8
            case 0..<0x20: throw .brokenLine
            default: bytes.append(byte)
            }
        }
        throw .brokenLine
    }

    /// Takes what stands behind a backslash, of what ``JSONLines`` writes there.
    private mutating func takeEscape() throws(Fault) -> String {
        switch rest.popFirst() {
        case UInt8(ascii: "\""): return "\""
        case UInt8(ascii: "\\"): return "\\"
        case UInt8(ascii: "n"): return "\n"
        case UInt8(ascii: "r"): return "\r"
        case UInt8(ascii: "t"): return "\t"
        case UInt8(ascii: "u"):
            let digits = String(decoding: rest.prefix(4), as: UTF8.self)
            guard digits.utf8.count == 4, let number = UInt32(digits, radix: 16),
                let scalar = Unicode.Scalar(number)
            else { throw .brokenLine }
            rest = rest.dropFirst(4)
            return String(scalar)
        default: throw .brokenLine
        }
    }
}

extension Fault {
    fileprivate static let brokenLine = Fault(
        .malformed, "broken-json-line", "a line is not an object as this format has it")
}
