internal import Archive
internal import BoxOffice
internal import FoundationEssentials

/// What came of a run, for programs: the file that `--report` names.
///
/// Names and meanings are a promise to those programs and MUST NOT CHANGE.
struct RunReport: ~Copyable {
    private struct Content: Encodable {
        var program = "bo-export \(version)"
        var started_at = "\(Process.now())"
        var finished_at = ""
        var status: Int32 = 0
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
    }

    private struct Document: Encodable {
        let path: String
        let sha256: String?
    }

    private var content = Content()
    private var file: FileSink?
    private let console: Console
    private var tally: Tally?
    private var line: ServiceLine?

    /// A report at `path`, or one that goes nowhere.
    ///
    /// - Throws: a ``Fault`` of kind `cannotCreate`.
    init(at path: String?, console: Console) throws(Fault) {
        self.console = console
        if let path { file = try FileSink(at: path, allowsEmpty: true) }
    }

    /// Takes in what counts the calls of the run, also where it fails.
    mutating func watch(_ export: Export, _ line: ServiceLine) {
        content.source = export.source.manifest.name
        tally = export.tally
        self.line = line
    }

    /// Takes in what came of the run.
    mutating func add(_ outcome: Outcome) {
        content.rows = outcome.summary.rows
        content.documents = outcome.documents.map { Document(path: $0.path, sha256: $0.sha256) }
        content.missing = outcome.summary.missing.map { console.redacted($0.message) }
        content.warnings = outcome.summary.warnings.map { console.redacted($0.message) }
    }

    /// Writes the report.
    ///
    /// - Throws: a ``Fault`` of kind `cannotWrite`.
    consuming func commit(status: Int32, _ fault: Fault?) throws(Fault) {
        var content = content
        content.finished_at = "\(Process.now())"
        content.status = status
        content.calls = line?.calls ?? [:]
        content.retries = tally?.retries ?? 0
        content.archive_hits = tally?.archiveHits ?? 0
        content.error = fault.map { console.redacted($0.message) }
        content.hint = fault?.hint.map(console.redacted)
        guard var file = file.take() else { return }
        let encoder = JSONEncoder()
        encoder.outputFormatting = [.prettyPrinted, .sortedKeys, .withoutEscapingSlashes]
        guard let bytes = try? encoder.encode(content) else {
            throw Fault(.bug, "the report cannot be put into words")
        }
        try file.write((Array(bytes) + [UInt8(ascii: "\n")]).span)
        try file.commit(rows: 0)
    }
}
