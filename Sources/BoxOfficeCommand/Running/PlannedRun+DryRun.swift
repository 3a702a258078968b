internal import BoxOffice
internal import Engine
internal import Executables

extension PlannedRun {
    /// Prints a line for each request that a run would send, as far as known without sending any,
    /// with a note if the archive has the answer, and returns the exit status.
    func show() async throws(Fault) -> Int32 {
        let (requests, codes, isWhole, plan) = try await requests()
        var sent = 0
        for (source, request, kept) in requests
        where try show(request, to: source, kept) { sent += 1 }
        console.note(
            "dry-run", told(of: plan, sent: sent, of: requests.count, codes.count, isWhole))
        for source in run.sources + codes.prefix(1).map(\.0) {
            guard let limit = try source.callsPerDay(console.environment),
                requests.count(where: { $0.1.service == source.serviceName }) > limit,
                sent > limit,
                let reason = kept.reasonToStartOver(plan)
            else { continue }
            console.advise(
                "never-done",
                "with \(limit, "call") a day this run can never finish: every run begins anew, because \(reason)",
                ko: "일일 호출 한도가 {1}회여서 이 실행은 끝낼 수 없습니다. 실행할 때마다 처음부터 다시 받습니다 ({2})")
        }
        return ExitStatus.success
    }

    /// A request, the source whose service it goes to, and the archive that may have the answer.
    typealias SourceRequest = (any Source, Request, KeptAnswers)

    /// Returns the requests of a run as far as they are known without sending any, those of them that
    /// search for film codes, whether that is all but further pages and lookups of films, and the
    /// plan that they belong to.
    ///
    /// - Parameter isResolved: true if the films that it is about have been looked up.
    private func requests(isResolved: Bool = false) async throws(Fault)
        -> ([SourceRequest], codes: [SourceRequest], isWhole: Bool, Plan)
    {
        var planned = self
        var lookups: [Request] = []
        let fetcher = Fetcher(over: NoTransport(), kept: kept)
        // True if the charts after the lookups are known.
        var isWhole = true
        if var derivation = plan.derivation, derivation.needsFilms, !isResolved {
            var finder = FilmFinder(
                in: plan.source, at: run.now, with: fetcher, mayAsk: false)
            isWhole = try await derivation.resolve(&finder)
            lookups = finder.requests
            if isWhole { planned.plan = try run.plan([Asked(derivation)], from: nil) }
        }
        var requests = lookups.map { (plan.source, $0, kept) }
        for part in planned.parts where isWhole {
            for sourcePlan in try part.remaining().sourcePlans where sourcePlan.hasRequests {
                for source in [sourcePlan.source, sourcePlan.secondReading].compactMap(\.self) {
                    requests += sourcePlan.requests(to: source).joined().map { (source, $0, kept) }
                }
            }
        }
        let codes = try await planned.plan.searchesForCodes(with: fetcher)
        return (requests + codes, codes, isWhole, planned.plan)
    }

    /// Refuses the question of an assistant before its first call, if it needs more calls than one
    /// question may make, or than the day has left for it.
    ///
    /// - Parameter lookups: the number of calls that looked up its films; nil before that.
    /// - Throws: a ``Fault`` of kind `usage` or `notYet` that says what would be allowed.
    func allow(over network: Network, after lookups: Int? = nil) async throws(Fault) {
        let (requests, _, isWhole, plan) = try await requests(isResolved: lookups != nil)
        let asking = requests.filter { !$0.0.isOwn($0.1) && $0.0.fileCharts == nil }
        var needed = lookups ?? 0
        for (source, request, kept) in asking
        where try kept.usableAnswer(to: request, from: source) == nil { needed += 1 }
        guard needed > 0, run.usesNetwork else { return }
        // Whatever the archive has now, another question may be about other periods.
        let charts = isWhole ? plan.sourcePlans.compactMap(\.query.charts).first : nil
        let quota = network.quota(of: run.sources)
        // More than a day allows is too much tomorrow, too.
        let most = min(values.number(\.maxCalls) ?? .max, quota?.limit ?? .max)
        guard needed <= most else {
            throw .needsCalls(
                needed, most, smaller(plan, charts, asking.count, most - (lookups ?? 0)))
        }
        guard let free = await network.callsLeft(to: run.sources)?() else { return }
        guard needed <= free else {
            let smaller = smaller(plan, charts, asking.count, free - (lookups ?? 0))
            throw .needsCalls(needed, of: free, reserved: quota?.reserved ?? 0, smaller)
        }
    }

    /// Returns a question smaller than that of `plan`, which has so many `requests`, that would need no
    /// more than `most` calls; nil if there is none.
    ///
    /// - Parameter charts: the charts that it asks for; nil if it asks for none, or they are not known.
    private func smaller(
        _ plan: Plan, _ charts: ChartQuery?, _ requests: Int, _ most: Int
    ) -> Message? {
        guard most > 0 else { return nil }
        guard let charts else {
            return Message("\(most) of them would do", ko: "이 가운데 {1}개는 조회할 수 있습니다")
        }
        let (periods, regions) = (plan.face?.days ?? charts.periods, charts.regions.count)
        // A ranking also asks for the days around those that it is about.
        let around = min(2, max(0, charts.periods.count - periods.count))
        let asked = periods.count + around
        let each = (requests + asked - 1) / asked
        let count = min(most / max(1, each) - around, periods.count - 1)
        guard count > 0 else {
            let fewer = most / max(1, each / max(1, regions))
            guard regions > 1, fewer > 0 else { return nil }
            return Message(
                "\(fewer, "region") of one period would do", ko: "한 기간에 지역 {1}곳은 조회할 수 있습니다")
        }
        let first = periods.first
        let last = first.advanced(by: count - 1)
        guard plan.derivation?.needsFilms == true, !values.has(\.from) else {
            return Message(
                "\(count, "period") would do: from \(first.from) to \(last.to)",
                ko: "{2}부터 {3}까지 {1}개 기간은 조회할 수 있습니다")
        }
        // A film may open on the last day of a week, and each on days of its own.
        let days = (first.to.distance(to: last.to) + 1) / max(1, values.words.count)
        return days > 0
            ? Message("\(days, "day") of each film would do", ko: "영화마다 {1}일은 조회할 수 있습니다") : nil
    }

    /// Prints a line for `request`, or an object with `--log-format json`, and returns true if the
    /// request would be sent.
    ///
    /// Its action is `ask` if it would be sent, `kept` if the archive has the answer, `own` if the
    /// source itself has it, `replay` if a recording is to answer it, or `missing` if the archive has
    /// no answer and the source is not asked offline.
    private func show(
        _ request: Request, to source: any Source, _ kept: KeptAnswers
    ) throws(Fault) -> Bool {
        let isOwn = source.isOwn(request)
        let answer = isOwn ? nil : try kept.usableAnswer(to: request, from: source)
        let isOffline =
            values.flag(\.offline) && source.executable?.manifest.asksNetwork != false
        let others =
            values.text(\.replay) != nil ? "replay" : isOffline ? "missing" : "ask"
        let action = isOwn ? "own" : answer == nil ? others : "kept"
        let isNameless = isOwn || (source.service == nil && run.sources.count > 1)
        let url =
            isNameless ? "\(request.service) \(request.target)" : try url(of: request, source)
        let fetchedAt = answer.map { "\($0.fetchedAt)" }
        let fields = [
            ("action", action), ("fetched_at", fetchedAt), ("source", source.manifest.name),
            ("url", url),
        ]
        let line =
            console.writesJSON
            ? Value.json(of: fields.map { ($0, Value($1)) })
            : "\("\(action) ".padded(to: 6))\(url)\(fetchedAt.map { "  of \($0)" } ?? "")"
        // Somebody may have typed a key as a title.
        try console.print("\(console.hidingKeys(in: line))\n")
        return action == "ask"
    }

    private func url(of request: Request, _ source: any Source) throws(Fault) -> String {
        guard let service = source.service else { return request.target }
        let url = "\(try console.environment.address(of: service))/\(request.target)"
        guard let name = service.key?.parameter else { return url }
        return "\(url)\(request.parameters.isEmpty ? "?" : "&")\(name)=***"
    }

    /// Returns the message with the number of requests that would be sent, and what else would be
    /// requested.
    private func told(
        of plan: Plan, sent: Int, of all: Int, _ searches: Int, _ isWhole: Bool
    ) -> Message {
        let codes: Message =
            searches == 0
            ? ""
            : Message(
                ", with \(searches, "search", "searches") for film codes",
                ko: " (영화코드 검색 {1}건 포함)")
        let films: Message =
            plan.sourcePlans.allSatisfy { $0.enrichment?.filmColumns.isEmpty != false }
            ? ""
            : Message(
                ", and more to look up the films", ko: ". 영화를 조회하는 요청이 더 있습니다")
        let more: Message =
            !isWhole
            ? Message(
                "; the charts that follow depend on the answers",
                ko: ". 그 뒤의 박스오피스는 응답에 따라 달라집니다")
            : plan.hasRequests && plan.query.isSearch
                ? Message(
                    ", and one for each further page",
                    ko: ". 다음 쪽마다 요청이 한 건씩 늘어납니다") : ""
        return Message(
            "dry-run", "\(sent) of \(all, "request") would be sent\(codes)\(films)\(more)",
            ko: "실제로 실행하면 요청 {2}건 가운데 {1}건을 보냅니다{3}{4}{5}")
    }
}

extension Fault {
    fileprivate static func needsCalls(_ needed: Int, _ most: Int, _ smaller: Message?) -> Fault {
        Fault(
            .usage, "too-many-calls",
            "the question needs \(needed, "call"), and one question may make \(most)",
            ko: "이 질문에는 호출 {1}회가 필요하지만 질문 하나에 {2}회까지만 쓸 수 있습니다", hint: smaller)
    }

    fileprivate static func needsCalls(
        _ needed: Int, of free: Int, reserved: Int, _ smaller: Message?
    ) -> Fault {
        Fault(
            .notYet, "too-few-calls-left",
            "the question needs \(needed, "call"), and today's quota has \(free) left for it: \(reserved) are for other runs",
            ko: "이 질문에는 호출 {1}회가 필요하지만 오늘 쓸 수 있는 호출이 {2}회 남았습니다. {3}회는 다른 실행을 위해 남겨 둡니다",
            hint: smaller, outlook: .tomorrow)
    }
}
