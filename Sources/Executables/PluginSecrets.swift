/// What keeps secrets out of messages that plugins were granted.
package struct PluginSecrets: Sendable {
    /// Is told what must never be said from now on.
    let hide: @Sendable (String) -> Void
    /// Gives bytes without what must not be said in them.
    let redacted: @Sendable ([UInt8]) -> [UInt8]

    /// Makes one that hides nothing, or that hides what another place knows how to hide.
    package init(
        hide: @escaping @Sendable (String) -> Void = { _ in },
        redacted: @escaping @Sendable ([UInt8]) -> [UInt8] = { $0 }
    ) {
        self.hide = hide
        self.redacted = redacted
    }

    /// The beginning of `line` for a message, cut after secrets have been taken out: the beginning of
    /// one would be left otherwise.
    func beginning(of line: some Sequence<UInt8>, upTo count: Int) -> String {
        String(decoding: redacted(start(of: line, count)).prefix(count), as: UTF8.self)
    }

    /// The beginning of `line` as a message quotes it, cut after secrets have been taken out.
    func quote(_ line: some Sequence<UInt8>, atMost limit: Int = Quote.limit) -> String {
        Quote.of(redacted(start(of: line, limit)), atMost: limit)
    }

    private func start(of line: some Sequence<UInt8>, _ count: Int) -> [UInt8] {
        Array(line.prefix(count + longestSecret))
    }
}

/// How many bytes a secret may take in its longest spelling.
let longestSecret = 16 << 10
