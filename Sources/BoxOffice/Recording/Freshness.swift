/// How long a kept answer may be used instead of asking again.
public enum Freshness: Hashable, Sendable {
    /// For ever: what it says changes no more.
    case final
    /// Through that day in Seoul.
    case good(through: Day)
    /// Not at all: only where nobody can be asked, it is better than nothing.
    case provisional

    /// Tells it of the answer about `subject` that came on `day` in Seoul.
    ///
    /// When a chart is final, the policy of its source says. The register changes slowly. A search
    /// may find something else at any time; but the poster that was once chosen for a film stays.
    public init(
        of subject: Subject, fetchedOn day: Day, _ policy: ChartPolicy = ChartPolicy()
    ) {
        switch subject {
        case .edition(let edition):
            self = policy.isFinal(edition.period, on: day) ? .final : .provisional
        case .page: self = .provisional
        case .code: self = .good(through: day.advanced(by: 30))
        case .film: self = .final
        }
    }

    /// What the archive notes of `answer`, which is about `subject`.
    ///
    /// While the clocks disagree no figure becomes final.
    public init(
        of subject: Subject, in answer: Answer, _ policy: ChartPolicy = ChartPolicy()
    ) {
        let freshness = Freshness(of: subject, fetchedOn: answer.fetchedAt.dayInSeoul, policy)
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
