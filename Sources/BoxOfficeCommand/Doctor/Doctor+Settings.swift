internal import BoxOffice
internal import Storage

extension Doctor {
    /// Reads the settings, once because they may come from a pipe; nil if something is wrong with
    /// them.
    func settings(_ report: inout DoctorReport, _ console: Console) -> Settings? {
        do throws(Fault) {
            let settings = try Settings(at: running.config, environment: console.environment)
            try settings.checkNames(.program, console.environment.services)
            return settings
        } catch {
            report.add(error, at: .settings)
            return nil
        }
    }

    /// The environment with what `settings` set.
    func environment(
        with settings: Settings?, _ report: inout DoctorReport, _ console: Console
    ) -> Environment {
        guard let settings else { return console.environment }
        do throws(Fault) {
            return try console.environment.with(settings)
        } catch {
            report.add(error, at: .settings)
            return console.environment
        }
    }

    /// Shows the settings that are not the default, or all of them with `--verbose`, and checks them.
    func show(
        _ settings: Settings, _ report: inout DoctorReport, _ console: Console
    ) async throws(Fault) {
        try report.line(
            Message("doctor.config", "config", ko: "설정 파일"),
            settings.path.map { Message($0) } ?? Message("doctor-no-file", "no file", ko: "없음"))
        let all = Setting.all(console.environment.services)
        var lines: [(name: Message, text: Message)] = []
        for setting in all {
            do throws(Fault) {
                if let (values, origin) = try settings.value(of: setting) {
                    let text = values.joined(separator: ", ")
                    lines.append((Message(setting.name), Message("\(text)  (\(origin))" as String)))
                } else if isDetailed {
                    lines.append(
                        (
                            Message(setting.name),
                            Message(
                                "doctor-default", "\(setting.standard)  (default)", ko: "{1}  (기본값)"
                            )
                        ))
                }
            } catch {
                report.add(error, at: .settings)
            }
        }
        let count =
            lines.isEmpty
            ? Message("doctor-none-set", "none is set", ko: "변경 없음")
            : Message("doctor-set", "\(lines.count) set", ko: "{1}개 변경")
        try report.line(
            Message("doctor.settings", "settings", ko: "설정"),
            isDetailed
                ? Message(all.count)
                : Message(
                    "doctor-settings", "\(count); -v shows all \(all.count)",
                    ko: "{1}. 전체 {2}개는 -v로 확인하세요"))
        try report.details(lines)
        await check(settings, &report, console)
        if let path = settings.path, SmallFile.isReadableByOthers(path) {
            for key in console.environment.services.compactMap(\.key) {
                let setting = Setting(variable: key.variable)
                guard try settings.value(of: setting) != nil else { continue }
                console.warn("key-file-readable", .keyIsReadable(path))
                break
            }
        }
    }

    /// Checks whether the commands take what is set for them.
    func check(
        _ settings: Settings, _ report: inout DoctorReport, _ console: Console
    ) async {
        var seen: Set<String> = []
        // One command of each kind, and those that have a section of their own.
        for command in Grammar.program.topCommands where command.isConfigured {
            let name = command.name
            guard name == "daily" || name == "movies" || settings.sections.contains(name) else {
                continue
            }
            do throws(Fault) {
                let values = try Values(Arguments([name], of: .program)).with(settings)
                guard name == "daily" else { continue }
                let registry = try Registry.withExecutables(
                    in: values.pluginDir,
                    asked: [
                        values.source,
                        FormatChoice.likely(values).name,
                    ],
                    isQuiet: true,
                    console: Console(
                        environment: console.environment.with(settings), added: console.added))
                let source = try await registry.source(named: values.source)
                if let top = values.number(\.top) { try source.policy.check(top: top) }
                let format = try await registry.format(
                    named: registry.formatChoice(for: values).name)
                _ = try values.settled(on: format).options(for: format.manifest)
            } catch {
                if seen.insert(error.message).inserted { report.add(error, at: .settings) }
            }
        }
    }
}
