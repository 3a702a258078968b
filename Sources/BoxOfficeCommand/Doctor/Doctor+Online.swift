internal import BoxOffice
internal import Curl
internal import Engine

extension Doctor {
    /// Asks the service of the default source for the daily chart of two days ago, which is final.
    func ask(
        _ registry: Registry, _ environment: Environment, today: Day, _ report: inout DoctorReport
    ) async throws(Fault) {
        guard let source = registry.sources.first, let service = source.service
        else {
            throw Fault(
                .bug, "doctor-source", Message("there is no service to ask", ko: "요청할 서비스가 없습니다"))
        }
        let origin = Values(Arguments([], of: .program)).source
        let console = Console(environment: environment)
        console.configure(running)
        let period = Period(of: .daily, containing: today.advanced(by: -2))
        let rows: Int
        do throws(Fault) {
            try ProcessLimits.asking(jobs: 1).require()
            let plan = try Plan(
                .chart(ChartQuery(periods: Periods(from: period, to: period))), from: source,
                today: today)
            let network = try Network(to: [service], origin, console: console)
            let fetcher = Fetcher(
                over: network.transport,
                kept: KeptAnswers(environment.archive, mode: .refresh, terms: plan.terms),
                jobs: 1, retry: Retry(retries: origin.retries),
                timeLimit: .seconds(origin.timeout))
            let format = Registry.defaultFormat
            let layout = plan.layout(
                header: nil, medium: .file, options: try PluginOptions(for: format.manifest),
                begun: CurrentProcess.now())
            rows = try await Export(plan, with: fetcher)
                .run(format, layout) { _ in DiscardingSink() }.rows
            for fault in await network.warnings { console.warn(fault) }
        } catch {
            return report.add(error, at: .services)
        }
        try report.line(
            Message("doctor.online", "online", ko: "온라인"),
            Message(
                "doctor-online",
                "asked \(service.title) for the daily chart of \(period.from): it answered, \(rows) rows; the key works",
                ko: "{1}에 {2} 일별 박스오피스를 요청해 {3}행을 받았습니다. 키가 유효합니다"
            ))
    }
}

/// A sink that keeps nothing.
private struct DiscardingSink: Sink {
    mutating func write(_ bytes: Span<UInt8>) {}

    consuming func commit(rows: Int) {}
}
