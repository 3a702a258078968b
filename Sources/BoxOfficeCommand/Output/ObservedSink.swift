internal import BoxOffice

/// A sink that tells when its document counts.
struct ObservedSink<Base: Sink & ~Copyable>: Sink, ~Copyable {
    private var base: Base
    private let note: () -> Void

    init(_ base: consuming Base, note: @escaping () -> Void) {
        self.base = base
        self.note = note
    }

    var isLive: Bool { base.isLive }

    mutating func write(_ bytes: Span<UInt8>) throws(Fault) { try base.write(bytes) }

    consuming func commit(rows: Int) throws(Fault) {
        let note = note
        try base.commit(rows: rows)
        note()
    }
}
