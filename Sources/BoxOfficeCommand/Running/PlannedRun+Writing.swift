internal import Assistant
internal import BoxOffice
internal import Engine
internal import Executables
internal import Storage

/// The result of a run, and the message about it.
struct Outcome: Sendable {
    /// The pipeline's summary.
    var summary: ExportSummary
    /// The number of files that are new or changed.
    var changedFiles = 0
    /// The message about what was written and where, or that nothing had to be; nil if that is
    /// obvious, and after an update that could not find out.
    var told: Message?
    /// The SHA-256 of the bytes on standard output, if there is a report.
    var digest: String?
}

/// The writing of a run's documents to their destinations.
extension PlannedRun {
    /// Writes the rows of the answers that `fetcher` gets.
    func write(with fetcher: Fetcher) async throws(Fault) -> Outcome {
        do throws(Fault) {
            return try await writeEach(parts, with: fetcher) { part async throws(Fault) in
                values.flag(\.update)
                    ? try await part.update(with: fetcher) : try await part.writeAnew(with: fetcher)
            }
        } catch {
            let written = fetcher.tally.documents.filter { $0.changes?.isEmpty != true }
            if !written.isEmpty, files.count > 1 {
                console.note(
                    "files-before", "files written before that: \(written.count, named: "files")",
                    ko: "그 전에 파일 {1}개를 썼습니다")
            }
            throw error
        }
    }

    /// Writes one document after the other with `write`, and goes on without a document whose data
    /// was not received if `--keep-going` was given.
    func writeEach(
        _ parts: [PlannedRun], with fetcher: Fetcher,
        _ write: (PlannedRun) async throws(Fault) -> Outcome
    ) async throws(Fault) -> Outcome {
        let tally = fetcher.tally
        var changed = 0
        var fault: Fault?
        for part in parts {
            let (missing, unwritten) = (tally.summary.missing.count, tally.summary.unwritten.count)
            do throws(Fault) {
                let outcome = try await write(part)
                if parts.count == 1 { return outcome }
                changed += outcome.changedFiles
            } catch {
                // Nothing was received for this file; a fault of the file itself ends the run.
                let isOfOneSource = plan.namesSources && error.endsSource
                guard parts.count > 1, plan.keepsGoing,
                    error.affectsOneRequest || isOfOneSource,
                    tally.summary.missing.count > missing
                else { throw error }
                fault = fault ?? error
                // An export of several documents has named each of them.
                if tally.summary.unwritten.count == unwritten {
                    tally.noteUnwritten(part.wholePath, of: part.plan)
                }
            }
        }
        let documents = tally.documents.count
        if documents == 0, let fault { throw fault }
        let summary = tally.summary
        let told =
            values.flag(\.update)
            ? Message(
                "updated-files",
                "new or changed: \(changed, named: "changed") of \(documents, "file")",
                ko: "파일 {2}개 가운데 {1}개를 새로 만들거나 바꿨습니다")
            : .wrote(summary)
        return Outcome(summary: summary, changedFiles: changed, told: told)
    }

    /// Warns about amounts in several currencies in a document whose rows do not name the currency;
    /// databases and messages for them do.
    func warnOfCurrencies(in plan: Plan) {
        let columns = plan.written.map { plan.dataset.columns[$0] }
        let amounts = columns.filter { $0.kind == .amount }.map(\.name).joined(separator: ", ")
        guard plan.charts != nil, plan.currencies.count > 1, !amounts.isEmpty,
            !plan.columns.contains("currency"), !format.isKeptByKey
        else { return }
        let codes = plan.currencies.map { $0.knownCode ?? "?" }.joined(separator: ", ")
        console.advise(
            "no-currency",
            "no column shows the currency of \(amounts) (\(codes)); add currency to --columns",
            ko: "통화를 나타내는 열이 없습니다: {1} ({2}). --columns에 currency를 추가하세요")
    }

    /// Writes the document from its beginning.
    func writeAnew(with fetcher: Fetcher) async throws(Fault) -> Outcome {
        var export = Export(plan, with: fetcher)
        let layout = self.layout
        if let inquiry = console.inquiry {
            let all = plan.sourcePlans.reduce(0) { all, sourcePlan in
                sourcePlan.requests(to: sourcePlan.source).reduce(all) { count, _ in count + 1 }
            }
            export.onProgress = { inquiry.progress($0, of: all) }
            return Outcome(
                summary: try await export.run(through: format, layout) { _ in NoOutput() })
        }
        let line = showProgress(of: &export)
        defer { line?.end() }
        guard !path.isStandardOutput else {
            let digest = values.text(\.report).map { _ in Digest() }
            let summary = try await export.run(through: format, layout) { _ in
                StandardOutput(into: digest)
            }
            return Outcome(summary: summary, digest: digest?.hexadecimal)
        }
        let folders = OutputFolders()
        defer { folders.removeEmpty() }
        let isOneFile = path.grouping == nil
        let summary = try await export.run(through: format, layout, by: path.grouping) {
            part throws(Fault) in
            let path = part.map { self.path.path(of: $0.periods) } ?? wholePath
            // Another run may have removed the folder because it was empty.
            return try sink(at: path, tidies: isOneFile, folders)
        }
        let rows = fetcher.tally.documents.last?.extent.rows ?? summary.rows
        let told: Message =
            if isOneFile {
                Message("wrote", "wrote \(rows, "row") to '\(wholePath)'", ko: "'{2}'에 {1}행을 썼습니다")
            } else {
                .wrote(summary)
            }
        return Outcome(summary: summary, changedFiles: max(1, summary.documents), told: told)
    }

    /// Starts the progress line of `export`; nil if none is wanted.
    func showProgress(of export: inout Export) -> ProgressLine? {
        let line = ProgressLine(of: self)
        if let line { export.onProgress = { line.show(done: $0) } }
        return line
    }

    /// Checks, before anything is requested, that the format can write every document.
    func checkFormat() throws(Fault) {
        for part in parts {
            let layout = part.layout
            for periods in part.path.groups(of: part.plan) {
                try format.check(periods.map(layout.about) ?? layout)
            }
        }
    }

    /// Returns the file at `path` for a document, and creates its folders if the path is that of a
    /// template.
    ///
    /// A document that continues from a state may have no rows: it then has the state.
    private func sink(
        at path: String, tidies: Bool, _ folders: OutputFolders
    ) throws(Fault) -> FileSink {
        if let live { return try live.sink() }
        if self.path.makesFolders { try folders.create(for: path) }
        return try FileSink(
            at: path, allowsEmpty: values.flag(\.allowEmpty) || plan.bookmarks != nil,
            tidies: tidies,
            addsWithin: format is any AddsToFiles
                ? .seconds(values.timeout) : nil)
    }

    /// Checks, before any request is sent, that every file and recording can be created, and leaves
    /// none.
    func tryOutput() throws(Fault) {
        let folders = OutputFolders()
        defer { folders.removeEmpty() }
        if let folder = values.text(\.record) {
            try folders.create(for: "\(folder)/recording")
            _ = try FileSink(at: "\(folder)/recording", allowsEmpty: true)
        }
        var known: Set<Substring> = []
        for part in parts where !path.isStandardOutput {
            let layout = part.layout
            for periods in part.path.groups(of: part.plan) {
                let path = part.path.path(of: periods)
                // A pipe waits for its reader, for whom it ends when it is closed.
                guard FileStatus(of: path)?.isLive != true else { continue }
                let folder = path[..<(path.lastIndex(of: "/") ?? path.startIndex)]
                let sink = try part.sink(
                    at: path, tidies: known.insert(folder).inserted, folders)
                if sink.file != nil {
                    _ = try format.document(periods.map(layout.about) ?? layout, for: sink.file)
                }
            }
        }
    }

    /// The layout of the documents.
    var layout: Layout {
        let medium = (values.color ?? .auto).medium(
            isTerminal: path.isStandardOutput && CurrentProcess.printsToTerminal,
            console.environment)
        var layout = plan.layout(
            header: format.traits.isProse ? Language.current.header : values.header, medium: medium,
            mayLeaveOutColumns: values.columnNames == nil,
            options: run.options, begun: CurrentProcess.now())
        layout.korean = { console.korean }
        if values.text(\.postersDir) != nil {
            // The folders of a template always have the same number of names, whatever the values.
            let folder = values.output.lastIndex(of: "/").map { values.output[...$0] } ?? ""
            layout.document.linkBase = LinkBase(
                folder: String(folder), workingFolder: CurrentProcess.workingFolder)
        }
        return layout
    }
}

/// A device or a pipe that stays open for the next attempt: its reader sees one document.
final class LiveOutput: Sendable {
    private let first: FileSink

    init(at path: String) throws(Fault) { first = try FileSink(at: path, allowsEmpty: true) }

    /// Returns a sink of its own for an attempt.
    func sink() throws(Fault) -> FileSink { try FileSink(on: first) }
}

extension FileStatus {
    /// True if it is a device or a pipe, whose reader sees what is written at once.
    var isLive: Bool { !isRegular && !isFolder }
}

extension Message {
    /// The message that several files were written.
    fileprivate static func wrote(_ summary: ExportSummary) -> Message {
        Message(
            "wrote-files",
            "rows written: \(summary.rows, named: "rows"), files: \(summary.documents, named: "files")",
            ko: "파일 {2}개에 {1}행을 썼습니다")
    }
}
