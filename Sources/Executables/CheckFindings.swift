internal import BoxOffice

/// The findings of a check so far.
struct CheckFindings {
    /// All of them, in their order.
    private(set) var all: [PluginCheck.Finding] = []
    private let clock: CheckClock
    private var isIncomplete = false

    /// Begins without findings.
    init(_ clock: CheckClock) {
        self.clock = clock
    }

    /// Notes whether `body` succeeds, and gives its result.
    ///
    /// Once the time is up, nothing is looked at any more, which is noted too.
    @discardableResult
    mutating func look<Result>(
        _ what: Message, _ body: () throws(Fault) -> Result
    ) throws(Fault) -> Result? {
        guard !clock.isOver else {
            isIncomplete = true
            note(what, Message("check-not-looked-at", "not looked at"))
            return nil
        }
        do throws(Fault) {
            let result = try body()
            // A plugin that was ended may have ended well, with half of its work done.
            if !clock.isOver {
                note(what, nil)
                return result
            }
        } catch {
            guard error.kind != .cancelled else { throw error }
            if !clock.isOver {
                note(what, error.wording, hint: error.advice)
                return nil
            }
        }
        isIncomplete = true
        note(what, Message("check-broken-off", "broken off when the time was up"))
        return nil
    }

    /// Notes what was found out otherwise.
    mutating func note(_ what: Message, _ problem: Message?, hint: Message? = nil) {
        all.append(PluginCheck.Finding(what: what, problem: problem, hint: hint))
    }

    /// Notes whether there was time for everything.
    mutating func finish() {
        note(
            Message("check-everything", "everything was looked at within \(clock.wording)"),
            isIncomplete ? Message.incomplete : nil)
    }
}

extension Message {
    fileprivate static let incomplete = Message(
        "check-incomplete", "it was not; a longer check takes more in")
}
