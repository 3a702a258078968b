internal import BoxOffice
internal import Curl
internal import Engine
internal import Storage

extension Doctor {
    /// Shows whether `service` can be asked: its key, its address and the calls made today.
    ///
    /// A missing key is a fault only if the default source needs it.
    mutating func show(_ service: Service) async throws(Fault) {
        let title = Message(service.title)
        guard let key = service.key else {
            try line(title, Message("needs no key", ko: "키가 필요 없습니다"))
            return try showAddress(of: service)
        }
        let isDefault = service == Registry.defaultSource.service
        guard let secret = try environment.secret(of: key),
            let location = environment.location(of: key)
        else {
            let use = isDefault ? "" : use(of: service)
            let path =
                environment.folder(.configuration).flatMap { _ in environment.paths(of: key).last }
            let file = path.map { Message(", or in \($0)", ko: ", 또는 키를 {1}에 두기") } ?? ""
            try line(title, Message("no key\(use)", ko: "키가 없습니다{1}"))
            try line(Message("  get one", ko: "  발급"), Message(key.issuedAt))
            try line(
                Message("  set it as", ko: "  설정"),
                Message(
                    "\(key.variable), or a file with it as \(key.fileVariable)\(file)",
                    ko: "{1}에 키를 넣거나 {2}에 키 파일의 경로를 넣기{3}"))
            try showAddress(of: service)
            if isDefault { add(.noKey(key, environment), at: .services) }
            return
        }
        console.hide(secret, of: key)
        // With --online the warning about the default source's key comes with the request.
        if let warning = environment.keyWarning(of: key), !(values.flag(\.online) && isDefault) {
            console.warn("key-file-readable", warning)
        }
        try line(
            title,
            Message(
                "key found in \(location) (\(secret.text.utf8.count, "character"))",
                ko: "{1}에 키가 있습니다 ({2}자)"))
        try showAddress(of: service)
        guard let ledger = environment.ledger,
            let quota = try Quota(of: service, under: secret, environment)
        else { return }
        let use = try await ledger.use(of: quota)
        try line(
            Message("  calls", ko: "  호출"),
            Message(
                "\(use.calls.grouped(by: ",")) of \(quota.limit.grouped(by: ",")) made today\(use.isClosed ? Message.closed : "")",
                ko: "오늘 {2}회 가운데 {1}회 사용{3}"))
    }

    private func showAddress(of service: Service) throws(Fault) {
        let variable = service.baseURLVariable
        let address = try environment.address(of: service)
        try line(
            Message("  address", ko: "  주소"),
            Message(environment[variable] == nil ? address : "\(address)  (\(variable))"))
    }

    /// Returns a note on the option that needs the key of a service other than the default source's.
    private func use(of service: Service) -> Message {
        guard let source = registry.sources.first(where: { $0.service == service }) else {
            return Message("; needed only for --with posters", ko: " (--with posters에만 필요)")
        }
        return Message(
            "; needed only for --source \(source.manifest.name)", ko: " (--source {1}에만 필요)")
    }

    /// Asks the service of the default source for the daily chart of two days ago, which is final.
    func ask(_ today: Day) async throws(Fault) {
        let source = Registry.defaultSource
        guard let service = source.service else { return }
        let origin = Values(Arguments([]))
        let period = Period(of: .daily, containing: today.advanced(by: -2))
        try ProcessLimits.asking(jobs: 1).require()
        let plan = try Plan(
            .chart(ChartQuery(periods: Periods(from: period, to: period))), from: source,
            today: today)
        let network = try Network(to: [service], origin, console)
        var fetcher = Fetcher(
            over: network.transport,
            kept: KeptAnswers(environment.archive, mode: .refresh, terms: plan.terms), jobs: 1)
        fetcher.retry = Retry(retries: origin.retries)
        fetcher.timeLimit = .seconds(origin.timeout)
        let format = Registry.defaultFormat
        let layout = plan.layout(
            header: nil, medium: .file, options: try PluginOptions(for: format.manifest))
        let rows = try await Export(plan, with: fetcher)
            .run(format, layout) { _ in DiscardingSink() }.rows
        for fault in await network.warnings { console.warn(fault) }
        try line(
            Message("online", ko: "온라인"),
            Message(
                "asked \(service.title) for the daily chart of \(period.from): it answered, \(rows, "row"); the key works",
                ko: "{1}에 {2} 일별 박스오피스를 요청해 {3}행을 받았습니다. 키가 유효합니다"))
    }

    // MARK: - Settings

    /// Reads the settings, only once because they may come from a pipe, and puts them into the
    /// environment of the console; nil if they cannot be read.
    mutating func settings() async -> Settings? {
        var settings: Settings?
        await check(.settings) { doctor throws(Fault) in
            let environment = doctor.environment
            let read = try Settings(at: doctor.values.text(\.config), environment: environment)
            try read.checkNames(environment.services)
            settings = read
            doctor.console.environment = try environment.with(read)
        }
        return settings
    }

    /// Shows the settings that are not the default, or all of them with `--verbose`, and checks them.
    mutating func show(_ settings: Settings) async throws(Fault) {
        try line(
            Message("config", ko: "설정 파일"),
            settings.path.map { Message($0) } ?? Message("no file", ko: "없음"))
        let all = Setting.all(environment.services)
        var lines: [(name: String, text: Message)] = []
        for setting in all {
            await check(.settings) { doctor throws(Fault) in
                if let (values, origin) = try settings.value(of: setting) {
                    let text = values.joined(separator: ", ")
                    lines.append((setting.name, "\(text)  (\(origin))"))
                } else if doctor.isDetailed {
                    let text = Message("\(setting.standard)  (default)", ko: "{1}  (기본값)")
                    lines.append((setting.name, text))
                }
            }
        }
        let count =
            lines.isEmpty
            ? Message("none is set", ko: "변경 없음") : Message("\(lines.count) set", ko: "{1}개 변경")
        try line(
            Message("settings", ko: "설정"),
            isDetailed
                ? Message(all.count)
                : Message(
                    "\(count); -v shows all \(all.count)", ko: "{1}. 전체 {2}개는 -v로 확인하세요"))
        let width = max(15, 2 + (lines.map(\.name.count).max() ?? 0))
        for (name, text) in lines { try line("  \(name)", text, width: width) }
        await check(settings)
        guard let path = settings.path, FileStatus(of: path)?.isReadableByOthers == true else {
            return
        }
        for key in environment.services.compactMap(\.key)
        where try settings.value(of: Setting(variable: key.variable)) != nil {
            return console.warn("key-file-readable", .keyIsReadable(path))
        }
    }

    /// Checks that the commands accept their settings.
    private mutating func check(_ settings: Settings) async {
        // One command of each kind, and those that have a section of their own.
        let names = settings.sections.union(["daily", "movies"])
        for command in Command.top
        where command.isConfigured && names.contains(command.name) {
            await check(.settings) { doctor throws(Fault) in
                let values = try Values(Arguments([command.name])).with(settings)
                guard command.name == "daily" else { return }
                // Checks that the plugins of a chart exist and accept the values.
                _ = try await ExportRun(values, doctor.console) { sources, _ throws(Fault) in
                    guard let top = values.number(\.top) else { return nil }
                    for source in sources {
                        try source.policy.check(top: top, isDeep: values.flag(\.deep))
                    }
                    return nil
                }
            }
        }
    }
}

/// A sink that keeps nothing.
private struct DiscardingSink: Sink {
    mutating func write(_ bytes: Span<UInt8>) {}

    consuming func commit(rows: Int) {}
}
