internal import BoxOffice
internal import Engine
internal import Executables
internal import Storage

extension ResolvedRun {
    /// Returns `asked` without what the reader of the document already has, according to the file
    /// of `--state`, and the bookmarks of that file; with `--refresh` the reader receives it again.
    ///
    /// Final editions that were corrected since the reader had them come from the archive, or, where
    /// its answer is lost or in doubt, from the service.
    /// If nothing is left, the document has its state and no rows: it may replace the state.
    ///
    /// - Throws: a ``Fault`` of kind `usage` if documents of the format cannot continue from a
    ///   state, or of kind `malformed` if the file does not exist or contains something else.
    func resumed(
        _ asked: [Asked], _ corrections: Corrections, in kept: KeptAnswers
    ) throws(Fault) -> ([Asked], Bookmarks?) {
        guard let state = values.text(\.state), let format = format as? any Resumable else {
            return (asked, nil)
        }
        // The states of all regions take about ten thousand bytes.
        let bytes = try SmallFile.state(
            at: state, limit: 64 << 20, patience: .seconds(10), format.isState)
        var known: Bookmarks
        var resumed: [Asked] = []
        var series: [Bookmarks.Series] = []
        do throws(Fault) {
            known = try format.bookmarks(in: bytes)
            for (source, asked) in zip(sources, asked) {
                guard let chart = asked.charts else { continue }
                let rest = try chart.resumed(
                    from: &known, of: source, top: values.number(\.top) ?? .max, at: now,
                    refreshes: values.flag(\.refresh)
                ).adding(
                    corrections, to: &known, of: source, in: kept, mayAsk: usesNetwork)
                resumed.append(Asked(.chart(rest), unavailable: asked.unavailable))
                series += chart.editions(of: chart.periods.first).map {
                    Bookmarks.Series(of: $0, from: source.nameInKeys)
                }
            }
        } catch {
            throw error.kind == .malformed ? error.about("'\(state)'") : error
        }
        if let other = known.series.first, !series.contains(where: known.series.contains) {
            console.advise(
                "state-of-others",
                "'\(state)' is a state of other charts (\(other.chart.rawValue) of \(other.source)), so this run begins with the days that are asked for",
                ko: "'{1}'{은/는} 다른 박스오피스({3}의 {2})의 상태입니다. 따라서 지정한 날부터 시작합니다")
        }
        let mayLack = series.map { known[$0] }.contains {
            $0.last != nil && $0.corrections.number(in: corrections.last.archive) < corrections.lost
        }
        if mayLack {
            console.advise(
                "corrections-lost",
                "corrections of final charts were lost, because their list in the archive was damaged: rows that '\(state)' has may be as they were before; load them again without --state",
                ko:
                    "보관함의 정정 기록이 손상되어 확정된 박스오피스의 정정 일부를 잃었습니다. '{1}'까지 적재한 행이 정정 전의 값일 수 있으니 --state 없이 다시 적재하세요"
            )
        }
        if !resumed.contains(where: { $0.charts?.asksForAny == true }) {
            console.note(
                "nothing-new", "there is nothing new: the state already has the periods asked for",
                ko: "새 자료가 없습니다. 조회한 기간은 모두 상태에 이미 들어 있습니다")
        }
        return (resumed, known)
    }
}

extension Fault {
    /// Returns the fault of an exhausted quota with the progress of `plan` and the best remedy.
    ///
    /// - Parameters:
    ///   - lookups: the requests for the films that the plan is about.
    ///   - maxCalls: the most calls of a run that the user allowed, if the next run may need as many
    ///     again; otherwise nil.
    func after(
        _ plan: Plan, _ kept: KeptAnswers, _ lookups: [Request], maxCalls: Int?
    ) -> Fault {
        // Sources that ask no service start over in no time.
        let asking = plan.sourcePlans.filter {
            $0.source.serviceName != nil || $0.enrichment?.codes != nil
        }
        let requests = asking.flatMap { sourcePlan in
            sourcePlan.requests(to: sourcePlan.source).joined().map { ($0, sourcePlan.source) }
        }
        let details = plan.sourcePlans.compactMap(\.enrichment).flatMap(\.details)
        if details.contains(where: { $0.executable?.manifest.keptFor == 0 }) {
            return advising(
                Message(
                    "allow more calls: details of a plugin that does not keep them are requested again in every run",
                    ko: "호출 한도를 늘리세요. 응답을 보관하지 않는 플러그인의 상세정보는 실행할 때마다 다시 요청합니다"))
        }
        guard !asking.isEmpty else { return self }
        if plan.joinsSources, asking.contains(where: { $0.source.isUnkeptPlugin }) {
            return advising(
                Message(
                    "run the same command again to go on; only the answers of plugins are not kept and are requested again",
                    ko: "같은 명령을 다시 실행해 이어서 받으세요. 플러그인의 응답만은 보관하지 않으므로 다시 요청합니다"))
        }
        if let reason = kept.reasonToStartOver(plan) {
            // A single request may well succeed the next time.
            guard requests.count > 1 || (plan.query.isSearch && code == "no-more-calls")
            else { return self }
            return advising(
                Message(
                    "the next run begins anew, because \(reason)",
                    ko: "다음 실행은 처음부터 다시 시작합니다 ({1})"))
        }
        guard plan.query.isChart else { return self }
        guard asking.contains(where: { $0.source.serviceName != nil }) else {
            return advising(
                Message(
                    "run the same command again to go on: films that were found are kept for thirty days",
                    ko: "같은 명령을 다시 실행해 이어서 받으세요. 찾은 영화는 30일 동안 보관합니다"))
        }
        let searches = lookups.count { (try? kept.usableAnswer(to: $0, from: plan.source)) == nil }
        let open = requests.count { request, source in
            let today = source.policy.territory.today(at: plan.now)
            return source.serviceName != nil
                && request.subject.edition.map { !source.policy.isFinal($0.period, on: today) }
                    ?? false
        }
        if let maxCalls, open + searches > maxCalls {
            return advising(
                Message(
                    "allow at least \(open + searches, "call"): charts that are not final yet, and searches, are requested in every run",
                    ko: "호출을 {1}회 이상 허용하세요. 아직 확정되지 않은 박스오피스와 검색은 실행할 때마다 다시 요청합니다"))
        }
        let count = requests.count { (try? kept.usableAnswer(to: $0, from: $1)) != nil }
        return saying(
            Message(
                "\(wording); the archive has \(count) of \(requests.count, "chart")",
                ko: "{1}. 박스오피스 {3}건 가운데 {2}건이 보관함에 있습니다"))
    }
}

extension KeptAnswers {
    /// Returns the reason why the next run of `plan` cannot go on where this one ends; nil if it can.
    func reasonToStartOver(_ plan: Plan) -> Message? {
        if plan.sourcePlans.allSatisfy({ $0.source.isUnkeptPlugin }) {
            Message("answers of plugins are not kept", ko: "플러그인의 응답은 보관하지 않습니다")
        } else if plan.query.isSearch {
            Message("searches are always asked for", ko: "검색은 매번 새로 요청합니다")
        } else if archive == nil {
            Message(
                "nothing is kept: neither XDG_CACHE_HOME nor HOME is an absolute path",
                ko: "XDG_CACHE_HOME과 HOME 어느 쪽도 절대 경로가 아니어서 응답을 보관하지 않습니다")
        } else if mode == .refresh || plan.isCrossCheck {
            Message(
                "\(mode == .refresh ? "--refresh" : "--cross-check") asks for everything: leave it out, or ask for a shorter range at a time",
                ko: "{1}{은/는} 모두 새로 요청합니다. 이 옵션을 빼거나 기간을 나누어 실행하세요")
        } else {
            nil
        }
    }
}

extension Source {
    /// True if it is an executable whose answers are not kept.
    fileprivate var isUnkeptPlugin: Bool { executable != nil && !isKept }
}

extension Query {
    /// True if the query is a search: its answers change from day to day, so they are not kept.
    var isSearch: Bool {
        switch self {
        case .movies, .people, .companies: true
        default: false
        }
    }
}
