/// Where the good answers of all runs are kept and found again.
public protocol AnswerArchive: Sendable {
    /// The kept answer to `request`, however old; nil if there is none that is whole.
    func answer(to request: Request) -> Answer?

    /// Keeps `answer` in place of what was kept for `request` before.
    ///
    /// - Parameters:
    ///   - answer: the answer, which was read without a fault.
    ///   - request: what was asked.
    ///   - freshness: how long it may be used instead of asking again.
    func keep(_ answer: Answer, to request: Request, _ freshness: Freshness) throws(Fault)

    /// Forgets the answer to `request`, which cannot be read any more.
    func drop(answerTo request: Request)
}

/// What an archive is used for.
public enum ArchiveMode: Hashable, Sendable {
    /// What is good still is taken from it, everything else is asked for and kept.
    case normal
    /// Everything is taken from it, and no service is asked.
    case offline
    /// Everything is asked for and kept.
    case refresh
}
