/// How long a kept answer may stand for a new one.
public enum Freshness: Hashable, Sendable {
    /// For ever: what it says changes no more.
    case final
    /// Through that day in Seoul.
    case good(through: Day)
    /// Not at all: only where nobody can be asked, it is better than nothing.
    case provisional

    /// Tells it of the answer about `subject` that came on `day` in Seoul.
    ///
    /// A chart is corrected until the second day after its last is over, and hardly ever later. The
    /// register changes slowly. A search may find something else at any time; but the poster that
    /// was once chosen for a film is to stay.
    public init(of subject: Subject, fetchedOn day: Day) {
        switch subject {
        case .edition(let edition):
            self = day >= edition.period.to.advanced(by: 3) ? .final : .provisional
        case .page: self = .provisional
        case .code: self = .good(through: day.advanced(by: 30))
        case .film: self = .final
        }
    }

    /// What the archive notes of `answer`, which is about `subject`.
    ///
    /// While the clocks disagree no figure becomes final.
    public init(of subject: Subject, in answer: Answer) {
        let freshness = Freshness(of: subject, fetchedOn: answer.fetchedAt.dayInSeoul)
        if case .edition = subject, answer.isDateUncertain {
            self = .provisional
        } else {
            self = freshness
        }
    }

    /// The last day on which an answer about `subject` that came on `day` is worth keeping; nil for
    /// ever.
    ///
    /// A search is for those who are offline, and of no use to them after a month. A provisional
    /// chart is kept for ever: it alone tells that a document has provisional figures.
    func end(of subject: Subject, fetchedOn day: Day) -> Day? {
        switch (self, subject) {
        case (.good(let last), _): last
        case (.provisional, .page): day.advanced(by: 30)
        default: nil
        }
    }

    /// Whether nobody need be asked on `today`.
    public func isGood(on today: Day) -> Bool {
        switch self {
        case .final: true
        case .good(let last): today <= last
        case .provisional: false
        }
    }
}

extension Freshness: CustomStringConvertible {
    /// `final`, `good through 2022-07-08` or `provisional`.
    public var description: String {
        switch self {
        case .final: "final"
        case .good(let last): "good through \(last)"
        case .provisional: "provisional"
        }
    }

    /// Reads what ``description`` writes; nil for any other form.
    public init?(_ text: some StringProtocol) {
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
