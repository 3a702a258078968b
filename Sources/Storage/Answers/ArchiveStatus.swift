public import BoxOffice

/// How much an archive contains.
public struct ArchiveStatus: Hashable, Sendable {
    /// The part of one service, or of all.
    public struct Portion: Hashable, Sendable {
        /// How many answers there are, including damaged ones.
        public var answers = 0
        /// How many bytes they have on disk.
        public var bytes = 0
        /// How many answers may be used today instead of asking again.
        public var good = 0
        /// How many answers are damaged.
        public var damaged = 0
        /// When the oldest was fetched.
        public var oldest: Instant?
        /// When the newest was fetched.
        public var newest: Instant?

        /// Adds an answer of `bytes` bytes; nil is a damaged one.
        mutating func add(_ recording: Recording?, bytes: Int, on today: Day) {
            answers += 1
            self.bytes += bytes
            guard let recording else {
                damaged += 1
                return
            }
            if recording.freshness?.isGood(on: today) == true { good += 1 }
            let moment = recording.answer.fetchedAt
            oldest = min(oldest ?? moment, moment)
            newest = max(newest ?? moment, moment)
        }

        /// Adds another part.
        mutating func add(_ other: Portion) {
            answers += other.answers
            bytes += other.bytes
            good += other.good
            damaged += other.damaged
            oldest = [oldest, other.oldest].compactMap(\.self).min()
            newest = [newest, other.newest].compactMap(\.self).max()
        }
    }

    /// The part of each service, by its name.
    public internal(set) var services: [String: Portion] = [:]
    /// How many temporary files killed runs have left behind.
    public internal(set) var strays = 0

    /// The sum over all services.
    public var total: Portion {
        services.values.reduce(into: Portion()) { $0.add($1) }
    }
}

/// What was removed from an archive.
public struct ArchiveRemoval: Hashable, Sendable {
    /// How many files were removed.
    public internal(set) var files = 0
    /// How many bytes they had.
    public internal(set) var bytes = 0
}
