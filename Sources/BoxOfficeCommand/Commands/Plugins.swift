internal import BoxOffice
internal import BoxOfficeConformance
internal import Executables

extension Command {
    /// The command `bo-export plugins`, which lists every source and format.
    static let plugins: Command = Command(
        name: "plugins", section: .others,
        summary: Message(
            "Every source and format, with the options that -O takes.", ko: "모든 소스와 형식, -O로 지정하는 옵션"
        ),
        prose: Message(
            "Executables called bo-export-source-NAME, bo-export-format-NAME, bo-export-posters-NAME or bo-export-details-NAME are plugins if they are in a folder of --plugin-dir, of BO_EXPORT_PLUGIN_PATH (with colons between folders), or in ~/.local/share/bo-export/plugins.",
            ko:
                "이름이 bo-export-source-NAME, bo-export-format-NAME, bo-export-posters-NAME, bo-export-details-NAME인 실행 파일은 플러그인입니다. --plugin-dir로 지정한 폴더, BO_EXPORT_PLUGIN_PATH에 콜론으로 구분해 적은 폴더, ~/.local/share/bo-export/plugins에서 찾습니다."
        ),
        examples: [
            "plugins", "plugins csv", "plugins --plugin-dir plugins --json",
            "plugins check plugins/bo-export-format-mediawiki",
        ],
        argument: name, groups: [.listing], others: [OptionTable[\.pluginDir]],
        meant: "plugin formats sources 플러그인", run: listPlugins)

    /// The command `bo-export plugins list`, which does the same.
    static let pluginList: Command = Command(
        name: "plugins list", section: nil,
        summary: Message(
            "All plugins, or one with its columns. (default)", ko: "모든 플러그인 또는 플러그인 하나와 그 열 (기본값)"),
        argument: name, groups: [.listing],
        others: [OptionTable[\.pluginDir]], isAlias: true, run: listPlugins)

    private static let name = Argument(
        name: "name", help: Message("Only the plugins of that name.", ko: "이 이름의 플러그인만"),
        isOptional: true)

    private static let listPlugins: Run = { values, console throws(Fault) in
        let name = values.words.first
        let registry = try Registry.withExecutables(
            in: values.texts(\.pluginDir), asked: name.map { [$0] } ?? [], isList: true,
            console: console.quieted)
        let refusals = registry.executables?.folders.refusals ?? []
        for refusal in refusals where name == nil || refusal.name == name {
            console.advise("plugin-refused", refusal.reason)
        }
        var entries = registry.builtInEntries
        let files = registry.files()
        let asked = files.filter { name == nil || $0.name == name }
        let answers = try await registry.supervise { () async throws(Fault) in
            await registry.executables?.host.manifests(of: asked) ?? []
        }
        for (file, answer) in zip(asked, answers) {
            do throws(Fault) {
                let plugin = try answer.get()
                entries.append(
                    PluginEntry(
                        kind: file.kind == .posters ? "poster" : file.kind.rawValue,
                        manifest: plugin.manifest, path: file.path, columns: plugin.columns,
                        policy: file.kind == .source ? plugin.policy : nil, said: plugin))
            } catch {
                guard name == nil, error.kind != .cancelled else { throw error }
                console.advise(error.code, "\(error.wording) ('\(file.path)')", ko: "{1} ('{2}')")
            }
        }
        if let name {
            let known = entries.map(\.manifest.name) + files.map(\.name)
            entries = entries.filter { $0.manifest.name == name }
            guard !entries.isEmpty else {
                throw .unknown(Message("plugin", ko: "플러그인"), name, known: known)
            }
        }
        try console.print(
            values.flag(\.json)
                ? "{\"plugins\":[\n\(entries.map(\.json).joined(separator: ",\n"))\n]}\n"
                : entries.map { $0.text(withColumns: name != nil, console) }.joined())
        return ExitStatus.success
    }

    /// The command `bo-export plugins check`, which tests an executable.
    static let pluginCheck: Command = Command(
        name: "plugins check", section: nil,
        summary: Message(
            "Run an executable plugin as an export does, and report what it does wrong.",
            ko: "실행 파일 플러그인을 실제 내보내기와 똑같이 실행해 잘못된 점을 보고"),
        prose: Message(
            "For a format, the check tries the ends of every option's range, other texts, rows after the end and empty documents, and looks for processes that are left running. All of it may take --total seconds; what was not checked by then counts as wrong. The status is 0 if nothing is wrong, else 65.",
            ko:
                "형식은 옵션마다 허용 범위의 양 끝 값을 넣어 보고, 그 밖의 텍스트, 문서가 끝난 뒤의 행, 빈 문서도 시험합니다. 종료되지 않고 남은 프로세스가 있는지도 확인합니다. 전체 점검은 --total에 지정한 시간까지 걸릴 수 있으며, 그때까지 확인하지 못한 것은 잘못된 것으로 봅니다. 종료 코드는 문제가 없으면 0, 있으면 65입니다."
        ),
        examples: ["plugins check ./bo-export-format-mediawiki"],
        argument: Argument(
            name: "path", help: Message("The executable.", ko: "점검할 실행 파일"), isFile: true),
        groups: [.check]
    ) { values, console throws(Fault) in
        let path = values.words.first ?? ""
        let file: PluginFile
        do throws(PluginRefusal) {
            file = try PluginFile(at: path)
        } catch {
            throw Fault(.malformed, "plugin-refused", error.reason)
        }
        if let concern = file.concern { console.advise("plugin-group-writable", concern) }
        let host = try PluginHost.of(console, seconds: values.number(\.idle) ?? 10)
        let findings = try await host.supervise { () async throws(Fault) in
            try await host.check(
                file, now: CurrentProcess.now(), atMost: .seconds(values.number(\.total) ?? 300))
        }
        for finding in findings {
            let wrong = finding.problem.map {
                Message("wrong  \(finding.what): \($0)", ko: "실패  {1}: {2}")
            }
            try console.print(wrong ?? Message("ok     \(finding.what)", ko: "통과  {1}"))
        }
        let wrong = findings.filter { $0.problem != nil }.count
        guard wrong > 0 else { return ExitStatus.success }
        throw Fault(
            .malformed, "plugin-check-failed",
            "'\(path)' does \(wrong) of \(findings.count) things wrong",
            ko: "'{1}'{이/가} {3}개 항목 가운데 {2}개를 통과하지 못했습니다",
            hint: findings.lazy.compactMap(\.hint).first
                ?? Message(
                    "PluginProtocol.md describes the protocol",
                    ko: "프로토콜은 PluginProtocol.md에서 확인하세요"))
    }
}

/// A plugin as `bo-export plugins` shows it.
struct PluginEntry: Sendable {
    /// `source`, `poster`, `details` or `format`.
    let kind: String
    /// The name, summary and options of the plugin.
    let manifest: Manifest
    /// The path of the executable; nil if the plugin is built in.
    var path: String?
    /// The columns that it adds.
    var columns: [Column] = []
    /// The policy of a source about its figures.
    var policy: ChartPolicy?
    /// The manifest of an executable.
    var said: PluginManifest?

    /// Returns the lines about the plugin.
    func text(withColumns: Bool, _ console: Console) -> String {
        let name = manifest.name.padded(to: 12)
        let origin = path ?? console.text(of: Message("built in", ko: "내장"))
        let korean = Language.current == .korean ? manifest.korean() : [:]
        let summary = korean["summary"] ?? manifest.summary
        var text = "\(kind.padded(to: 8))\(name) \(summary) (\(origin))\n"
        for option in manifest.options {
            let assignment = "-O \(option.name)=\(option.defaultValue)"
            let help = korean["option.\(option.name)"] ?? option.help
            text += "        \(assignment)\n            \(help)\n"
            guard option.kind != .text else { continue }
            let takes = Message("takes \(option.domainWording)", ko: "값: {1}")
            text += "            \(console.text(of: takes))\n"
        }
        guard withColumns else { return text }
        let lines = (rowsWording.map { [$0] } ?? []) + (facts + ownFacts).flatMap(\.lines)
        text += lines.map { "        \(console.text(of: $0))\n" }.joined()
        return text + columns.lines(indent: "        ")
    }

    /// The charts and days that an executable source has, or its own dataset.
    private var rowsWording: Message? {
        switch said?.rows {
        case .charts(let charts, let from, let to):
            let names = charts.map(\.rawValue).joined(separator: ", ")
            let end = to.map { Message("to \($0)", ko: " {1}까지") } ?? Message("on", ko: "")
            return Message("charts: \(names), from \(from) \(end)", ko: "박스오피스: {1}, {2}부터{3}")
        case .own(let dataset):
            return Message(
                "dataset: \(dataset), for 'bo-export rows --source \(manifest.name)'",
                ko: "데이터셋: {1} ('bo-export rows --source {2}'{으로/로} 받습니다)")
        case nil: return nil
        }
    }

    /// A fact: a field for programs, and lines for people.
    fileprivate struct Fact {
        let name: String
        /// The value in JSON; nil if it is not known.
        let json: String?
        let lines: [Message]

        init<Known>(_ name: String, _ value: Known?, line: (Known) -> Message? = { _ in nil }) {
            self.name = name
            json = value.map { ($0 as? String).map { Value.text($0).json } ?? "\($0)" }
            lines = [value.flatMap(line)].compactMap(\.self)
        }
    }

    /// The facts about the figures of a source; what it does not declare is null.
    private var facts: [Fact] {
        let land = policy?.territory
        let charts = if case .own = said?.rows { ChartPolicy?.none } else { policy }
        return [
            Fact("country", land?.country?.code) { Message("country: \($0)", ko: "국가: {1}") },
            Fact("currency", land?.currency.knownCode) {
                Message("currency: \($0)", ko: "통화: {1}")
            },
            Fact("day_ends", charts?.territory.endOfDay) {
                Message("day ends: \($0) after 00:00 UTC", ko: "하루 마감: UTC 0시 기준 +{1}")
            },
            Fact("language", land?.language) { Message("language: \($0)", ko: "제목 언어: {1}") },
            Fact("rows", charts?.rows) { Message("rows: \($0)", ko: "행 수: {1}") },
            Fact("order", charts?.order?.rawValue),
            Fact("final_after", charts?.finalAfter) {
                Message("final after: \($0, "day")", ko: "확정: {1}일 뒤")
            },
        ]
    }

    /// The facts about requests to an executable, as far as it declares them.
    private var ownFacts: [Fact] {
        guard let said else { return [] }
        let asksNetwork = kind == "format" ? nil : said.asksNetwork
        let facts = [
            said.filters.map(Fact.init),
            Fact("version", said.version) { Message("version: \($0)", ko: "버전: {1}") },
            Fact("keeps", said.keepsAnswers ? true : nil) { _ in
                Message("its answers are kept", ko: "응답을 보관합니다")
            },
            Fact("keeps", said.keptFor > 0 ? said.keptFor : nil) {
                Message("kept: for \($0, "day")", ko: "보관: {1}일")
            },
            Fact("asks_network", asksNetwork) {
                $0 ? nil : Message("it asks no network", ko: "네트워크를 쓰지 않습니다")
            },
            Fact("pause", said.pause > .zero ? said.pause / .seconds(1) : nil) {
                Message("pause: \($0) s", ko: "요청 간격: {1}초")
            },
            Fact("calls", said.callsPerDay) { Message("calls a day: \($0)", ko: "일일 호출 한도: {1}회") },
        ]
        return facts.compactMap { $0?.json == nil ? nil : $0 }
    }

    /// The entry as a JSON object.
    fileprivate var json: String {
        let options = manifest.options.map { option in
            Value.json(of: [
                ("name", .text(option.name)), ("takes", .text(option.domain)),
                ("choices", option.choices.map(Value.list) ?? .missing),
                ("default", .text(option.defaultValue)), ("help", .text(option.help)),
            ])
        }
        let own = Value.json(of: [
            ("name", .text(manifest.name)), ("kind", .text(kind)),
            ("summary", .text(manifest.summary)),
            ("origin", .text(path == nil ? "built in" : "executable")), ("path", Value(path)),
        ])
        let others = (facts + ownFacts).map { ",\"\($0.name)\":\($0.json ?? "null")" }.joined()
        let lists =
            ",\"options\":[\(options.joined(separator: ","))],\"columns\":\(columns.json)}"
        return own.dropLast() + others + lists
    }
}

extension PluginEntry.Fact {
    fileprivate init(_ filters: PluginManifest.Filters) {
        let nations = filters.nations.map(\.rawValue)
        let kinds = filters.kinds.map(\.rawValue)
        let regions = filters.regions.map {
            Value.json(of: [("name", .text($0.name)), ("code", .text($0.code))])
        }
        let others = Value.json(of: [("nations", .list(nations)), ("kinds", .list(kinds))])
        name = "filters"
        json = #"{"regions":[\#(regions.joined(separator: ","))],\#(others.dropFirst())"#
        lines = [
            (Message("regions", ko: "지역"), filters.regions.map { "\($0.name) (\($0.code))" }),
            (Message("nations", ko: "국적"), nations), (Message("kinds", ko: "영화 구분"), kinds),
        ].filter { !$1.isEmpty }.map { name, list in
            Message("\(name): \(list.joined(separator: ", "))", ko: "{1}: {2}")
        }
    }
}

extension Registry {
    /// The built-in plugins as entries of a list.
    var builtInEntries: [PluginEntry] {
        sources.map { source in
            // The policy of figures in files is known only when the files are read.
            PluginEntry(
                kind: "source", manifest: source.manifest,
                policy: source.fileSource != nil ? nil : source.policy)
        }
            + posters.map { PluginEntry(kind: "poster", manifest: $0.manifest) }
            + details.map {
                PluginEntry(kind: "details", manifest: $0.manifest, columns: $0.detailColumns)
            }
            + formats.map { PluginEntry(kind: "format", manifest: $0.manifest) }
    }
}
