/// Bytes that come in pieces and are taken in lines.
struct LineBuffer {
    private var bytes: [UInt8] = []
    private var start = 0
    /// Up to where no line end is.
    private var searched = 0

    /// How many bytes wait.
    var count: Int { bytes.count - start }

    /// Takes bytes.
    mutating func append(_ span: Span<UInt8>) {
        if start > bytes.count / 2 {
            bytes.removeFirst(start)
            searched -= start
            start = 0
        }
        for index in span.indices { bytes.append(span[index]) }
    }

    /// Takes all that waits, lines or not.
    mutating func removeAll() -> [UInt8] {
        let rest = Array(bytes[start...])
        self = LineBuffer()
        return rest
    }

    /// The next whole line without its end; nil if none is whole.
    mutating func next() -> [UInt8]? {
        guard let end = bytes[searched...].firstIndex(of: UInt8(ascii: "\n")) else {
            searched = bytes.count
            return nil
        }
        let line = Array(bytes[start..<end])
        start = end + 1
        searched = start
        return line
    }
}
