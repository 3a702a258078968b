package import BoxOffice

/// Keeps the good answers of all runs and finds them again.
package protocol AnswerArchive: Sendable {
    /// The kept answer to `request`, however old; nil if there is none or it is damaged.
    ///
    /// - Throws: a ``Fault`` if there is one that cannot be read.
    func answer(to request: Request) throws(Fault) -> Answer?

    /// Keeps `answer`, replacing the one that was kept for `request` before.
    ///
    /// - Parameters:
    ///   - answer: the answer, which was read without a fault.
    ///   - request: what was asked.
    ///   - freshness: how long it may be used instead of asking again.
    func keep(_ answer: Answer, to request: Request, _ freshness: Freshness) throws(Fault)

    /// Removes the answer to `request`, which can no longer be read.
    func drop(answerTo request: Request)
}

/// How an archive is used.
package enum ArchiveMode: Hashable, Sendable {
    /// Answers that are still good come from it; everything else is requested and kept.
    case normal
    /// Everything comes from it, and no service is asked.
    case offline
    /// Everything is requested and kept.
    case refresh
}
