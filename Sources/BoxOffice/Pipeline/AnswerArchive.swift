/// Where answers are kept and found again.
public protocol AnswerArchive: AnswerStore {
    /// The kept answer to `request`, however old; nil where there is none that is whole.
    func answer(to request: Request) -> Answer?

    /// Forgets the answer to `request`, which cannot be read any more.
    func drop(answerTo request: Request)
}

/// What an archive is used for.
public enum ArchiveMode: Hashable, Sendable {
    /// What is good still is taken from it, everything else is asked for and kept.
    case normal
    /// Everything is taken from it, and nobody is asked.
    case offline
    /// Everything is asked for and kept.
    case refresh
}
