internal import BoxOffice
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
        var missing: [String] = []
        var warnings: [String] = []
        var error: String?
        var hint: String?
        /// What programs know the error by, in every language and version.
        var code: String?

        /// The bytes of the file.
        func encoded() throws(Fault) -> [UInt8] {
            let encoder = JSONEncoder()
            encoder.outputFormatting = [.prettyPrinted, .sortedKeys, .withoutEscapingSlashes]
            guard let bytes = try? encoder.encode(self) else {
                throw Fault(.bug, "report-not-encoded", "the report cannot be put into words")
            }
            return Array(bytes) + [UInt8(ascii: "\n")]
        }
    }

    private struct Document: Encodable {
        let path: String
        let sha256: String?
    }

    private var content = Content()
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
        _ plan: Plan, _ fetcher: Fetcher, _ network: Network
    ) throws(Fault) {
        note(plan.source)
        tally = fetcher.tally
        self.network = network
        hasBegun = true
        guard let path, !isLive else { return }
        // Every period may be missing, and each has its line.
        var most = 0
        if case .chart(let query) = plan.requested {
            most = query.periods.count * max(1, query.regions.count)
        }
        try put(content)
        file = try Self.file(at: path, room: usualRoom + 256 * most)
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

    /// Adds the outcome of the run.
    mutating func add(_ outcome: Outcome) {
        content.rows = outcome.summary.rows
        content.documents = outcome.documents.map { Document(path: $0.path, sha256: $0.sha256) }
        content.missing = outcome.summary.missing.map { console.english($0.wording) }
        content.warnings = (outcome.summary.incompleteCharts + outcome.summary.warnings).map {
            console.english($0.wording)
        }
    }

    /// Writes the report; if that fails there is a warning, and the run succeeds all the same
    /// because its output is complete.
    ///
    /// - Parameter warnings: those of counting the calls.
    consuming func commit(status: Int32, _ fault: Fault?, _ warnings: [Fault]) {
        var content = content
        content.finished_at = "\(CurrentProcess.now())"
        content.status = status
        content.calls = network?.calls ?? [:]
        content.retries = tally?.retries ?? 0
        content.archive_hits = tally?.archiveHits ?? 0
        // A run that failed has no outcome to take them from.
        let others = fault == nil ? [] : tally?.warnings ?? []
        content.warnings += (others + warnings).map { console.english($0.wording) }
        content.error = fault.map { console.english($0.wording) }
        content.hint = fault?.advice.map(console.english)
        content.code = fault?.code
        let mayReplace = hasBegun || path.map { Self.mayReplace($0, besides: outputs) } ?? false
        guard mayReplace else { return }
        do throws(Fault) {
            try put(content)
        } catch {
            console.warn("no-report", "the report is not there: \(error.wording)")
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
