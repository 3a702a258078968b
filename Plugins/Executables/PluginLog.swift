internal import BoxOffice

/// What a plugin says on standard error, made lines for the log.
///
/// A line is held back until another follows or it is said on purpose: the last line of a plugin that
/// fails is part of the message about that, and need not be said twice.
struct PluginLog {
    private var bytes: [UInt8] = []
    private var left: Int
    private let secrets: PluginSecrets
    /// A line that is not said yet.
    private var held: String?
    private let say: @Sendable (String) -> Void
    /// The last line that was said, for messages.
    private(set) var last: String?

    init(limit: Int, secrets: PluginSecrets, say: @escaping @Sendable (String) -> Void) {
        left = limit
        self.secrets = secrets
        self.say = say
    }

    /// Takes what was said.
    mutating func append(_ span: Span<UInt8>) {
        for index in span.indices {
            if span[index] == UInt8(ascii: "\n") {
                endLine()
            } else if bytes.count < longestLine + longestSecret {
                bytes.append(span[index])
            }
        }
    }

    /// Ends the line that is under way, where one is.
    mutating func endLine() {
        let line = secrets.beginning(of: bytes, upTo: longestLine).trimming(\.isWhitespace)
        bytes.removeAll(keepingCapacity: true)
        guard !line.isEmpty else { return }
        sayHeld()
        last = line
        held = line
    }

    /// Whether a line is not said yet.
    var holdsLine: Bool { held != nil }

    /// Says the line that was held back, as it is not the last word of a plugin that fails.
    mutating func sayHeld() {
        guard let line = held else { return }
        held = nil
        guard left >= 0 else { return }
        say(left > 0 ? line : "(it says more, which is not shown)")
        left -= 1
    }

    /// Forgets the line that was held back, because a message ends with it.
    mutating func dropHeld() { held = nil }
}

/// How many bytes of a line are shown.
private let longestLine = 1000
