internal import Assistant
internal import BoxOffice
internal import Engine
internal import Glibc
internal import Storage
internal import Wire

/// The result of a run for other programs: the file of `--report`.
///
/// Those programs depend on its names and their meaning, which MUST NOT CHANGE. A report without a
/// status belongs to a run that has not ended, or was killed.
struct RunReport: ~Copyable {
    /// The SHA-256 of the bytes on standard output.
    var digest: String?
    /// The fields; an error has the code that programs identify it by, in every language and version.
    private var fields: [String: JSONValue] = [
        "program": .text("bo-export \(version)"), "started_at": .text("\(CurrentProcess.now())"),
        "archive_hits": .number("0"), "retries": .number("0"), "rows": .number("0"),
        "documents": .list([]), "missing": .list([]), "warnings": .list([]),
        "requested": .null, "changed": .null, "error": .null, "retry_at": .null,
    ]
    private var file: FileSink?
    private let path: String?
    private let console: Console
    /// The connection to the services, once the run has one.
    private(set) var connected: ConnectedRun?

    /// Creates a report at `path`, or one that is not written if `path` is nil.
    ///
    /// - Parameters:
    ///   - output: the path of the output as it was given.
    ///   - inputs: the files and folders that the run reads.
    /// - Throws: a ``Fault`` of kind `usage` if the report would replace anything but an earlier
    ///   report, of kind `cannotCreate`, also if the disk has no room for a report, or of kind
    ///   `cannotWrite` if a device or pipe takes nothing.
    init(
        at path: String?, besides output: String, _ inputs: [String], console: Console
    ) throws(Fault) {
        self.path = path
        self.console = console
        fields["calls"] = calls(of: nil)
        guard let path else { return }
        if path == "-" || SmallFile.isSameFile(path, asAnyOf: ["/proc/self/fd/1"]) {
            throw Fault(
                .usage, "report-is-standard-output",
                "--report takes a file, and '\(path)' is standard output, which is for data alone",
                ko: "'{1}'{은/는} 데이터만 쓰는 표준 출력입니다. --report에는 파일을 지정하세요",
                hint: "name a file, such as --report report.json",
                hintKo: "--report report.json처럼 파일을 지정하세요")
        }
        if output != "-" { try check(besides: [output]) }
        if SmallFile.isSameFile(path, asAnyOf: inputs) { throw .isInput("report") }
        if FileStatus(of: path)?.isRegular == true, !Self.isReport(at: path) {
            throw Fault(
                .usage, "report-is-another-file",
                "'\(path)' is not an earlier report, and --report replaces nothing else",
                ko: "'{1}'{은/는} 이전 보고서가 아닙니다. --report는 다른 파일을 덮어쓰지 않습니다",
                hint: "name another file", hintKo: "다른 파일을 지정하세요")
        }
        try open(room: usualRoom)
    }

    /// Refuses a report at the path of one of the documents.
    ///
    /// - Throws: a ``Fault`` of kind `usage`; the report is then not written.
    mutating func check(besides documents: [String]) throws(Fault) {
        guard let path, SmallFile.isSameFile(path, asAnyOf: documents) else { return }
        file = nil
        throw .sameFile("report", "output")
    }

    /// Opens the file and reserves that many bytes.
    private mutating func open(room: Int) throws(Fault) {
        guard let path else { return }
        do throws(Fault) { file = try FileSink(at: path, allowsEmpty: true) } catch {
            // Its name is not filled in, as those of documents are.
            throw error.code == "is-a-folder" ? error.advising(nil) : error
        }
        try file?.takeRoom(for: room)
    }

    /// Replaces the report of an earlier run by one without a status, and reserves room for the
    /// final one: a report that cannot be written must fail before the output is replaced.
    ///
    /// By now the output is known to have another path.
    ///
    /// - Throws: a ``Fault`` of kind `cannotCreate` or `cannotWrite`.
    mutating func begin(_ plan: Plan, _ connected: ConnectedRun) throws(Fault) {
        self.connected = connected
        note(plan)
        guard file?.isLive == false else { return }
        // Every period may be missing, or have its own document.
        let most = plan.sourcePlans.compactMap(\.query.charts).reduce(0) { $0 + $1.editionCount }
        try put(fields)
        try open(room: usualRoom + 640 * most)
    }

    /// Writes `fields` to the file.
    private mutating func put(_ fields: [String: JSONValue]) throws(Fault) {
        guard var file = file.take() else { return }
        let bytes = Array("\(console.readable(fields))\n".utf8)
        try file.write(bytes.span)
        try file.commit(rows: 0)
    }

    /// Records the days that are asked for.
    mutating func note(_ plan: Plan) {
        let asked = plan.sourcePlans.compactMap(\.query.charts).filter(\.asksForAny)
        // What is made from charts may need more of them than its own days, or none.
        let all = plan.face?.days.map { [$0] } ?? asked.map(\.periods)
        let last = all.map(\.last.to).max()
        fields["requested"] = all.map(\.first.from).min().map { days($0, last) } ?? .null
    }

    /// Records the names of the sources, as `--source` takes them, and whether documents are brought up
    /// to date.
    mutating func note(_ sources: [any Source], isUpdate: Bool) {
        if isUpdate { fields["changed"] = .list([]) }
        fields["source"] = .text(sources.map(\.manifest.name).joined(separator: ","))
    }

    /// Writes the report; if that fails there is a warning, and the run still succeeds because its
    /// output is complete.
    ///
    /// - Parameter warnings: the warnings about counting the calls.
    consuming func commit(status: Int32, _ fault: Fault?, _ warnings: [Fault]) {
        guard path != nil || console.inquiry != nil else { return }
        var fields = fields
        var warnings = warnings
        let now = CurrentProcess.now()
        fields["finished_at"] = .text("\(now)")
        fields["status"] = .number("\(status)")
        if let connected {
            let tally = connected.fetcher.tally
            let summary = tally.summary
            fields["calls"] = calls(of: connected.network)
            fields["retries"] = .number("\(summary.retries)")
            fields["archive_hits"] = .number("\(summary.archiveHits)")
            fields["rows"] = .number("\(tally.rows)")
            let documents = tally.documents.map { document in
                var sha256 = digest
                do throws(Fault) {
                    // What a descriptor leads to may have had bytes before.
                    let isOpen = ["/dev/std", "/dev/fd/", "/proc/self/fd/"]
                        .contains(where: document.path.hasPrefix)
                    if document.path != "-", !isOpen {
                        sha256 = try Digest.file(at: document.path)
                    }
                } catch {
                    let fault = error.about(
                        Message("the report has no sha256", ko: "보고서에 sha256이 없습니다"))
                    console.advise(fault)
                    warnings.append(fault)
                }
                let extent = document.extent
                return JSONValue(sorting: [
                    "path": .text(document.path), "rows": .number("\(extent.rows)"),
                    "format": .text(connected.planned.format.manifest.name),
                    "from": JSONValue(extent.from?.description),
                    "to": JSONValue(extent.to?.description), "sha256": JSONValue(sha256),
                ])
            }
            fields["documents"] = .list(documents)
            if connected.planned.values.flag(\.update) {
                fields["changed"] = changes(of: tally.documents)
            }
            fields["missing"] = entries(summary.missing)
            // A run that failed before its end has not added the warnings of the tally.
            let others = tally.warnings.filter { !summary.warnings.contains($0) }
            warnings =
                summary.incompleteCharts + summary.unwritten + summary.warnings + others + warnings
        }
        fields["warnings"] = entries(warnings)
        if let fault {
            let stopped = console.signal().map { Fault.stopped(by: $0) } ?? fault
            fields["error"] = entry(
                fault.kind == .cancelled ? stopped : fault,
                console.advice(of: fault))
            fields["retry_at"] = JSONValue(fault.retry(after: now)?.inUTC)
        }
        console.inquiry?.take(report: JSONValue(sorting: fields))
        do throws(Fault) {
            try put(fields)
        } catch {
            console.warn(
                "no-report", "the report was not written: \(error.wording)",
                ko: "보고서를 쓰지 못했습니다: {1}")
        }
    }

    /// Returns the number of calls to each service, including those that were not asked.
    private func calls(of network: Network?) -> JSONValue {
        let none = console.environment.services.map { ($0.name, 0) }
        let calls = (network?.calls ?? [:]).merging(none) { made, _ in made }
        return JSONValue(sorting: calls.mapValues { .number("\($0)") })
    }

    /// Returns the parts of documents that an update changed.
    ///
    /// Of a document that was written anew, all days without a gap are one part.
    private func changes(of documents: [DeliveredDocument]) -> JSONValue {
        let parts = documents.flatMap { document -> [(from: Day?, to: Day?, source: String)] in
            document.changes?.map { ($0.periods.first.from, $0.periods.last.to, $0.source) }
                ?? document.extent.spans.map { ($0.lowerBound, $0.upperBound, "") }
        }
        return .list(
            parts.map { from, to, source in
                let name = source.isEmpty ? fields["source"] ?? .null : .text(source)
                return days(from, to, ["source": name])
            })
    }

    /// Returns an object with the first and the last of some days, and with `others`.
    private func days(
        _ from: Day?, _ to: Day?, _ others: [String: JSONValue] = [:]
    ) -> JSONValue {
        let days = ["from": from, "to": to].mapValues { JSONValue($0?.description) }
        return JSONValue(sorting: days.merging(others) { $1 })
    }

    /// Returns the entries of the report about `faults`.
    private func entries(_ faults: [Fault]) -> JSONValue { .list(faults.map { entry($0) }) }

    /// Returns the object about `fault`, which also has the fields `others`.
    private func entry(_ fault: Fault, _ others: [String: JSONValue] = [:]) -> JSONValue {
        let scope = fault.scope
        let fields = [
            "code": fault.code, "message": console.english(fault.wording),
            "source": scope.source, "chart": scope.chart, "from": scope.from,
            "to": scope.to, "region": scope.region, "movie_code": scope.movieCode,
        ]
        return JSONValue(
            sorting: fields.mapValues(JSONValue.init).merging(others) { $1 })
    }

    /// Returns true if the file at `path` is empty or begins as a report does, however long it is.
    private static func isReport(at path: String) -> Bool {
        guard let bytes = SmallFile.beginning(of: path, count: 100) else { return false }
        let text = String(decoding: bytes, as: UTF8.self)
        // The names are sorted, and this is the first.
        return text.isEmpty
            || text.hasPrefix("{")
                && text.dropFirst().drop(while: \.isWhitespace).hasPrefix("\"archive_hits\"")
    }

    /// Writes the report of a run that failed before it began, if the command has one and
    /// `arguments`, the environment or the configuration name its path.
    static func tell(
        _ fault: Fault, of arguments: Arguments, _ settings: Settings?, console: Console
    ) {
        let given = Values(arguments)
        guard given.command.has(.output) else { return }
        func value(_ name: OptionTable.Path) -> String? {
            if let text = given.texts(name).last, !text.isEmpty { return text }
            let option = OptionTable[name]
            let value = try? settings?.value(of: Setting(option), for: given.command.name)?.texts
                .first
            return value ?? console.environment[option.variable]
        }
        guard let path = value(\.report) else { return }
        do throws(Fault) {
            let inputs = console.inputs(of: given) + [value(\.state)].compactMap(\.self)
            let report = try RunReport(
                at: path, besides: value(\.output) ?? "-", inputs, console: console)
            report.commit(status: ExitStatus.of(fault.kind), fault, [])
        } catch {
            console.warn(error)
        }
    }
}

extension Fault {
    /// The fault of a run that a signal stopped.
    fileprivate static func stopped(by signal: Int32) -> Fault {
        switch signal {
        case SIGTERM:
            Fault(.cancelled, "terminated", "the run was terminated", ko: "실행이 종료 요청을 받아 끝났습니다")
        case SIGHUP:
            Fault(
                .cancelled, "hung-up", "the run was ended because its terminal is gone",
                ko: "터미널 연결이 끊겨 실행이 끝났습니다")
        default: Fault(.cancelled, "interrupted", "the run was interrupted", ko: "실행이 중단되었습니다")
        }
    }

    /// Returns the time from which the same run makes sense, if it ended with status 75 at `end`.
    func retry(after end: Instant) -> Instant? {
        guard ExitStatus.of(kind) == ExitStatus.of(.notYet) else { return nil }
        func later(_ seconds: Int) -> Instant {
            Instant(secondsSince1970: end.secondsSince1970 + seconds)
        }
        if case .passingIn(let seconds) = outlook { return later(seconds) }
        // A chart is published within hours, and nothing says when.
        if kind == .notPublished { return later(3600) }
        let isOfQuota = code.hasSuffix("quota-exhausted")
        let isOfDay = outlook == .tomorrow || isOfQuota || code == "not-over-for-all"
        if isOfQuota, outlook == .tomorrow, let end = QuotaLedger.endOfDoubt(at: end) { return end }
        return isOfDay ? Instant(startOf: end.dayInSeoul.advanced(by: 1)) : end
    }
}

extension Instant {
    /// The time in UTC: `2022-06-08T15:00:00Z`.
    var inUTC: String {
        // What a clock in Seoul shows nine hours before is what one in UTC shows now.
        let clock = Instant(secondsSince1970: secondsSince1970 - 9 * 3600)
        return clock.description.prefix { $0 != "+" } + "Z"
    }
}

/// The bytes to reserve for a report without a long list of missing periods.
private let usualRoom = 16 * 1024

extension Console {
    /// Returns the files and folders that a run with `values` reads.
    func inputs(of values: Values) -> [String] {
        let own = [
            values.text(\.config), values.configuration, values.text(\.replay),
            values.text(\.state),
        ]
        return environment.inputFiles + own.compactMap(\.self) + values.tables
    }
}
