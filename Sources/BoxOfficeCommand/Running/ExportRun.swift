internal import BoxOffice
internal import Engine

/// One export, from the values of the command line to the exit status.
///
/// It goes through five values: a ``ResolvedRun`` has the plugins and what they are asked for, a
/// ``PlannedRun`` the requests and the places of the documents, a ``ConnectedRun`` the way to the
/// services, an ``Outcome`` what was written, and the exit status comes when the user has been told
/// what no document shows.
///
/// Errors of the command line are found first, then errors of the set-up, then whether the output
/// can be created; only after that is a service asked.
enum ExportRun {
    /// Exports what `ask` returns for the only source, or by default what a command of charts asks
    /// for, and returns the exit status.
    static func run(
        _ values: Values, _ console: Console,
        _ ask: ((any Source) throws(Fault) -> Asked)? = nil
    ) async throws(Fault) -> Int32 {
        try await reporting(values, console) { report async throws(Fault) in
            try await carryOut(try await ResolvedRun(values, console, ask), reporting: &report)
        }
    }

    /// Runs `body`, and writes the report of how it ended.
    static func reporting(
        _ values: Values, _ console: Console,
        _ body: (inout RunReport) async throws(Fault) -> Int32
    ) async throws(Fault) -> Int32 {
        var report = try RunReport(
            at: values.text(\.report), besides: values.output, console.inputs(of: values),
            console: console)
        let status: Int32
        var fault: Fault?
        do throws(Fault) {
            status = try await body(&report)
        } catch {
            let named = values.naming(error)
            fault = named
            status =
                console.signal().map(ExitStatus.endedBy(signal:)) ?? ExitStatus.of(named.kind)
        }
        let warnings = await report.connected?.network.warnings ?? []
        report.commit(status: status, fault, warnings)
        if let fault { throw fault }
        return status
    }

    /// Plans, fetches and writes, or shows the requests that would be sent.
    ///
    /// - Parameter known: the connection, if an attempt already has one.
    private static func carryOut(
        _ run: ResolvedRun, over known: ConnectedRun? = nil, reporting report: inout RunReport
    ) async throws(Fault) -> Int32 {
        let isUpdate = run.values.flag(\.update)
        report.note(run.sources, isUpdate: isUpdate)
        guard let planned = try PlannedRun(run) else { return run.tellNothingToDo() }
        report.note(planned.plan)
        try report.check(besides: planned.files)
        if run.values.flag(\.dryRun) {
            planned.tellRecordings()
            return try await planned.show()
        }
        if !isUpdate, known == nil {
            for part in planned.parts { part.warnOfCurrencies(in: part.plan) }
        }
        var connected = if let known { known.carrying(planned) } else { try ConnectedRun(planned) }
        try report.begin(planned.plan, connected)
        if run.console.inquiry != nil { try await planned.allow(over: connected.network) }
        try connected.holdOutput()
        let outcome: Outcome?
        do throws(Fault) {
            outcome = try await connected.write(reporting: &report)
        } catch {
            // A reader that goes on after a state may get rows twice.
            guard connected.fetcher.tally.rows == 0 || run.format is any Resumable,
                let before = run.before(error)
            else {
                await connected.tellWarnings()
                throw error
            }
            return try await carryOut(before, over: connected, reporting: &report)
        }
        guard let outcome else { return run.tellNothingToDo() }
        report.digest = outcome.digest
        return await connected.tell(outcome)
    }
}

extension Fault {
    /// Returns the fault of several sources for a command that takes one.
    static func oneSource(_ command: String, _ source: String) -> Fault {
        Fault(
            .usage, "one-source",
            "\(command) takes one source", ko: "{1} 명령에는 소스를 하나만 지정할 수 있습니다",
            hint: "such as --source \(source); only charts join several",
            hintKo: "--source {1}처럼 지정하세요. 여러 소스를 합칠 수 있는 것은 박스오피스뿐입니다")
    }

    /// Returns the fault of two options that name one file.
    static func sameFile(_ option: String, _ other: String) -> Fault {
        let code = "\(option)-is-\(other)"
        return Fault(
            .usage, code,
            "--\(option) and --\(other) name the same file",
            ko: "--{1}{과/와} --{2}{이/가} 같은 파일을 가리킵니다")
    }

    static func isInput(_ option: String) -> Fault {
        let code = "\(option)-is-input"
        return Fault(
            .usage, code,
            "--\(option) names a file that the run reads, such as that of a key or of the configuration",
            ko: "--{1}에 키 파일이나 설정 파일처럼 이번 실행이 읽는 파일을 지정했습니다")
    }

    static let noArchive = Fault(
        .configuration, "no-archive",
        "there is no archive: neither XDG_CACHE_HOME nor HOME is an absolute path",
        ko: "보관함이 없습니다. XDG_CACHE_HOME과 HOME 어느 쪽도 절대 경로가 아닙니다")
}
