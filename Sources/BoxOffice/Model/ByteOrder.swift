/// Which byte of a number comes first.
package enum ByteOrder {
    case lowestFirst, highestFirst
}

extension [UInt8] {
    /// The number of `count` bytes at `offset`, at most 7 bytes; nil if the bytes end before.
    package func number(at offset: Int, bytes count: Int, _ order: ByteOrder) -> Int? {
        let part = dropFirst(offset).prefix(count)
        guard part.count == count else { return nil }
        return switch order {
        case .highestFirst: part.reduce(0) { $0 << 8 | Int($1) }
        case .lowestFirst: part.reversed().reduce(0) { $0 << 8 | Int($1) }
        }
    }
}
