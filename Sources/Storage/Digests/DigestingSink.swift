package import BoxOffice
package import Engine

/// A sink that passes its bytes on to another sink and to a digest.
package struct DigestingSink<Base: Sink & ~Copyable>: Sink, ~Copyable {
    private var base: Base
    private let digest: Digest?

    /// Passes everything on to `base`, and to `digest` unless that is nil.
    package init(_ base: consuming Base, into digest: Digest?) {
        self.base = base
        self.digest = digest
    }

    /// The name of `base`.
    package var name: String? { base.name }

    /// Whether somebody may be reading `base` while it is written.
    package var isLive: Bool { base.isLive }

    /// Writes `bytes`.
    package mutating func write(_ bytes: Span<UInt8>) throws(Fault) {
        digest?.add(bytes)
        try base.write(bytes)
    }

    /// Commits the document.
    package consuming func commit(rows: Int) throws(Fault) {
        try base.commit(rows: rows)
    }
}
