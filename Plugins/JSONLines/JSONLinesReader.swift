internal import BoxOffice
internal import Wire

/// The reader of lines that ``JSONLines`` wrote, one object each.
struct JSONLinesReader: RecordReader {
    /// Returns false: line ends inside texts are escaped.
    func goesOn(after line: Span<UInt8>, isOpen: Bool) -> Bool { false }

    func cells(of record: Span<UInt8>) throws(Fault) -> [(name: String?, text: String?)] {
        let bytes = record.indices.map { record[$0] }
        guard bytes.first == UInt8(ascii: "{"), bytes.suffix(2).elementsEqual("}\n".utf8),
            case .object(let members)? = try? JSONValue(objectIn: bytes), !members.isEmpty
        else { throw .brokenLine }
        return try members.map { member throws(Fault) in
            (member.name, try Self.text(of: member.value))
        }
    }

    /// Returns a value as the other formats write it; nil for null.
    private static func text(of value: JSONValue) throws(Fault) -> String? {
        switch value {
        case .null: return nil
        case .boolean(let boolean): return "\(boolean)"
        case .number(let text), .text(let text): return text
        case .list:
            guard let texts = value.textItems else { throw .brokenLine }
            return texts.joined(separator: "|")
        case .object: throw .brokenLine
        }
    }
}

extension Fault {
    fileprivate static let brokenLine = Fault(
        .malformed, "broken-json-line", "a line is not an object as this format has it")
}
