internal import BoxOffice
internal import Curl
internal import Engine
internal import Storage

extension Doctor {
    /// Shows whether `service` can be asked: its key, its address and the calls made today.
    ///
    /// A missing key is a fault only if the default source needs it.
    func show(
        _ service: Service, _ registry: Registry, _ environment: Environment,
        _ report: inout DoctorReport
    ) async throws(Fault) {
        guard let key = service.key else {
            try report.line(
                Message(service.title),
                Message("doctor-no-key-needed", "needs no key", ko: "키가 필요 없습니다"))
            return try showAddress(of: service, environment, report)
        }
        guard let secret = try environment.secret(of: key),
            let location = environment.location(of: key)
        else {
            let isNeeded = service == registry.sources.first?.service
            let use = isNeeded ? "" : use(of: service, registry)
            let file: Message =
                environment.folder(.configuration) == nil
                ? ""
                : Message(
                    "doctor-set-it-file", ", or in \(environment.paths(of: key).last ?? "")",
                    ko: ", 또는 키를 {1}에 두기")
            try report.line(
                Message(service.title), Message("doctor-no-key", "no key\(use)", ko: "키가 없습니다{1}"))
            try report.details([
                (Message("doctor.get-one", "get one", ko: "발급"), Message(key.issuedAt)),
                (
                    Message("doctor.set-it", "set it as", ko: "설정"),
                    Message(
                        "doctor-set-it",
                        "\(key.variable), or a file with it as \(key.fileVariable)\(file)",
                        ko: "{1}에 키를, 또는 {2}에 키 파일의 경로를 넣기{3}")
                ),
            ])
            try showAddress(of: service, environment, report)
            if isNeeded { report.add(.noKey(key, environment), at: .services) }
            return
        }
        report.console.hide(secret)
        // With --online the default source's is told when it is asked.
        if let warning = environment.keyWarning(of: key),
            !(online && service == registry.sources.first?.service)
        {
            report.console.warn("key-file-readable", warning)
        }
        try report.line(
            Message(service.title),
            Message(
                "doctor-key-found",
                "key found in \(location) (\(secret.text.utf8.count) characters)",
                ko: "{1}에 키가 있습니다 ({2}자)"))
        try showAddress(of: service, environment, report)
        guard let folder = environment.folder(.state),
            let quota = try Quota(of: service, under: secret, environment)
        else { return }
        let ledger = QuotaLedger(at: "\(folder)/quota", now: CurrentProcess.now)
        let use = try await ledger.use(of: quota)
        let closed = use.isClosed ? Message.closed : ""
        try report.details([
            (
                Message("doctor.calls", "calls", ko: "호출"),
                Message(
                    "doctor-calls",
                    "\(use.calls.grouped(by: ",")) of \(quota.limit.grouped(by: ",")) made today\(closed)",
                    ko: "오늘 {2}회 가운데 {1}회 사용{3}"
                )
            )
        ])
    }

    private func showAddress(
        of service: Service, _ environment: Environment, _ report: DoctorReport
    ) throws(Fault) {
        let variable = environment[service.baseURLVariable].map { _ in
            "  (\(service.baseURLVariable))"
        }
        let address = try environment.address(of: service)
        try report.details([
            (Message("doctor.address", "address", ko: "주소"), Message(address + (variable ?? "")))
        ])
    }

    /// When the key of a service is needed that the default source does not ask.
    private func use(of service: Service, _ registry: Registry) -> Message {
        if registry.posters.contains(where: { $0.service == service }) {
            return Message(
                "doctor-for-posters", "; needed only for --with posters",
                ko: " (--with posters에만 필요)")
        }
        let source = registry.sources.first { $0.service == service }
        return Message(
            "doctor-for-source",
            "; needed only for --source \(source?.manifest.name ?? service.name)",
            ko: " (--source {1}에만 필요)")
    }
}

extension Doctor {
    /// Asks the service of the default source for the daily chart of two days ago, which is final.
    func ask(
        _ registry: Registry, _ environment: Environment, today: Day, _ report: inout DoctorReport
    ) async throws(Fault) {
        guard let source = registry.sources.first, let service = source.service
        else {
            throw Fault(
                .bug, "doctor-source", "there is no service to ask", ko: "요청할 서비스가 없습니다")
        }
        let origin = Values(Arguments([], of: .program))
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
