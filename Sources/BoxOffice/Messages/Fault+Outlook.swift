extension Fault {
    /// What to expect if the same request is sent again.
    public enum Outlook: Hashable, Sendable {
        /// The same fault.
        case lasting
        /// Perhaps an answer: a connection broke, or a service is overloaded.
        case passing
        /// An answer after that many seconds, as the service itself says.
        case passingIn(seconds: Int)
        /// The same fault until tomorrow: the service says that the daily quota is exhausted.
        case tomorrow
    }

    /// The usual outlook for faults of that kind.
    static func outlook(of kind: Kind) -> Outlook { kind == .unavailable ? .passing : .lasting }

    /// Whether another attempt may succeed today.
    package var canHeal: Bool {
        switch outlook {
        case .passing, .passingIn: true
        case .lasting, .tomorrow: false
        }
    }

    /// The same fault, with the number of attempts in its message if there were several.
    package func after(attempts: Int) -> Fault {
        guard attempts > 1, canHeal else { return self }
        return saying(Message("attempts", "\(wording) (\(attempts) attempts)"))
    }
}
