internal import BoxOffice
internal import Engine
internal import FoundationEssentials
internal import Storage

/// The result of a run for other programs: the file that `--report` names.
///
/// Those programs depend on its names and their meaning, which MUST NOT CHANGE. A report without a
/// status belongs to a run that has not ended, or was killed.
struct RunReport: ~Copyable {
    private struct Content: Encodable {
        var program = "bo-export \(version)"
        var started_at = "\(CurrentProcess.now())"
        var finished_at: String?
        var status: Int32?
        var source: String?
        var calls: [String: Int] = [:]
        var archive_hits = 0
        var retries = 0
        var rows = 0
        var documents: [Document] = []
        var missing: [Loss] = []
        var warnings: [Loss] = []
        var error: String?
        var hint: String?
        /// What programs know the error by, in every language and version.
        var code: String?

        /// The bytes of the file.
        func encoded() throws(Fault) -> [UInt8] {
            let encoder = JSONEncoder()
            encoder.outputFormatting = [.prettyPrinted, .sortedKeys, .withoutEscapingSlashes]
            guard let bytes = try? encoder.encode(self) else {
                throw Fault(
                    .bug, "report-not-encoded",
                    "the report cannot be put into words", ko: "보고서를 만들 수 없습니다")
            }
            return Array(bytes) + [UInt8(ascii: "\n")]
        }
    }

    private struct Document: Encodable {
        let document: DeliveredDocument
        let format: String
        let sha256: String?

        private enum Key: String, CodingKey { case path, format, rows, from, to, sha256 }

        func encode(to encoder: any Encoder) throws {
            var object = encoder.container(keyedBy: Key.self)
            try object.encode(document.path, forKey: .path)
            try object.encode(format, forKey: .format)
            try object.encode(document.extent.rows, forKey: .rows)
            try object.encode(document.extent.from.map { "\($0)" }, forKey: .from)
            try object.encode(document.extent.to.map { "\($0)" }, forKey: .to)
            try object.encode(sha256, forKey: .sha256)
        }
    }

    /// Something that is missing, or a warning.
    private struct Loss: Encodable {
        private let code: String
        private let message: String
        private let scope: Fault.Scope

        init(_ fault: Fault, _ console: Console) {
            code = fault.code
            message = console.english(fault.wording)
            scope = fault.scope
        }

        private enum Key: String, CodingKey {
            case code, message, source, chart, from, to, region, movie_code
        }

        func encode(to encoder: any Encoder) throws {
            var object = encoder.container(keyedBy: Key.self)
            try object.encode(code, forKey: .code)
            try object.encode(message, forKey: .message)
            try object.encode(scope.source, forKey: .source)
            try object.encode(scope.chart, forKey: .chart)
            try object.encode(scope.from, forKey: .from)
            try object.encode(scope.to, forKey: .to)
            try object.encode(scope.region, forKey: .region)
            try object.encode(scope.movieCode, forKey: .movie_code)
        }
    }

    /// SHA-256 of what went to standard output.
    var digest: String?
    private var content = Content()
    private var format = ""
    private var file: FileSink?
    private let path: String?
    private let outputs: [String]
    private let console: Console
    private var hasBegun = false
    private var isLive = false
    private var tally: Tally?
    /// The connection to the services, once the run has one.
    private(set) var network: Network?

    /// A report at `path`, or one that is not written if that is nil.
    ///
    /// - Parameter outputs: paths that may be those of the output, which the report must not replace.
    /// - Throws: a ``Fault`` of kind `cannotCreate`, also if the disk has no room for a report.
    init(at path: String?, besides outputs: [String], console: Console) throws(Fault) {
        self.path = path
        self.outputs = outputs
        self.console = console
        guard let path else { return }
        file = try Self.file(at: path, room: usualRoom)
        isLive = file?.isLive ?? false
    }

    private static func file(at path: String, room: Int) throws(Fault) -> FileSink {
        var file = try FileSink(at: path, allowsEmpty: true)
        try file.takeRoom(for: room)
        return file
    }

    /// Replaces the report of an earlier run by one without a status, and makes sure that there is
    /// room for the final one: a report that cannot be written must fail before the output is replaced.
    ///
    /// By now the output is known to have another path.
    ///
    /// - Throws: a ``Fault`` of kind `cannotCreate` or `cannotWrite`.
    mutating func begin(
        _ plan: Plan, as format: String, _ connected: Connected
    ) throws(Fault) {
        note(plan.source)
        self.format = format
        tally = connected.fetcher.tally
        network = connected.network
        hasBegun = true
        guard let path, !isLive else { return }
        // Every period may be missing, or have a document of its own.
        var most = 0
        if case .chart(let query) = plan.requested {
            most = query.periods.count * max(1, query.regions.count)
        }
        try put(content)
        file = try Self.file(at: path, room: usualRoom + 640 * most)
    }

    /// Writes `content` to the file.
    private mutating func put(_ content: Content) throws(Fault) {
        guard var file = file.take() else { return }
        let bytes = try content.encoded()
        try file.write(bytes.span)
        try file.commit(rows: 0)
    }

    /// Notes the source of the rows.
    mutating func note(_ source: any Source) { content.source = source.manifest.name }

    /// Writes the report; if that fails there is a warning, and the run succeeds all the same
    /// because its output is complete.
    ///
    /// - Parameter warnings: those of counting the calls.
    consuming func commit(status: Int32, _ fault: Fault?, _ warnings: [Fault]) {
        var content = content
        content.finished_at = "\(CurrentProcess.now())"
        content.status = status
        content.calls = network?.calls ?? [:]
        var warnings = warnings
        let isWanted = path != nil
        if let tally {
            content.retries = tally.summary.retries
            content.archive_hits = tally.summary.archiveHits
            content.rows = tally.rows
            for document in tally.documents where isWanted {
                var sha256 = document.path == "-" ? digest : nil
                do throws(Fault) {
                    if document.path != "-" { sha256 = try Digest.ofFile(at: document.path) }
                } catch {
                    let fault = error.about(
                        Message("no-digest", "the report has no sha256", ko: "보고서에 sha256이 없습니다"))
                    console.warn(fault)
                    warnings.append(fault)
                }
                content.documents.append(
                    Document(document: document, format: format, sha256: sha256))
            }
            let summary = tally.summary
            content.missing = summary.missing.map { [console] in Loss($0, console) }
            // A run that failed before its end has not added those of the tally.
            let others = tally.warnings.filter { !summary.warnings.contains($0) }
            warnings =
                summary.incompleteCharts + summary.unwritten + summary.warnings + others + warnings
        }
        content.warnings = warnings.map { [console] in Loss($0, console) }
        content.error = fault.map { console.english($0.wording) }
        content.hint = fault?.advice.map(console.english)
        content.code = fault?.code
        let mayReplace = hasBegun || path.map { Self.mayReplace($0, besides: outputs) } ?? false
        guard mayReplace else { return }
        do throws(Fault) {
            try put(content)
        } catch {
            console.warn(
                "no-report",
                Message("the report is not there: \(error.wording)", ko: "보고서를 쓰지 못했습니다: {1}"))
        }
    }

    /// Whether a report may replace the file at `path` although the run has not begun.
    ///
    /// By then nothing has checked whether that is the output or the file of a key, so only an empty
    /// file or a report is replaced.
    private static func mayReplace(_ path: String, besides outputs: [String]) -> Bool {
        guard !outputs.contains(where: { SmallFile.isSameFile($0, path) }) else { return false }
        guard SmallFile.isRegular(path) else { return true }
        guard let text = try? SmallFile.text(at: path) else { return false }
        return text.isEmpty
            || text.hasPrefix("{") && ["\"status\"", "\"program\""].contains { text.contains($0) }
    }
}

/// The bytes to reserve for a report without a long list of missing periods.
private let usualRoom = 16 * 1024

extension RunReport {
    /// Writes the report of a run that failed before it began, if the command has one and
    /// `arguments`, the environment or the configuration say where.
    static func tell(_ fault: Fault, of arguments: Arguments, console: Console) {
        let given = Values(arguments)
        guard given.command.has(.output) else { return }
        let settings = try? Settings(at: given.config, environment: console.environment)
        func set(_ option: Option) -> String? {
            let value = try? settings?.value(of: Setting(option), for: given.command.name)?.texts
                .first
            return value ?? console.environment[option.variable]
        }
        let named = given.text(\.report).flatMap { $0.isEmpty ? nil : $0 }
        guard let path = named ?? set(OptionTable[\.report]) else { return }
        // The report's own path is among the words, once.
        var outputs = arguments.possiblePaths
        if let own = outputs.lastIndex(of: path) { outputs.remove(at: own) }
        if let output = set(OptionTable[\.output]) { outputs.append(output) }
        do throws(Fault) {
            let report = try RunReport(at: path, besides: outputs, console: console)
            report.commit(status: ExitStatus.of(fault.kind), fault, [])
        } catch {
            console.warn(error)
        }
    }
}

extension Arguments {
    /// Every word, and what may be the value in it: one of them may be the path of the output.
    fileprivate var possiblePaths: [String] {
        all.prefix { $0 != "--" }.flatMap { word in
            guard word.hasPrefix("-") else { return [word] }
            let value = word.split(separator: "=", maxSplits: 1).dropFirst()
            return (value + [word.dropFirst(2)]).map { String($0) }
        }
    }
}
