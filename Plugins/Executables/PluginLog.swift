internal import BoxOffice

/// What a plugin says on standard error, made lines for the log.
struct PluginLog {
    private var bytes: [UInt8] = []
    private var left: Int
    private let say: @Sendable (String) -> Void
    /// The last line that was said, for messages.
    private(set) var last: String?

    init(limit: Int, say: @escaping @Sendable (String) -> Void) {
        left = limit
        self.say = say
    }

    /// Takes what was said.
    mutating func append(_ span: Span<UInt8>) {
        for index in span.indices {
            if span[index] == UInt8(ascii: "\n") {
                endLine()
            } else if bytes.count < longestLine {
                bytes.append(span[index])
            }
        }
    }

    /// Ends the line that is under way, where one is.
    mutating func endLine() {
        let line = String(decoding: bytes, as: UTF8.self).trimming(\.isWhitespace)
        bytes.removeAll(keepingCapacity: true)
        guard !line.isEmpty else { return }
        last = line
        guard left >= 0 else { return }
        say(left > 0 ? line : "(it says more, which is not shown)")
        left -= 1
    }
}

/// How many bytes of a line are shown.
private let longestLine = 1000
