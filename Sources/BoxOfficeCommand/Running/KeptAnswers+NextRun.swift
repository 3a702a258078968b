internal import BoxOffice
internal import Engine
internal import Executables

extension KeptAnswers {
    /// Why the next run of `plan` cannot go on where this one ends; nil if it can.
    func reasonToStartOver(_ plan: Plan) -> Message? {
        if plan.source is ExecutableSource {
            return Message("anew-plugins", "what plugins answer is not kept")
        }
        if plan.query.isSearch {
            return Message("anew-searches", "searches are always asked for")
        }
        if archive == nil {
            return Message(
                "anew-no-archive", "nothing is kept: neither XDG_CACHE_HOME nor HOME is set")
        }
        if mode == .refresh {
            return Message(
                "anew-refresh", "--refresh asks for everything: leave it out to go on")
        }
        if plan.peer != nil {
            return Message(
                "anew-cross-check",
                "--cross-check asks for everything: check a shorter range at a time")
        }
        return nil
    }
}

extension Fault {
    /// The fault of an exhausted quota, saying how far `plan` has come, and what helps.
    func after(_ plan: Plan, _ kept: KeptAnswers) -> Fault {
        // What asks no service begins anew in no time.
        guard plan.source.service != nil || plan.source is ExecutableSource else { return self }
        var fault = self
        if let reason = kept.reasonToStartOver(plan) {
            // A single request may well succeed the next time.
            let isLong =
                Array(plan.source.requests(for: plan.requested).prefix(2)).count > 1
                || (plan.query.isSearch && code == "no-more-calls")
            if isLong {
                fault.advice = Message(
                    "begins-anew", "the next run begins anew, because \(reason)")
            }
            return fault
        }
        guard case .chart = plan.requested else { return fault }
        var archived = 0
        var all = 0
        for request in plan.source.requests(for: plan.requested) {
            all += 1
            if (try? kept.usableAnswer(to: request, from: plan.source)) != nil { archived += 1 }
        }
        return fault.saying(
            Message(
                "kept-so-far", "\(wording); \(archived) of \(all) charts are in the archive"))
    }
}

extension Query {
    /// Whether something is searched for: the answers change from day to day, so that none is kept.
    var isSearch: Bool {
        switch self {
        case .movies, .people, .companies: true
        case .chart, .trend, .movie, .person, .company, .codes, .rows: false
        }
    }

    /// Whether an answer may have further pages.
    var isPaged: Bool {
        switch self {
        case .chart, .trend: false
        case .movies, .people, .companies, .movie, .person, .company, .codes, .rows: true
        }
    }
}
