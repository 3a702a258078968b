internal import BoxOffice

/// The standard error of a plugin, split into lines for the log.
struct PluginLog {
    /// The unfinished line.
    private var bytes: [UInt8] = []
    private var left: Int
    private let plugin: String
    private let host: PluginHost
    /// The last complete line, unredacted.
    private var lastBytes: [UInt8] = []

    init(of plugin: String, on host: PluginHost) {
        left = host.limits.logLines
        self.plugin = plugin
        self.host = host
    }

    /// The last line for messages, redacted here because searching for secrets is slow and only
    /// lines that are shown need it.
    var last: String? {
        guard !lastBytes.isEmpty else { return nil }
        let start = host.secrets.redacted(lastBytes, upTo: longestLine).prefix(longestLine)
        return String(decoding: start, as: UTF8.self).trimming(\.isWhitespace)
    }

    /// Appends bytes from standard error.
    mutating func append(_ said: [UInt8]) {
        for byte in said {
            if byte == UInt8(ascii: "\n") {
                endLine()
            } else if bytes.count < longestLine + longestSecret {
                bytes.append(byte)
            }
        }
    }

    /// Ends and logs the unfinished line, if there is one.
    mutating func endLine() {
        defer { bytes.removeAll(keepingCapacity: true) }
        guard bytes.contains(where: { $0 > 0x20 && $0 != 0x7F }) else { return }
        lastBytes = bytes
        guard left >= 0, let last else { return }
        host.log(plugin, left > 0 ? last : "(more lines are not shown)")
        left -= 1
    }
}

/// The number of bytes of a line that are shown.
private let longestLine = 1000
