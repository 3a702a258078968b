internal import BoxOffice

/// The standard error of a plugin, as lines for the log.
///
/// A line is held back until another follows, because the last line of a plugin that fails is part of
/// the message about that and is not shown twice.
struct PluginLog {
    /// The line that is under way.
    private var bytes: [UInt8] = []
    private var left: Int
    private let plugin: String
    private let host: PluginHost
    /// The last line, as it came.
    private var lastBytes: [UInt8] = []
    /// Whether that is not said yet.
    var holdsLine = false

    init(of plugin: String, on host: PluginHost) {
        left = host.limits.logLines
        self.plugin = plugin
        self.host = host
    }

    /// The last line for messages; only what is said is searched for secrets, which takes its time.
    var last: String? {
        guard !lastBytes.isEmpty else { return nil }
        let start = host.secrets.redacted(lastBytes, upTo: longestLine).prefix(longestLine)
        return String(decoding: start, as: UTF8.self).trimming(\.isWhitespace)
    }

    /// Takes what was said.
    mutating func append(_ said: [UInt8]) {
        for byte in said {
            if byte == UInt8(ascii: "\n") {
                endLine()
            } else if bytes.count < longestLine + longestSecret {
                bytes.append(byte)
            }
        }
    }

    /// Ends the line that is under way, where one is.
    mutating func endLine() {
        defer { bytes.removeAll(keepingCapacity: true) }
        guard bytes.contains(where: { $0 > 0x20 && $0 != 0x7F }) else { return }
        sayHeld()
        lastBytes = bytes
        holdsLine = true
    }

    /// Says the line that was held back, as it is not the last word of a plugin that fails.
    mutating func sayHeld() {
        guard holdsLine, let last else { return }
        holdsLine = false
        guard left >= 0 else { return }
        host.log(plugin, left > 0 ? last : "(it says more, which is not shown)")
        left -= 1
    }
}

/// How many bytes of a line are shown.
private let longestLine = 1000
