extension Fault {
    /// What is to be expected where the same request is sent again.
    public enum Outlook: Hashable, Sendable {
        /// The same fault.
        case lasting
        /// Perhaps an answer: a connection broke, or a service has too much to do.
        case passing
        /// An answer after so many seconds, as the service itself says.
        case passingIn(seconds: Int)
        /// The same fault until tomorrow: the service says that the day's quota is used up.
        case tomorrow
    }

    /// What is usual for faults of that kind.
    static func outlook(of kind: Kind) -> Outlook { kind == .unavailable ? .passing : .lasting }

    /// Whether another attempt may fare better today.
    var canHeal: Bool {
        switch outlook {
        case .passing, .passingIn: true
        case .lasting, .tomorrow: false
        }
    }

    /// The same fault, saying how many attempts met it, where there were several.
    func after(attempts: Int) -> Fault {
        guard attempts > 1, canHeal else { return self }
        return saying(Message("attempts", "\(wording) (\(attempts) attempts)"))
    }
}
