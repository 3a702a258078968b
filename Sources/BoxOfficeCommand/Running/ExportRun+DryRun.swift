internal import BoxOffice
internal import Engine
internal import Executables

extension ExportRun {
    /// Prints a line for each request that a run would send, as far as known without sending any,
    /// with a note if the archive has the answer, and returns the exit status.
    func show(_ planned: Planned) async throws(Fault) -> Int32 {
        var (plan, writing) = planned
        let kept = writing.kept
        var lookups: [Request] = []
        // True if the charts after the lookups are known.
        var isWhole = true
        if var derivation = plan.derivation, derivation.needsFilms {
            var finder = FilmFinder(
                in: plan.source, at: now, with: Fetcher(over: NoTransport(), kept: kept),
                mayAsk: false)
            isWhole = try await derivation.resolve(&finder)
            lookups = finder.requests
            if isWhole { plan = try self.plan([Asked(derivation)], from: nil) }
        }
        var plans = writing.documentPlans(of: plan)
        if isWhole {
            plans = try plans.map { plan throws(Fault) in
                try writing.about(plan).remaining(of: plan)
            }
        }
        var requests = lookups.map { (plan.source, $0) }
        for question in plans.flatMap(\.questions) where isWhole && question.hasRequests {
            for source in [question.source, question.peer].compactMap(\.self) {
                requests += question.requests(to: source).joined().map { (source, $0) }
            }
        }
        let codes = plan.searchesForCodes
        requests += codes
        var sent = 0
        for (source, request) in requests where try show(request, to: source, kept) { sent += 1 }
        console.note(
            "dry-run", told(of: plan, sent: sent, of: requests.count, codes.count, isWhole))
        for source in sources + codes.prefix(1).map(\.0) {
            guard let limit = try source.callsPerDay(console.environment),
                requests.count(where: { $0.1.service == source.serviceName }) > limit,
                sent > limit,
                let reason = kept.reasonToStartOver(plan, updates: values.flag(\.update))
            else { continue }
            console.advise(
                "never-done",
                "with \(limit, "call") a day this run can never finish: every run begins anew, because \(reason)",
                ko: "일일 호출 한도가 {1}회여서 이 실행은 끝낼 수 없습니다. 실행할 때마다 처음부터 다시 받습니다 ({2})")
        }
        return ExitStatus.success
    }

    /// Prints a line for `request`, or an object with `--log-format json`, and returns true if the
    /// request would be sent.
    ///
    /// Its action is `ask` if it would be sent, `kept` if the archive has the answer, or `own` if the
    /// source itself has it.
    private func show(
        _ request: Request, to source: any Source, _ kept: KeptAnswers
    ) throws(Fault) -> Bool {
        let isOwn = source.isOwn(request)
        let answer = isOwn ? nil : try kept.usableAnswer(to: request, from: source)
        let action = isOwn ? "own" : answer == nil ? "ask" : "kept"
        let isNameless = isOwn || (source.service == nil && sources.count > 1)
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
            : "\(action.padded(to: 6))\(url)\(fetchedAt.map { "  of \($0)" } ?? "")"
        try console.print("\(line)\n")
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
            plan.questions.allSatisfy { $0.enrichment?.filmColumns.isEmpty != false }
            ? ""
            : Message(
                ", and more to look up the films", ko: ". 영화를 조회하는 요청이 더 있습니다")
        let more: Message =
            !isWhole
            ? Message(
                "; the charts that follow depend on the answers",
                ko: ". 그 뒤의 박스오피스는 응답에 따라 달라집니다")
            : plan.hasRequests && plan.questions.first?.query.isChart == false && all == 1
                ? Message(
                    ", and one for each further page",
                    ko: ". 다음 쪽마다 요청이 한 건씩 늘어납니다") : ""
        return Message(
            "dry-run", "\(sent) of \(all, "request") would be sent\(codes)\(films)\(more)",
            ko: "실제로 실행하면 요청 {2}건 가운데 {1}건을 보냅니다{3}{4}{5}")
    }
}
