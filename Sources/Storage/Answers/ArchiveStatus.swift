package import BoxOffice
internal import Engine

/// How much an archive contains.
package struct ArchiveStatus: Hashable, Sendable {
    /// The part of one service, or of all.
    package struct Portion: Hashable, Sendable {
        /// How many answers there are, including damaged ones.
        package var answers = 0
        /// How many bytes they have on disk.
        package var bytes = 0
        /// How many answers may be used today instead of asking again.
        package var good = 0
        /// How many answers are damaged.
        package var damaged = 0
        /// When the oldest was fetched.
        package var oldest: Instant?
        /// When the newest was fetched.
        package var newest: Instant?

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
    package internal(set) var services: [String: Portion] = [:]
    /// How many temporary files killed runs have left behind.
    package internal(set) var strays = 0

    /// The sum over all services.
    package var total: Portion {
        services.values.reduce(into: Portion()) { $0.add($1) }
    }
}

/// What was removed from an archive.
package struct ArchiveRemoval: Hashable, Sendable {
    /// How many files were removed.
    package internal(set) var files = 0
    /// How many bytes they had.
    package internal(set) var bytes = 0
}
