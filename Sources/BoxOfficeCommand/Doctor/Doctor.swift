internal import BoxOffice
internal import Curl
internal import Engine
internal import Storage

extension Command {
    /// `bo-export doctor`: checks that everything a run needs is set up.
    static let doctor: Command = Command(
        name: "doctor", section: .others,
        summary: Message("What is set up, and whether it works.", ko: "설정 내용과 작동 여부 점검"),
        usage: ["doctor [OPTIONS]"],
        prose: Message(
            "Shows the keys that were found (never their text), the services and the calls made today, the formats, the archive, the folders, and the settings that are not the default; with -v all settings. With --online it asks \(Registry.serviceTitle) for one chart. The status is that of the first thing that would stop a run.",
            ko:
                "찾은 키(내용은 표시하지 않음), 서비스와 오늘의 호출 횟수, 형식, 보관함, 폴더, 기본값과 다른 설정을 보여 줍니다. -v를 붙이면 모든 설정을 보여 줍니다. --online을 붙이면 {1}에 박스오피스 하나를 요청해 봅니다. 종료 코드는 실행을 막을 첫 번째 문제에 따라 정해집니다."
        ),
        examples: ["doctor", "doctor --online", "doctor -v"], groups: [.doctor],
        // The doctor must find what is wrong with the settings, not fail because of it.
        isConfigured: false, meant: "check status config 점검 진단"
    ) { values, console throws(Fault) in try await Doctor(values: values).run(console: console) }
}

/// What `bo-export doctor` does.
struct Doctor: Sendable {
    /// The options.
    let values: Values

    var running: Values { values }
    /// Whether a service is asked.
    var online: Bool { values.flag(\.online) }

    /// Whether everything is shown.
    var isDetailed: Bool { running.verbose > 0 }

    func run(console: Console) async throws(Fault) -> Int32 {
        var report = DoctorReport(on: console)
        do throws(Fault) {
            try await examine(&report, console)
        } catch {
            report.reportFaults()
            throw error
        }
        report.reportFaults()
        return report.status
    }

    private func examine(_ report: inout DoctorReport, _ console: Console) async throws(Fault) {
        let today = CurrentProcess.now().dayInSeoul
        var versions = [version]
        do throws(Fault) {
            let curl = try curlVersion()
            versions.append(isDetailed ? curl : String(curl.prefix { $0 != " " }))
        } catch {
            report.add(error, at: .start)
        }
        try report.line(
            Message("bo-export" as String), Message(versions.joined(separator: ", ") as String))
        try report.line(
            Message("doctor.today", "today", ko: "오늘"),
            Message("doctor-today", "\(today) in Seoul", ko: "{1} (한국 시각)"))
        let registry = try Registry.all(console)
        if let source = registry.sources.first {
            let last = today.advanced(by: -source.policy.finalAfter)
            let bound = Message(
                "doctor-final",
                "days up to \(last), by this clock or the service's, whichever is behind; if both are "
                    + "ahead, days are final that much too early",
                ko: "{1}까지. 이 컴퓨터와 서비스의 시계 가운데 늦은 쪽 기준이며, 둘 다 빠르면 그만큼 일찍 확정됩니다")
            try report.details([(Message("doctor.final", "final", ko: "확정"), bound)])
            do throws(Fault) {
                _ = try PeriodSelection().periods(
                    of: .daily, today: today, holdings: source.holdings)
            } catch {
                report.add(error, at: .start)
            }
        }
        let settings = settings(&report, console)
        let environment = environment(with: settings, &report, console)
        try report.gap()
        for service in registry.services {
            do throws(Fault) {
                try await show(service, registry, environment, &report)
            } catch {
                report.add(error, at: .services)
            }
        }
        try report.gap()
        try show(formatsOf: registry, &report)
        if let archive = environment.archive {
            let total = try archive.status(on: today).total
            try report.line(
                Message("doctor.archive", "archive", ko: "보관함"),
                Message(
                    "doctor-archive",
                    "\(total.answers.grouped(by: ",")) answers, \(total.good.grouped(by: ",")) of use today, \(total.damaged) damaged",
                    ko: "응답 {1}건, 오늘 사용 가능 {2}건, 손상 {3}건"
                ))
        }
        try report.line(Message("doctor.folders", "folders", ko: "폴더"), "")
        try report.details(
            Environment.Folder.allCases.map {
                ($0.title, environment.state(of: $0))
            })
        try report.gap()
        if let settings { try await show(settings, &report, console) }
        try proveRedaction(&report, environment)
        if online { try await ask(registry, environment, today: today, &report) }
        try report.gap()
        try report.sumUp()
        try report.showNext()
    }

    /// Writes a made-up key in all forms, and checks that none of them can be seen.
    private func proveRedaction(
        _ report: inout DoctorReport, _ environment: Environment
    ) throws(Fault) {
        let canary = "c4n4ry+\(CurrentProcess.now().secondsSince1970)/=&"
        let console = Console(environment: environment)
        console.hide(Secret(canary))
        let said = console.redacted(
            "\(canary) \(canary.percentEncoded) \(canary.percentEncoded.lowercased())")
        guard said == "*** *** ***" else {
            let fault = Fault(
                .bug, "key-visible",
                "a key was not blotted out of a message", ko: "메시지에서 키가 가려지지 않았습니다")
            return report.add(fault, at: .start)
        }
        guard isDetailed else { return }
        try report.line(
            Message("doctor.keys", "keys", ko: "키"),
            Message(
                "doctor-keys", "a made-up key was blotted out, in every form it travels in",
                ko: "시험용 키가 모든 형태에서 가려졌습니다"))
    }
}

extension Doctor {
    /// Shows the formats that can be written, and what the others lack.
    func show(formatsOf registry: Registry, _ report: inout DoctorReport) throws(Fault) {
        var ready: [String] = []
        var lacking: [(Message, Message)] = []
        for format in registry.formats {
            let name = format.manifest.name
            do throws(Fault) {
                try format.require(
                    Layout(
                        columns: [Column("title", "영화명", .text)],
                        options: try PluginOptions(for: format.manifest)))
                ready.append(name)
            } catch {
                lacking.append((Message(name), error.wording))
            }
        }
        try report.line(
            Message("doctor.formats", "formats", ko: "형식"), Message(ready.joined(separator: ", ")))
        try report.details(lacking)
    }
}
