public import BoxOffice

/// What an archive holds.
public struct ArchiveStatus: Hashable, Sendable {
    /// What it holds of one service, or of all.
    public struct Portion: Hashable, Sendable {
        /// The answers, damaged ones too.
        public var answers = 0
        /// Their bytes on disk.
        public var bytes = 0
        /// The answers that may stand for new ones today.
        public var good = 0
        /// The answers that are cut off or changed.
        public var damaged = 0
        /// When the oldest came.
        public var oldest: Instant?
        /// When the newest came.
        public var newest: Instant?

        /// Takes in an answer of that many bytes; nil is a damaged one.
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

        /// Takes in another portion.
        mutating func add(_ other: Portion) {
            answers += other.answers
            bytes += other.bytes
            good += other.good
            damaged += other.damaged
            oldest = [oldest, other.oldest].compactMap(\.self).min()
            newest = [newest, other.newest].compactMap(\.self).max()
        }
    }

    /// What is held of each service, by its name.
    public internal(set) var services: [String: Portion] = [:]
    /// Files that runs which were killed have left behind.
    public internal(set) var strays = 0

    /// What is held in all.
    public var total: Portion {
        services.values.reduce(into: Portion()) { $0.add($1) }
    }
}

/// What was removed from an archive.
public struct ArchiveRemoval: Hashable, Sendable {
    /// The files.
    public internal(set) var files = 0
    /// Their bytes.
    public internal(set) var bytes = 0
}
