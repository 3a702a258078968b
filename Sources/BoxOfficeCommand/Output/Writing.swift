internal import BoxOffice
internal import Engine
internal import Executables
internal import Storage

/// How the document of a run comes to where it goes.
struct Writing: Sendable {
    let output: OutputOptions
    let format: String
    private(set) var path: OutputPath
    let options: PluginOptions
    /// The columns that the user chose.
    let chosen: [String]?
    /// Whether pictures are kept in files, to which documents may link.
    var keepsPictures = false
    /// How long to wait for a file that documents are added to; nil if they replace it.
    var timeout: Duration?

    /// Runs `export` and writes what comes of it.
    func write(
        _ export: Export, as format: any Format, _ network: Network, _ running: RunningOptions,
        _ console: Console
    ) async throws(Fault) -> Outcome {
        guard output.update else {
            return try await write(export, by: format, network, running, console)
        }
        let format = try updatable(format)
        if case .trend = export.plan.query {
            return try await updateTrend(export, as: format, network, running, console)
        }
        return try await update(export, as: format, network, running, console)
    }

    /// `format`, if it can be brought up to date.
    private func updatable(_ format: any Format) throws(Fault) -> any Updatable {
        guard let format = format as? any Updatable else {
            throw .cannotUpdate(format.manifest.name)
        }
        return format
    }

    /// Writes the document from its beginning.
    func write(
        _ export: Export, by format: any Format, _ network: Network,
        _ running: RunningOptions, _ console: Console
    ) async throws(Fault) -> Outcome {
        let progress = await ProgressLine(of: export, network, output, running, console)
        defer { progress?.end() }
        return try await write(watched(export, progress), by: format, console)
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

    /// The export, reporting to `progress`.
    func watched(_ export: Export, _ progress: ProgressLine?) -> Export {
        guard let progress else { return export }
        var export = export
        export.onProgress = { progress.show(done: $0) }
        return export
    }

    private func write(
        _ export: Export, by format: any Format, _ console: Console
    ) async throws(Fault) -> Outcome {
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
                summary: summary, told: Message("wrote", "wrote \(rows) rows to '\(path)'"))
        case .files(let template, let grouping):
            try tryAll(template, by: grouping, of: export.plan, layout, format, folders)
            let summary: ExportSummary
            do throws(Fault) {
                summary = try await export.run(through: format, layout, by: grouping) {
                    periods throws(Fault) in
                    let path = template.path(of: periods)
                    // Another run may have removed the folder because it was empty.
                    if template.makesFolders { try folders.create(for: path) }
                    return try sink(at: path, of: export.plan, tidies: false)
                }
            } catch {
                let count = export.fetcher.tally.documents.count
                if count > 0 {
                    console.note("files-before", "files written before that: \(count)")
                }
                throw error
            }
            return Outcome(
                summary: summary,
                told: Message(
                    "wrote-files", "rows written: \(summary.rows), files: \(summary.documents)"))
        }
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
        ).linking(from: linkBase)
        layout.korean = { console.korean }
        return layout
    }

    // MARK: - Bringing up to date

    /// Brings the document of every month or year up to date, one after the other.
    private func updateEach(
        _ template: PathTemplate, by grouping: Periods.Grouping, _ export: Export,
        as format: any Updatable, _ network: Network, _ running: RunningOptions, _ console: Console
    ) async throws(Fault) -> Outcome {
        let tally = export.fetcher.tally
        var changed = 0
        var fault: Fault?
        let parts = parts(
            of: export.plan, template, by: grouping, export.fetcher.kept, as: format, console)
        if parts.count == 1, let part = parts.first {
            return try await part.writing.update(
                Export(part.plan, with: export.fetcher), as: format, network, running, console)
        }
        for part in parts {
            let missing = tally.summary.missing.count
            do throws(Fault) {
                let outcome = try await part.writing.update(
                    Export(part.plan, with: export.fetcher), as: format, network, running, console)
                if let code = outcome.told?.code, code != "up-to-date" { changed += 1 }
            } catch {
                // Nothing could be had for this file; what is wrong with the file itself ends the run.
                guard export.plan.keepsGoing, error.affectsOneRequest,
                    tally.summary.missing.count > missing
                else { throw error }
                fault = fault ?? error
                tally.noteUnwritten(part.path, of: part.plan)
            }
        }
        let documents = tally.documents.count
        if documents == 0, let fault { throw fault }
        return Outcome(
            summary: tally.summary,
            told: Message(
                "updated-files", "\(changed) of \(documents) files are new or changed"))
    }

    /// A writing and a plan for every document, and for those of the two months before that have
    /// something provisional; these come last, and nothing else is asked for them.
    private func parts(
        of plan: Plan, _ template: PathTemplate, by grouping: Periods.Grouping,
        _ kept: KeptAnswers, as format: any Updatable, _ console: Console?
    ) -> [(writing: Writing, path: String, plan: Plan)] {
        guard case .chart(let query) = plan.query else { return [] }
        func part(_ periods: Periods) -> (writing: Writing, path: String, plan: Plan) {
            var writing = self
            let path = template.path(of: periods)
            writing.path = .file(path, makesFolders: template.makesFolders)
            return (writing, path, plan.narrowed(to: periods))
        }
        let first = query.periods.first
        let early = Periods(
            from: Period(of: query.chart, containing: first.from.advanced(by: -62)),
            to: first.advanced(by: -1))
        let parts = query.periods.groups(by: grouping).map(part)
        let paths = Set(parts.map(\.path))
        let earlier =
            early.groups(by: grouping).map(part).compactMap { part in
                guard !paths.contains(part.path), SmallFile.isThere(part.path) else { return nil }
                let nothing = part.plan.asking(only: [])
                do throws(Fault) {
                    let others = try part.writing.existing(at: part.path, for: nothing, as: format)?
                        .remaining(of: nothing, kept).others
                    guard others?.periodsToAsk.isEmpty == false else { return nil }
                } catch {
                    console?.warn(error)
                    return nil
                }
                return (part.writing, part.path, nothing)
            } as [(writing: Writing, path: String, plan: Plan)]
        return parts + earlier
    }

    /// Asks for what the document that is there has not, and puts it where it belongs.
    private func update(
        _ export: Export, as format: any Updatable, _ network: Network, _ running: RunningOptions,
        _ console: Console
    ) async throws(Fault) -> Outcome {
        if case .files(let template, let grouping) = path, grouping != .period {
            return try await updateEach(
                template, by: grouping, export, as: format, network, running, console)
        }
        guard case .file(let path, let makesFolders) = path else { throw .oneFileOnly }
        let folders = OutputFolders()
        defer { folders.removeEmpty() }
        if makesFolders { try folders.create(for: path) }
        let lock = try await lock(path, console)
        defer { withExtendedLifetime(lock) {} }
        guard let found = try existing(at: path, for: export.plan, as: format) else {
            return try await write(export, by: format, network, running, console)
        }
        let kept = export.fetcher.kept
        let (asked, others) = try found.remaining(of: export.plan, kept)
        let hasOthers = !others.periodsToAsk.isEmpty
        let rest = Export(asked, with: export.fetcher)
        var (outcome, changes) = try await bring(
            found, rest, at: path, isAll: !hasOthers, as: format, network, running, console)
        guard hasOthers, let found = try existing(at: path, for: export.plan, as: format) else {
            return outcome
        }
        // They are not what was asked for, so their faults end nothing.
        var fetcher = export.fetcher
        fetcher.tally = Tally()
        do throws(Fault) {
            let (more, moreChanges) = try await bring(
                found, Export(others.keepingGoing, with: fetcher), at: path, isAll: true,
                as: format, network, running, console)
            for fault in more.summary.missing { console.warn(.olderRowsStay(fault)) }
            outcome.summary.incompleteCharts += more.summary.incompleteCharts
            outcome.summary.warnings += more.summary.warnings
            changes += moreChanges
        } catch {
            guard error.affectsOneRequest || error.kind == .notYet else { throw error }
            console.warn(.olderRowsStay(error))
        }
        if changes > 0 { outcome.told = .updated(path, changes) }
        return outcome
    }

    /// Asks for what `export` says, puts it into the document that was found at `path`, and says how
    /// many periods changed.
    ///
    /// - Parameter isAll: whether everything in the document that may have changed is asked for now.
    private func bring(
        _ found: consuming Update, _ export: Export, at path: String, isAll: Bool,
        as format: any Updatable, _ network: Network, _ running: RunningOptions, _ console: Console
    ) async throws(Fault) -> (Outcome, changes: Int) {
        let tally = export.fetcher.tally
        let upToDate = Message("up-to-date", "'\(path)' is up to date")
        guard !export.plan.periodsToAsk.isEmpty else {
            let extent = found.document.segments.extent
            tally.deliver(DeliveredDocument(path: path, extent: extent), rows: 0)
            return (Outcome(summary: ExportSummary(), told: upToDate), 0)
        }
        let progress = await ProgressLine(of: export, network, output, running, console)
        defer { progress?.end() }
        let layout = layout(of: export.plan, console)
        let earlier = found.document
        let file = try found.begin(at: path)
        let summary = try await watched(export, progress).run(
            format, layout, by: .period,
            over: .init(rows: earlier.fullRows, didEmpty: file.mayEmpty)
        ) { periods throws(Fault) in
            guard let periods else {
                throw Fault(.bug, "document-without-period", "a part has no period")
            }
            return file.section(of: periods.first)
        }
        // What was not had now, or was had earlier, is as old as before.
        let isPartial =
            !isAll || !summary.missing.isEmpty || !export.fetcher.asksServices
            || !summary.incompleteCharts.isEmpty
            || summary.warnings.contains { $0.code == "fuller-rows-stay" }
        try file.commit(isPartial: isPartial)
        tally.deliver(
            DeliveredDocument(path: path, extent: file.extent),
            rows: file.changedRows)
        let told =
            file.isChanged
            ? .updated(path, file.changes) : isPartial && isAll ? nil : upToDate
        return (Outcome(summary: summary, told: told), file.changes)
    }

    /// `plan` without what is there already, if it is to bring a document up to date.
    func remaining(
        of plan: Plan, _ kept: KeptAnswers, as format: any Format
    ) throws(Fault) -> Plan {
        guard output.update else { return plan }
        if case .files(let template, let grouping) = path, grouping != .period {
            return try remaining(of: plan, kept, template, by: grouping, as: updatable(format))
        }
        guard case .file(let path, _) = path else { throw .oneFileOnly }
        return try remaining(of: plan, kept, at: path, as: updatable(format))
    }

    private func remaining(
        of plan: Plan, _ kept: KeptAnswers, at path: String, as format: any Updatable
    ) throws(Fault) -> Plan {
        if case .trend = plan.query {
            return try remainingTrend(of: plan, kept, at: path, as: format)
        }
        guard let found = try existing(at: path, for: plan, as: format) else { return plan }
        let (asked, others) = try found.remaining(of: plan, kept, skipsRewritten: true)
        let wanted = asked.periodsToAsk + others.periodsToAsk
        return asked.asking(only: wanted.sorted { $0.from < $1.from })
    }

    private func remaining(
        of plan: Plan, _ kept: KeptAnswers, _ template: PathTemplate,
        by grouping: Periods.Grouping, as format: any Updatable
    ) throws(Fault) -> Plan {
        var wanted: [Period] = []
        for part in parts(of: plan, template, by: grouping, kept, as: format, nil) {
            wanted += try part.writing.remaining(of: part.plan, kept, at: part.path, as: format)
                .periodsToAsk
        }
        return plan.asking(only: wanted.sorted { $0.from < $1.from })
    }

    /// Waits until nobody else brings a document of the folder up to date.
    ///
    /// - Throws: a ``Fault`` of kind `cannotWrite` where that takes ten minutes. It is none of kind
    ///   `notYet`, because jobs take that for a success: nobody would hear of a run that hangs.
    func lock(_ path: String, _ console: Console) async throws(Fault) -> FolderLock {
        for attempt in 0..<6000 {
            if let lock = try FolderLock(ofFolderOf: path) { return lock }
            if attempt == 0 {
                console.note("folder-busy", "another run is at work on '\(path)'; waiting for it")
            }
            do {
                try await Task.sleep(for: .milliseconds(100))
            } catch {
                throw Fault.cancelled
            }
        }
        throw Fault(
            .cannotWrite, "folder-locked",
            "another run has been at work on '\(path)' for ten minutes",
            hint: "'fuser -v' with the folder of the file says which process has its lock")
    }
}

extension Fault {
    /// The output of `--update` is not one file.
    static let oneFileOnly = Fault(
        .usage, "one-file-only", "--update goes with charts and one file",
        hint:
            "leave out --update, or write {year} or {month} instead of {date}"
    )
}

extension Fault {
    /// What was asked for besides could not be had.
    fileprivate static func olderRowsStay(_ fault: Fault) -> Fault {
        fault.saying(Message("older-rows-stay", "the older rows stay: \(fault.wording)"))
    }
}

extension Message {
    fileprivate static func updated(_ path: String, _ changes: Int) -> Message {
        Message(
            "updated", "brought '\(path)' up to date: \(changes) periods are new or changed")
    }
}
