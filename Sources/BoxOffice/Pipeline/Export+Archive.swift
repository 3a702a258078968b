extension Export {
    /// The kept answer to `request`, read, where it may stand for a new one.
    ///
    /// One that cannot be read any more is dropped, as if it had never been kept; but not where no
    /// other can be had.
    func keptPage(
        for request: Request, from source: any Provider, _ tally: Tally
    ) -> (Page, Answer)? {
        guard let archive, let kept = usableKeptAnswer(to: request) else { return nil }
        do throws(Fault) {
            let page = try read(kept, to: request, from: source)
            tally.countHit()
            return page
        } catch {
            if archiveMode != .offline { archive.drop(answerTo: request) }
            return nil
        }
    }

    /// Keeps `answer`, which was read as `page`, where that is of use.
    ///
    /// An archive that fails costs nothing but a warning.
    func keep(_ answer: Answer, _ page: Page, to request: Request, _ tally: Tally) {
        guard let archive, isWorthKeeping(page, about: request.subject) else { return }
        do throws(Fault) {
            try archive.store(answer, to: request)
        } catch {
            tally.warn(ofArchive: error)
        }
    }

    /// The kept answer to `request` where it may stand for a new one: the one place where that is
    /// decided, for runs, dry runs and messages.
    public func usableKeptAnswer(to request: Request) -> Answer? {
        guard archiveMode != .refresh, let kept = archive?.answer(to: request),
            archiveMode == .offline || isGood(kept, for: request.subject)
        else { return nil }
        return kept
    }

    private func isGood(_ answer: Answer, for subject: Subject) -> Bool {
        // Two sources are compared by what both say today, because figures are corrected years later.
        if case .film = subject {} else if counterpart != nil { return false }
        // What comes from the future was dated by a clock that was wrong.
        return answer.fetchedAt.dayInSeoul <= today
            && Freshness(of: subject, in: answer).isGood(on: today)
    }

    /// Whether the page is more than nothing, which another day may be something.
    private func isWorthKeeping(_ page: Page, about subject: Subject) -> Bool {
        switch subject {
        case .film: page.count > 0  // A poster may appear tomorrow.
        case .edition(let edition): page.count > 0 || refusal(ofEmpty: edition) == nil
        case .page, .code: true
        }
    }
}

extension Fault {
    /// Nobody may be asked, and there is no kept answer.
    static let notKept = Fault(
        .unavailable, "not-archived", "it is not in the archive, and offline nobody is asked",
        hint: "ask for it once over the network", outlook: .lasting)
}
