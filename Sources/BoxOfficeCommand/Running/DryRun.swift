internal import BoxOffice
internal import Engine
internal import FoundationEssentials
internal import Storage

/// The requests that a run would send, and what the archive has of them.
struct DryRun {
    let plan: Plan
    let kept: KeptAnswers
    let environment: Environment

    /// Prints a line for each request that is known from the start, and gives the exit status.
    ///
    /// - Parameters:
    ///   - lookups: the requests that look up what the others are about.
    ///   - isWhole: whether the others are known.
    func show(
        lookups: [Request] = [], isWhole: Bool = true, on console: Console
    ) throws(Fault) -> Int32 {
        var sent = 0
        var all = 0
        var asked: [(any Source, AnySequence<Request>)] = [(plan.source, AnySequence(lookups))]
        if isWhole, plan.hasRequests {
            for source in [plan.source] + (plan.peer.map { [$0] } ?? []) {
                asked.append((source, source.requests(for: plan.requested)))
            }
        }
        for (source, requests) in asked {
            for request in requests {
                all += 1
                let shown: ShownRequest
                if source.ownAnswer(to: request) != nil {
                    shown = ShownRequest(
                        "own", of: source, url: "\(request.service) \(request.target)")
                } else {
                    let answer = try kept.usableAnswer(to: request, from: source)
                    if answer == nil { sent += 1 }
                    shown = ShownRequest(
                        answer == nil ? "ask" : "kept", of: source,
                        url: try url(of: request, source), fetchedAt: answer?.fetchedAt)
                }
                try console.print("\(console.writesJSON ? shown.json : shown.text)\n")
            }
        }
        console.note("dry-run", told(sent: sent, of: all, isWhole: isWhole))
        if let limit = try quota, sent > limit, let reason = kept.reasonToStartOver(plan) {
            console.warn(
                "never-done",
                Message(
                    "a day has \(limit) calls, so such a run is never done: every run begins anew, because "
                        + "\(reason)",
                    ko: "일일 호출 한도가 {1}회여서 이 실행은 끝낼 수 없습니다. 실행할 때마다 처음부터 다시 받습니다 ({2})"))
        }
        return ExitStatus.success
    }

    /// How many requests would be sent, and what else would be asked.
    private func told(sent: Int, of all: Int, isWhole: Bool) -> Message {
        let films: Message =
            plan.enrichment == nil
            ? ""
            : Message(
                "dry-run-films", ", and more to look up the films", ko: ". 영화를 조회하는 요청이 더 있습니다")
        let more: Message =
            !isWhole
            ? Message(
                "dry-run-charts", "; the charts that follow depend on the answers",
                ko: ". 그 뒤의 박스오피스는 응답에 따라 달라집니다")
            : plan.query.isPaged && all == 1
                ? Message(
                    "dry-run-pages", ", and one for each further page",
                    ko: ". 다음 쪽마다 요청이 한 건씩 늘어납니다") : ""
        return Message(
            "dry-run", "\(sent) of \(all) requests would be sent\(films)\(more)",
            ko: "실제로 실행하면 요청 {2}건 가운데 {1}건을 보냅니다{3}{4}")
    }

    /// The calls that a day has.
    private var quota: Int? {
        get throws(Fault) {
            guard let service = plan.source.service else { return nil }
            return try Quota.limit(of: service, environment)
        }
    }

    private func url(of request: Request, _ source: any Source) throws(Fault) -> String {
        guard let service = source.service else { return request.target }
        let base = try environment.address(of: service)
        guard let name = service.key?.parameter else {
            return "\(base)/\(request.target)"
        }
        let separator = request.parameters.isEmpty ? "?" : "&"
        return "\(base)/\(request.target)\(separator)\(name)=***"
    }
}

/// A request as a dry run shows it: as a line of text or, with `--log-format json`, as an object.
private struct ShownRequest: Encodable {
    /// Whether it would be sent (`ask`), the archive has the answer (`kept`), or the source itself
    /// does (`own`).
    let action: String
    let source: String
    let url: String
    /// When the archive's answer was had.
    let fetchedAt: String?

    init(_ action: String, of source: any Source, url: String, fetchedAt: Instant? = nil) {
        self.action = action
        self.source = source.manifest.name
        self.url = url
        self.fetchedAt = fetchedAt.map { "\($0)" }
    }

    private enum Key: String, CodingKey { case action, source, url, fetched_at }

    func encode(to encoder: any Encoder) throws {
        var object = encoder.container(keyedBy: Key.self)
        try object.encode(action, forKey: .action)
        try object.encode(source, forKey: .source)
        try object.encode(url, forKey: .url)
        try object.encode(fetchedAt, forKey: .fetched_at)
    }

    var text: String {
        let start = action + String(repeating: " ", count: max(0, 6 - action.count)) + url
        return fetchedAt.map { "\(start)  of \($0)" } ?? start
    }

    var json: String {
        let encoder = JSONEncoder()
        encoder.outputFormatting = [.sortedKeys, .withoutEscapingSlashes]
        return (try? encoder.encode(self)).map { String(decoding: $0, as: UTF8.self) } ?? text
    }
}
