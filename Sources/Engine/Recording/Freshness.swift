package import BoxOffice

/// The time for which a kept answer may be used instead of a new one.
package enum Freshness: Hashable, Sendable {
    /// Forever: it no longer changes.
    case final
    /// Until that day in Seoul, inclusive.
    case good(through: Day)
    /// Not at all: it is used only if no request can be made.
    case provisional

    /// Determines the freshness of `answer`, which is about `subject`, for the archive.
    ///
    /// The policy of the source says when a chart is final; it is not final while the clocks
    /// disagree, or while rows or figures may be missing. The register changes slowly. A search may
    /// return other results at any time, but the poster that was once chosen for a film stays.
    package init(
        of subject: Subject, in answer: Answer, _ policy: ChartPolicy = ChartPolicy()
    ) {
        let day = answer.fetchedAt.dayInSeoul
        switch subject {
        case .edition(let edition):
            let isCertain = !answer.isDateUncertain && !answer.isInDoubt
            let today = policy.territory.today(at: answer.fetchedAt)
            self = isCertain && policy.isFinal(edition.period, on: today) ? .final : .provisional
        case .page: self = .provisional
        case .code: self = .good(through: day.advanced(by: 30))
        case .film: self = .final
        case .details(_, let days): self = .good(through: day.advanced(by: days))
        }
    }

    /// Returns the last day on which an answer about `subject` that came on `day` is worth keeping;
    /// nil for no limit.
    ///
    /// A search is kept for offline use, and for a month at most. A provisional chart is kept
    /// without a limit, because only it shows that a document has provisional figures.
    func end(of subject: Subject, fetchedOn day: Day) -> Day? {
        switch (self, subject) {
        case (.good(let last), _): last
        case (.provisional, .page): day.advanced(by: 30)
        default: nil
        }
    }

    /// Returns true if no request is needed on `today`.
    package func isGood(on today: Day) -> Bool {
        switch self {
        case .final: true
        case .good(let last): today <= last
        case .provisional: false
        }
    }
}

extension Freshness: CustomStringConvertible {
    /// `final`, `good through 2022-07-08` or `provisional`.
    package var description: String {
        switch self {
        case .final: "final"
        case .good(let last): "good through \(last)"
        case .provisional: "provisional"
        }
    }

    /// Reads what ``description`` writes; nil for any other form.
    package init?(_ text: some StringProtocol) {
        switch text {
        case "final": self = .final
        case "provisional": self = .provisional
        default:
            let prefix = "good through "
            guard text.hasPrefix(prefix), let day = Day(text.dropFirst(prefix.count)) else {
                return nil
            }
            self = .good(through: day)
        }
    }
}

extension Answer {
    /// True if the answer may lack rows or figures that came before or will come later.
    package var isInDoubt: Bool { short != nil && !isConfirmed }

    /// True if the figures of a short answer stand: the same bytes came again at least a day later.
    ///
    /// Ten minutes less are enough, because a daily job may start some minutes earlier.
    var isConfirmed: Bool {
        guard let short else { return false }
        return fetchedAt.secondsSince1970 - short.since.secondsSince1970 >= 86_400 - 600
            && !isDateUncertain && short.checksum == CRC32.hexadecimal(of: body.span)
    }
}
