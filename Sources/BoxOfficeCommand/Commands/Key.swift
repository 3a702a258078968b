internal import BoxOffice
internal import Engine
internal import Storage

extension Command {
    /// The command `bo-export key`, which keeps a key where every run finds it.
    static let key: Command = Command(
        name: "key", section: .others,
        summary: Message("Keep a key where every run finds it.", ko: "키를 저장해 모든 실행에서 사용"),
        prose: Message(
            "Asks for the key without showing it, or reads a line of standard input; it is never an argument. The key is tried with one call, and kept in $XDG_CONFIG_HOME/bo-export (~/.config/bo-export) in a file that only you can read. A variable with a key, such as \(Registry.keyVariable), wins over that file.",
            ko:
                "키를 화면에 표시하지 않고 입력받거나 표준 입력에서 한 줄을 읽습니다. 키는 인수로 받지 않습니다. 요청 한 번으로 키를 시험한 뒤 $XDG_CONFIG_HOME/bo-export(~/.config/bo-export)에 본인만 읽을 수 있는 파일로 저장합니다. {1} 같은 환경 변수에 키가 있으면 그 키를 먼저 씁니다."
        ),
        examples: ["key", "key kmdb", "key --offline"],
        argument: Argument(
            name: "service",
            help: Message(
                "The service that the key is for: \(Message.alternatives(names.map { Message($0) })).",
                ko: "키를 발급한 서비스: {1}"),
            isOptional: true, values: names, standard: Registry.defaultSource.service?.name ?? "",
            further: .keyAsWord, fault: { names.contains($0) ? nil : .keyAsWord }),
        groups: [.key],
        // Settings that a run would read must not keep a key from being set.
        isConfigured: false, meant: "login auth"
    ) { values, console throws(Fault) in
        let name = values.words.first ?? Registry.defaultSource.service?.name
        guard let service = Registry.keyed.first(where: { $0.name == name }), let key = service.key
        else { throw .keyAsWord }
        let environment = console.environment
        guard let path = environment.usualPath(of: key) else { throw .noFolderOfKeys }
        // No run reads a key from anything else.
        if let there = FileStatus(of: path), !there.isRegular { throw .notAKeyFile(path) }
        let settings = try values.settings.get()
        let prompt = Message(
            "key of \(service.title), from \(key.issuedAt) (it is not shown): ",
            ko: "{1} 키 (발급: {2}, 입력은 표시되지 않음): ")
        let line = try await HiddenLine.read(asking: console.text(of: prompt))
            .trimming { $0.isWhitespace || $0 == "\u{FEFF}" }
        guard !line.isEmpty else { throw .noKeyTyped }
        guard let secret = Secret(line, for: key) else { throw .notOneLine }
        var console = console
        console.hide(secret, of: key)
        let isTried = !values.flag(\.untried)
        if isTried {
            console.environment = try environment.with(settings)
            console.environment.all[key.variable] = secret.text
            try await console.tries(service, values)
        }
        try SmallFile.replace(path, with: secret.text)
        let works = isTried ? Message(" works, and", ko: "{을/를} 시험했고 유효합니다. 키") : ""
        console.note(
            "key-kept",
            Message(
                "the key of \(service.title)\(works) is kept in '\(path)', which only you can read; \(key.variable) and \(key.fileVariable), where set, win over it",
                ko:
                    "{1} 키{2}{을/를} 본인만 읽을 수 있는 파일 '{3}'에 저장했습니다. {4} 또는 {5}{이/가} 설정되어 있으면 그것을 먼저 씁니다"
            ))
        if let place = environment.location(of: key), place != path {
            console.advise(
                "other-key-wins", "another key wins over the kept one: that of \(place)",
                ko: "저장한 키보다 먼저 쓰는 키가 있습니다: {1}")
        }
        return ExitStatus.success
    }

    /// The names of the services that ask for a key.
    private static let names = Registry.keyed.map(\.name)
}

extension Console {
    /// Asks `service` for something, once, with the key of the environment.
    ///
    /// - Throws: the ``Fault`` of the answer, which says that the key was not kept.
    fileprivate func tries(_ service: Service, _ values: Values) async throws(Fault) {
        do throws(Fault) {
            _ = try await trial(of: service, values)
        } catch {
            guard error.kind != .cancelled else { throw error }
            let hint =
                error.kind == .keyRefused
                ? Message("keys are issued at \(service.key?.issuedAt ?? "")", ko: "키 발급: {1}")
                : Message(
                    "'bo-export key \(service.name) --offline' keeps a key without trying it",
                    ko: "'bo-export key {1} --offline'{으로/로} 키를 시험하지 않고 저장할 수 있습니다")
            throw error.saying(
                Message("\(error.wording); the key was not kept", ko: "{1}. 키를 저장하지 않았습니다")
            ).advising(hint)
        }
    }

    /// Asks `service` for what costs one call, with the key of the environment, and returns the subject
    /// and the answer; nil if there is nothing to ask it for.
    ///
    /// - Parameter asRun: true if, as in a run, the answer is kept, a request that fails for the moment
    ///   is sent again, and the ``Fault`` of the answer names the subject.
    func trial(
        of service: Service, _ values: Values, asRun: Bool = false
    ) async throws(Fault) -> (subject: Message, page: Page)? {
        let now = CurrentProcess.now()
        guard let (provider, request) = Registry.trial(of: service, on: now) else { return nil }
        try ProcessLimits.asking(jobs: 1).require()
        let network = try Network(to: [service], values, self)
        let archive = asRun ? environment.archive : nil
        var fetcher = Fetcher(
            over: network.transport,
            kept: KeptAnswers(archive, mode: .refresh, terms: AnswerTerms(at: now)), jobs: 1)
        fetcher.retry = Retry(retries: asRun ? values.retries : 0)
        fetcher.timeLimit = .seconds(values.timeout)
        let subject = request.subject.wording
        do throws(Fault) {
            let page = try await fetcher.page(for: request, from: provider)
            for fault in await network.warnings { warn(fault) }
            return (subject, page)
        } catch {
            throw asRun ? error.about(subject) : error
        }
    }
}

extension Registry {
    /// The built-in services that ask for a key.
    static var keyed: [Service] { services(AddedPlugins()).filter { $0.key != nil } }

    /// Returns a request to `service` that costs one call and that it answers if the key is good: the
    /// daily chart of two days ago, or the poster of a film.
    fileprivate static func trial(
        of service: Service, on now: Instant
    ) -> (provider: any Provider, request: Request)? {
        if service == defaultSource.service {
            let day = Period(of: .daily, containing: now.dayInSeoul.advanced(by: -2))
            let chart = Query.chart(ChartQuery(periods: Periods(from: day, to: day)))
            return defaultSource.firstRequest(for: chart).map { (defaultSource, $0) }
        }
        guard let source = posterSources.first(where: { $0.service == service }) else { return nil }
        return source.request(for: Film(code: "", title: "기생충", year: 2019)).map { (source, $0) }
    }
}

extension Fault {
    /// The fault of a word that is not a service, which may be a key and is never repeated.
    fileprivate static let keyAsWord = Fault(
        .usage, "key-as-argument",
        "key takes \(Message.alternatives(Registry.keyed.map { Message($0.name) })), and never a key: other users of the machine could read it there",
        ko: "key 명령은 {1}만 받습니다. 명령줄에 쓴 키는 이 컴퓨터의 다른 사용자가 볼 수 있습니다",
        hint: "'bo-export key' asks for the key without showing it",
        hintKo: "'bo-export key'로 실행하면 키를 화면에 표시하지 않고 입력받습니다")

    fileprivate static func notAKeyFile(_ path: String) -> Fault {
        Fault(
            .cannotCreate, "key-not-in-a-file",
            "the key cannot be kept in '\(path)', because that is not a regular file",
            ko: "'{1}'{이/가} 일반 파일이 아니어서 키를 저장할 수 없습니다",
            hint: "remove it, and run the same command again", hintKo: "지운 뒤 같은 명령을 다시 실행하세요")
    }

    fileprivate static let noKeyTyped = Fault(
        .configuration, "no-key-typed", "no key was typed, and none was changed",
        ko: "입력한 키가 없어 아무것도 바꾸지 않았습니다")

    fileprivate static let notOneLine = Fault(
        .configuration, "not-one-line",
        "that is not a key, and was not kept: a key is one line of at most 512 bytes, without the name of a variable",
        ko: "키가 아니어서 저장하지 않았습니다. 키는 변수 이름이 없는 512바이트 이하의 한 줄입니다")

    fileprivate static let noFolderOfKeys = Fault(
        .configuration, "no-folder-of-keys",
        "there is no folder to keep the key in: neither XDG_CONFIG_HOME nor HOME is an absolute path",
        ko: "키를 저장할 폴더가 없습니다. XDG_CONFIG_HOME과 HOME 어느 쪽도 절대 경로가 아닙니다")
}
