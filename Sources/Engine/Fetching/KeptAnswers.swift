package import BoxOffice

/// An archive that keeps the good answers of all runs and finds them again.
package protocol AnswerArchive: Sendable {
    /// Returns the kept answer to `request`, however old; nil if there is none or it is damaged.
    ///
    /// - Throws: a ``Fault`` if there is one that cannot be read.
    func answer(to request: Request) throws(Fault) -> Answer?

    /// Keeps `answer`, which was read without a fault, replacing the one that was kept for `request`
    /// before.
    ///
    /// - Parameter freshness: the time for which it may be used instead of a new one; nil if it is
    ///   kept to be replayed.
    /// - Throws: a ``Fault`` of kind `cannotCreate` or `cannotWrite`.
    func keep(_ answer: Answer, to request: Request, _ freshness: Freshness?) throws(Fault)

    /// Keeps `answer`, which corrects a chart, and remembers the correction; one of a final chart
    /// has the next number, and no run that sees the number finds the earlier answer.
    ///
    /// - Parameter replacement: returns what is to be remembered of the answer that is replaced, nil
    ///   for nothing. Another run may have kept that answer a moment ago.
    func keep(
        _ answer: Answer, to request: Request, _ freshness: Freshness,
        replacing replacement: (Answer?) -> ReplacedAnswer?
    ) throws(Fault)

    /// Returns the corrections that it remembers.
    func corrections() -> Corrections

    /// Removes the answer to `request`, which can no longer be read or turned out to be doubtful.
    func drop(answerTo request: Request)
}

extension AnswerArchive {
    /// Keeps `answer`, and remembers no correction.
    package func keep(
        _ answer: Answer, to request: Request, _ freshness: Freshness,
        replacing replacement: (Answer?) -> ReplacedAnswer?
    ) throws(Fault) {
        try keep(answer, to: request, freshness)
    }

    /// Returns none.
    package func corrections() -> Corrections { Corrections() }
}

/// The mode in which an archive is used.
package enum ArchiveMode: Hashable, Sendable {
    /// Answers that are still good come from it; everything else is requested and kept.
    case normal
    /// Everything comes from it, and no service is asked.
    case offline
    /// Everything is requested and kept.
    case refresh
}

/// The archive as one run uses it.
package struct KeptAnswers: Sendable {
    /// The archive that keeps good answers for other runs and supplies them, or nil.
    package let archive: (any AnswerArchive)?
    /// The mode in which the archive is used.
    package let mode: ArchiveMode
    /// The terms for using a kept answer, whatever the source.
    package private(set) var terms: AnswerTerms
    /// The charts that come from it in any mode.
    private let corrected: Set<ChartEdition>

    package init(
        _ archive: (any AnswerArchive)?, mode: ArchiveMode = .normal, terms: AnswerTerms,
        corrected: Set<ChartEdition> = []
    ) {
        self.archive = archive
        self.corrected = corrected
        self.mode = mode
        self.terms = terms
    }

    /// The same archive, whose searches may be used for as long as they are kept.
    package var takingSearches: KeptAnswers {
        var kept = self
        kept.terms.takesSearches = true
        return kept
    }

    /// Returns the kept answer of `provider` to `request`, if it may be used instead of a new one.
    ///
    /// - Throws: a ``Fault`` if there is an answer that cannot be read, and no service may be
    ///   asked.
    package func usableAnswer(
        to request: Request, from provider: any Provider
    ) throws(Fault) -> Answer? {
        if mode == .offline { return try archive?.answer(to: request) }
        let mayUse = mode != .refresh || request.subject.edition.map(corrected.contains) == true
        guard mayUse, let kept = try? archive?.answer(to: request),
            terms.of(provider).mayUse(kept, about: request.subject)
        else { return nil }
        return kept
    }

    /// Returns the answer of `source` for `edition`, however old.
    package func answer(of edition: ChartEdition, from source: any Source) -> Answer? {
        guard let archive else { return nil }
        return source.request(for: edition).flatMap { try? archive.answer(to: $0) }
    }
}
