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
        argument: name, groups: [.plugins], others: [OptionTable[\.pluginDir]],
        meant: "plugin formats sources 플러그인", run: listPlugins)

    /// The command `bo-export plugins list`, which does the same.
    static let pluginList: Command = Command(
        name: "plugins list", section: nil,
        summary: Message(
            "All plugins, or one with its columns. (default)", ko: "모든 플러그인 또는 플러그인 하나와 그 열 (기본값)"),
        argument: name, groups: [.plugins],
        others: [OptionTable[\.pluginDir]], isAlias: true, run: listPlugins)

    private static let name = Argument(
        name: "name", help: Message("Only the plugins of that name.", ko: "이 이름의 플러그인만"),
        isOptional: true)

    private static let listPlugins: Run = { values, console throws(Fault) in
        let name = values.words.first
        let registry = try Registry.withExecutables(
            in: values.texts(\.pluginDir), asked: name.map { [$0] } ?? [], isList: true,
            isQuiet: true, console: console)
        let refusals = registry.executables?.folders.refusals ?? []
        for refusal in refusals where name == nil || refusal.name == name {
            console.warn("plugin-refused", refusal.reason)
        }
        var entries = registry.builtInEntries
        let files = registry.executables?.folders.files ?? []
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
                        rows: plugin.rows, policy: file.kind == .source ? plugin.policy : nil,
                        said: plugin))
            } catch {
                guard name == nil, error.kind != .cancelled else { throw error }
                console.warn(error.code, "\(error.wording) ('\(file.path)')", ko: "{1} ('{2}')")
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
                ? PluginEntry.json(entries)
                : entries.map { $0.text(withColumns: name != nil, console) }.joined())
        return ExitStatus.success
    }

    /// The command `bo-export plugins check`, which tests an executable.
    static let pluginCheck: Command = Command(
        name: "plugins check", section: nil,
        summary: Message(
            "Run an executable plugin as an export does, and report what it does wrong.",
            ko: "실행 파일 플러그인을 내보낼 때처럼 실행해 잘못된 점을 보고"),
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
