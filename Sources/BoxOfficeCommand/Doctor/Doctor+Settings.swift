internal import BoxOffice
internal import Storage

extension Doctor {
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
