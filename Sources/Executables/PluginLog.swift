internal import BoxOffice

/// The standard error of a plugin, as lines for the log.
///
/// A line is held back until another follows, because the last line of a plugin that fails is part of
/// the message about that and is not shown twice.
struct PluginLog {
    private var bytes: [UInt8] = []
    private var left: Int
    private let secrets: PluginSecrets
    /// A line that is not said yet, as it came.
    private var held: [UInt8]?
    /// The last line that was said, as it came.
    private var lastBytes: [UInt8] = []
    private let say: @Sendable (String) -> Void
    /// The last line that was said, for messages.
    var last: String? { lastBytes.isEmpty ? nil : text(lastBytes) }

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
        let line = bytes
        bytes.removeAll(keepingCapacity: true)
        guard line.contains(where: { $0 > 0x20 && $0 != 0x7F }) else { return }
        sayHeld()
        lastBytes = line
        held = line
    }

    /// Whether a line is not said yet.
    var holdsLine: Bool { held != nil }

    /// Says the line that was held back, as it is not the last word of a plugin that fails.
    mutating func sayHeld() {
        guard let line = held else { return }
        held = nil
        guard left >= 0 else { return }
        say(left > 0 ? text(line) : "(it says more, which is not shown)")
        left -= 1
    }

    /// The line for messages; only what is said is searched for secrets, which takes its time.
    private func text(_ line: [UInt8]) -> String {
        secrets.beginning(of: line, upTo: longestLine).trimming(\.isWhitespace)
    }

    /// Forgets the line that was held back, because a message ends with it.
    mutating func dropHeld() { held = nil }
}

/// How many bytes of a line are shown.
private let longestLine = 1000
