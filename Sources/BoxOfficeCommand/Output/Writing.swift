internal import BoxOffice
internal import Engine
internal import Executables
internal import Storage

/// What came of a run, and what is to be said of it.
struct Outcome: Sendable {
    /// The pipeline's summary.
    var summary: ExportSummary
    /// What was written where; nil where that can be seen.
    var told: Message?
    /// SHA-256 of what went to standard output, if there is a report.
    var digest: String?
}

/// How the document of a run comes to where it goes.
struct Writing: Sendable {
    let output: Values
    let format: String
    var path: OutputPath
    let options: PluginOptions
    /// The columns that the user chose.
    let chosen: [String]?
    /// Whether pictures are kept in files, to which documents may link.
    var keepsPictures = false
    /// How long to wait for a file that documents are added to; nil if they replace it.
    var timeout: Duration?

    /// Begins the line that shows how far an export is; nil if none is wanted.
    typealias Progress = @Sendable (Export) async -> ProgressLine?

    /// Runs `export` and writes what comes of it.
    func write(
        _ export: Export, as format: any Format, _ console: Console, _ progress: Progress
    ) async throws(Fault) -> Outcome {
        guard output.update else {
            return try await write(export, by: format, console, progress)
        }
        return try await update(export, as: updatable(format), console, progress)
    }

    /// Writes the document from its beginning.
    func write(
        _ export: Export, by format: any Format, _ console: Console, _ progress: Progress
    ) async throws(Fault) -> Outcome {
        let line = await progress(export)
        defer { line?.end() }
        let export = export.reporting(to: line)
        let layout = layout(of: export.plan, console)
        let folders = OutputFolders()
        defer { folders.removeEmpty() }
        switch path {
        case .standardOutput:
            let digest = output.report.map { _ in Digest() }
            let summary = try await export.run(through: format, layout) { _ in
                DigestingSink(StandardOutput(), into: digest)
            }
            return Outcome(summary: summary, digest: digest?.hexadecimal)
        case .file(let path, let makesFolders):
            if makesFolders { try folders.create(for: path) }
            let summary = try await export.run(through: format, layout) { _ throws(Fault) in
                try sink(at: path, of: export.plan)
            }
            let rows = export.fetcher.tally.documents.last?.extent.rows ?? summary.rows
            return Outcome(
                summary: summary,
                told: Message("wrote", "wrote \(rows) rows to '\(path)'", ko: "'{2}'에 {1}행을 썼습니다"))
        case .files(let template, let grouping):
            try tryAll(template, by: grouping, of: export.plan, layout, format, folders)
            let summary: ExportSummary
            do throws(Fault) {
                summary = try await export.run(through: format, layout, by: grouping) {
                    part throws(Fault) in
                    let path = template.path(of: part?.periods)
                    // Another run may have removed the folder because it was empty.
                    if template.makesFolders { try folders.create(for: path) }
                    return try sink(at: path, of: export.plan, tidies: false)
                }
            } catch {
                let count = export.fetcher.tally.documents.count
                if count > 0 {
                    console.note(
                        "files-before",
                        Message("files written before that: \(count)", ko: "그 전에 파일 {1}개를 썼습니다"))
                }
                throw error
            }
            return Outcome(
                summary: summary,
                told: Message(
                    "wrote-files", "rows written: \(summary.rows), files: \(summary.documents)",
                    ko: "파일 {2}개에 {1}행을 썼습니다"))
        }
    }

    /// Checks, before anything is requested, whether the format can write every document of `plan`.
    func check(_ plan: Plan, as format: any Format, _ console: Console) throws(Fault) {
        let layout = layout(of: plan, console)
        if case .files(_, let grouping) = path, case .chart(let query) = plan.query {
            for periods in query.periods.groups(by: grouping) {
                try format.require(layout.about(periods))
            }
        } else {
            try format.require(layout)
        }
    }

    /// The file at `path` for a document of `plan`.
    ///
    /// A document that goes on behind a state may be without rows: then it has the state.
    private func sink(
        at path: String, of plan: Plan, tidies: Bool = true
    ) throws(Fault) -> FileSink {
        try FileSink(
            at: path, allowsEmpty: output.allowEmpty || plan.bookmarks != nil, tidies: tidies,
            addsWithin: timeout)
    }

    /// Finds out, before films are looked up, whether the file can be created.
    func tryOutput(of plan: Plan) throws(Fault) {
        guard case .file(let path, makesFolders: false) = path else { return }
        _ = try sink(at: path, of: plan)
    }

    /// Finds out before anybody is asked whether every file can be created.
    private func tryAll(
        _ template: PathTemplate, by grouping: Periods.Grouping, of plan: Plan, _ layout: Layout,
        _ format: any Format, _ folders: OutputFolders
    ) throws(Fault) {
        guard case .chart(let query) = plan.query else { return }
        var known: Set<Substring> = []
        for periods in query.periods.groups(by: grouping) {
            let path = template.path(of: periods)
            let isNew = known.insert(path[..<(path.lastIndex(of: "/") ?? path.startIndex)]).inserted
            if template.makesFolders, isNew { try folders.create(for: path) }
            let sink = try sink(at: path, of: plan, tidies: isNew)
            if sink.file != nil {
                _ = try format.document(layout.about(periods), for: sink.file)
            }
        }
    }

    /// The layout of the documents of `plan`.
    func layout(of plan: Plan, _ console: Console) -> Layout {
        let medium = (output.color ?? .auto).medium(
            isTerminal: output.output == "-" && CurrentProcess.printsToTerminal, console.environment
        )
        var layout = plan.layout(
            header: output.header, medium: medium, mayLeaveOutColumns: chosen == nil,
            options: options, begun: CurrentProcess.now()
        )
        layout.document.linkBase = linkBase
        layout.korean = { console.korean }
        return layout
    }

    /// What links to kept pictures start from; nil if none are kept.
    ///
    /// The folders of a template have the same number of names whatever is filled in.
    private var linkBase: LinkBase? {
        guard keepsPictures else { return nil }
        let folder = output.output.lastIndex(of: "/").map { String(output.output[...$0]) } ?? ""
        return LinkBase(folder: folder, workingFolder: CurrentProcess.workingFolder)
    }
}

extension Export {
    /// The export, reporting to `line`.
    func reporting(to line: ProgressLine?) -> Export {
        var export = self
        if let line { export.onProgress = { line.show(done: $0) } }
        return export
    }
}
