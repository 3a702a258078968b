@testable import Wire

/// The nodes of a document, or the reason for its refusal.
typealias Reading = Result<[String], Malformed>

/// Reads the whole tree of `document`: the kind, end, name and text of every node, the last two as
/// bytes.
func reading(of document: [UInt8], as form: Tree.Form) -> Reading {
    func bytes(_ span: Span<UInt8>) -> [UInt8] {
        unsafe span.withUnsafeBufferPointer { unsafe Array($0) }
    }
    return Result { () throws(Malformed) in
        let tree = try Tree(form, document)
        return (0..<tree.end(of: 0)).map { index in
            let name = tree.withName(at: index, bytes)
            let text = tree.withText(at: index, bytes)
            return "\(tree.kind(at: index)) \(tree.end(of: index)) \(name) \(text)"
        }
    }
}

/// The byte sequences that are not valid UTF-8.
let notUTF8: [[UInt8]] = [
    [0xFF], [0x80], [0xC0, 0x80], [0xE3, 0x81], [0xED, 0xA0, 0x80], [0xF4, 0x90, 0x80, 0x80],
    [0xF5, 0x80, 0x80, 0x80],
]

/// The copies of a document with one to three random changes each, the same ones in every run.
struct ChangedDocuments {
    let document: [UInt8]
    /// The pieces that may be inserted.
    let pieces: [[UInt8]]
    /// The values that a byte may become.
    let bytes: ClosedRange<UInt8>
    private var random: UInt64 = 20_040_101

    init(of document: String, pieces: [String], bytes: ClosedRange<UInt8>) {
        self.document = Array(document.utf8)
        self.pieces = pieces.map { Array($0.utf8) }
        self.bytes = bytes
    }

    mutating func next() -> [UInt8] {
        var changed = document
        for _ in 0...below(2) {
            let index = below(changed.count)
            switch below(4) {
            case 0: changed[index] = bytes.lowerBound + UInt8(below(bytes.count))
            case 1: changed.removeSubrange(index..<min(changed.count, index + 1 + below(4)))
            case 2: changed.insert(contentsOf: changed[index...].prefix(1 + below(9)), at: index)
            default: changed.insert(contentsOf: pieces[below(pieces.count)], at: index)
            }
        }
        return changed
    }

    private mutating func below(_ limit: Int) -> Int {
        random = random &* 6_364_136_223_846_793_005 &+ 1_442_695_040_888_963_407
        return Int(random >> 33) % limit
    }
}
