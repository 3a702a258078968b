/// What keeps secrets out of messages that plugins were granted.
public struct PluginSecrets: Sendable {
    /// Is told what must never be said from now on.
    let hide: @Sendable (String) -> Void
    /// Gives a text without what must not be said in it.
    let redacted: @Sendable (String) -> String

    /// Makes one that hides nothing, or that hides what another place knows how to hide.
    public init(
        hide: @escaping @Sendable (String) -> Void = { _ in },
        redacted: @escaping @Sendable (String) -> String = { $0 }
    ) {
        self.hide = hide
        self.redacted = redacted
    }

    /// The beginning of `line` for a message, cut after secrets have been taken out: the beginning of
    /// one would be left otherwise.
    func beginning(of line: some Sequence<UInt8>, upTo count: Int) -> String {
        let text = redacted(
            String(decoding: Array(line.prefix(count + longestSecret)), as: UTF8.self))
        return String(decoding: text.utf8.prefix(count), as: UTF8.self)
    }
}

/// How many bytes a secret may take in its longest spelling.
let longestSecret = 16 << 10
