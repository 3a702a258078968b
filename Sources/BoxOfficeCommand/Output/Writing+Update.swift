internal import BoxOffice
internal import Engine
internal import Storage

/// Documents that are brought up to date.
extension Writing {
    /// One of the files that a plan is brought up to date in, and what of the plan belongs to it.
    private typealias Target = (writing: Writing, path: String, plan: Plan)

    /// `format`, if it can be brought up to date.
    func updatable(_ format: any Format) throws(Fault) -> any Updatable {
        guard let format = format as? any Updatable else {
            throw .cannotUpdate(format.manifest.name)
        }
        return format
    }

    /// Brings the document up to date, or those of every month or year, one after the other.
    func update(
        _ export: Export, as format: any Updatable, _ console: Console, _ progress: Progress
    ) async throws(Fault) -> Outcome {
        let tally = export.fetcher.tally
        var changed = 0
        var fault: Fault?
        let targets = try targets(of: export.plan, export.fetcher.kept, as: format, console)
        for target in targets {
            let missing = tally.summary.missing.count
            do throws(Fault) {
                let outcome = try await target.writing.update(
                    Export(target.plan, with: export.fetcher), at: target.path, as: format,
                    console, progress)
                if targets.count == 1 { return outcome }
                if let code = outcome.told?.code, code != "up-to-date" { changed += 1 }
            } catch {
                // Nothing could be had for this file; what is wrong with the file itself ends the run.
                guard targets.count > 1, export.plan.keepsGoing, error.affectsOneRequest,
                    tally.summary.missing.count > missing
                else { throw error }
                fault = fault ?? error
                tally.noteUnwritten(target.path, of: target.plan)
            }
        }
        let documents = tally.documents.count
        if documents == 0, let fault { throw fault }
        return Outcome(
            summary: tally.summary,
            told: Message(
                "updated-files", "\(changed) of \(documents) files are new or changed",
                ko: "파일 {2}개 가운데 {1}개를 새로 만들거나 바꿨습니다"))
    }

    /// `plan` without what is there already, if it is to bring a document up to date.
    func remaining(
        of plan: Plan, _ kept: KeptAnswers, as format: any Format
    ) throws(Fault) -> Plan {
        guard output.update else { return plan }
        let format = try updatable(format)
        var wanted: [DocumentPart] = []
        for target in try targets(of: plan, kept, as: format, nil) {
            if let found = try existing(at: target.path, for: target.plan, as: format) {
                _ = try found.continuing(plan)
                let (asked, others) = found.remaining(of: target.plan, kept, rewrites: false)
                wanted += asked + others
            } else {
                wanted += target.plan.parts
            }
        }
        return plan.asking(only: wanted)
    }

    /// The file of the document, or those of every month or year and then those of the two months
    /// before that have something provisional; nothing else is asked for the latter.
    private func targets(
        of plan: Plan, _ kept: KeptAnswers, as format: any Updatable, _ console: Console?
    ) throws(Fault) -> [Target] {
        if case .file(let path, _) = path { return [(self, path, plan)] }
        guard case .files(let template, let grouping) = path, grouping != .period,
            case .chart(let query) = plan.query
        else { throw .oneFileOnly }
        func target(_ periods: Periods) -> Target {
            var writing = self
            let path = template.path(of: periods)
            writing.path = .file(path, makesFolders: template.makesFolders)
            return (writing, path, plan.narrowed(to: periods))
        }
        let first = query.periods.first
        let early = Periods(
            from: Period(of: query.chart, containing: first.from.advanced(by: -62)),
            to: first.advanced(by: -1))
        var targets = query.periods.groups(by: grouping).map(target)
        let paths = Set(targets.map(\.path))
        for (writing, path, plan) in early.groups(by: grouping).map(target)
        where !paths.contains(path) && SmallFile.isThere(path) {
            let nothing = plan.asking(only: [])
            do throws(Fault) {
                let found = try existing(at: path, for: nothing, as: format)
                if found?.remaining(of: nothing, kept).others.isEmpty == false {
                    targets.append((writing, path, nothing))
                }
            } catch {
                console?.warn(error)
            }
        }
        return targets
    }

    /// Asks for what the document at `path` has not, or that was provisional, and puts it where it
    /// belongs.
    private func update(
        _ export: Export, at path: String, as format: any Updatable, _ console: Console,
        _ progress: Progress
    ) async throws(Fault) -> Outcome {
        let folders = OutputFolders()
        defer { folders.removeEmpty() }
        if case .file(_, makesFolders: true) = self.path { try folders.create(for: path) }
        let lock = try await lock(path, console)
        defer { withExtendedLifetime(lock) {} }
        guard let file = try existing(at: path, for: export.plan, as: format) else {
            return try await write(export, by: format, console, progress)
        }
        let tally = export.fetcher.tally
        let (asked, others) = file.remaining(of: export.plan, export.fetcher.kept)
        let plan = try file.continuing(export.plan)
        let upToDate = Message(
            "up-to-date", "'\(path)' is up to date", ko: "'{1}'{은/는} 이미 최신 상태입니다")
        guard !asked.isEmpty || !others.isEmpty else {
            tally.deliver(DeliveredDocument(path: path, extent: file.extent), rows: 0)
            return Outcome(summary: ExportSummary(), told: upToDate)
        }
        try file.begin()
        func fetch(
            _ parts: [DocumentPart], _ plan: Plan, _ fetcher: Fetcher
        ) async throws(Fault) -> ExportSummary {
            let export = Export(plan.asking(only: parts), with: fetcher)
            let line = await progress(export)
            defer { line?.end() }
            return try await export.reporting(to: line).run(
                format, layout(of: export.plan, console), by: .period,
                over: file.document.fullRows
            ) { part throws(Fault) in
                guard let part else {
                    throw Fault(
                        .bug, "document-without-period",
                        "a part has no period", ko: "문서의 한 부분에 기간이 없습니다")
                }
                return file.section(of: part)
            }
        }
        var summary = ExportSummary()
        if !asked.isEmpty { summary = try await fetch(asked, plan, export.fetcher) }
        var isPartial = summary.isPartial || !export.fetcher.asksServices
        let isUnknown = isPartial && others.isEmpty
        let rows = file.changedRows
        var failure: Fault?
        if !others.isEmpty {
            // They are not what was asked for, so their faults end nothing.
            var fetcher = export.fetcher
            fetcher.tally = Tally()
            var plan = plan
            plan.keepsGoing = true
            do throws(Fault) {
                let more = try await fetch(others, plan, fetcher)
                isPartial = isPartial || more.isPartial
                for fault in more.missing { console.warn(.olderRowsStay(fault)) }
                summary.incompleteCharts += more.incompleteCharts
                summary.warnings += more.warnings
            } catch {
                isPartial = true
                if error.affectsOneRequest || error.kind == .notYet {
                    console.warn(.olderRowsStay(error))
                } else {
                    failure = error
                }
            }
        }
        try file.commit(isPartial: isPartial)
        tally.deliver(DeliveredDocument(path: path, extent: file.extent), rows: rows)
        if let failure { throw failure }
        let isRun = if case .trend = plan.query { true } else { false }
        let told =
            file.changes > 0
            ? .updated(path, file.changes, isRun: isRun) : isUnknown ? nil : upToDate
        return Outcome(summary: summary, told: told)
    }

    /// Waits until nobody else brings a document of the folder up to date.
    ///
    /// - Throws: a ``Fault`` of kind `cannotWrite` where that takes ten minutes. It is none of kind
    ///   `notYet`, because jobs take that for a success: nobody would hear of a run that hangs.
    private func lock(_ path: String, _ console: Console) async throws(Fault) -> FolderLock {
        for attempt in 0..<6000 {
            if let lock = try FolderLock(ofFolderOf: path) { return lock }
            if attempt == 0 {
                console.note(
                    "folder-busy",
                    Message(
                        "another run is at work on '\(path)'; waiting for it",
                        ko: "다른 실행이 '{1}'{을/를} 사용 중이어서 끝나기를 기다립니다"))
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
            ko: "다른 실행이 10분째 '{1}'{을/를} 사용 중입니다",
            hint: "'fuser -v' with the folder of the file says which process has its lock",
            hintKo: "파일이 있는 폴더에 'fuser -v'를 실행해 잠근 프로세스를 찾으세요")
    }
}

extension ExportSummary {
    /// Whether something was not had now, or was had earlier, and is as old as before.
    fileprivate var isPartial: Bool {
        !missing.isEmpty || !incompleteCharts.isEmpty
            || warnings.contains { $0.code == "fuller-rows-stay" }
    }
}

extension Fault {
    /// The output of `--update` is not one file.
    fileprivate static let oneFileOnly = Fault(
        .usage, "one-file-only",
        "--update goes with charts and one file", ko: "--update는 박스오피스를 파일 하나에 쓸 때만 사용할 수 있습니다",
        hint:
            "leave out --update, or write {year} or {month} instead of {date}",
        hintKo: "--update를 빼거나 {date} 대신 {year}나 {month}를 사용하세요"
    )

    /// What was asked for besides could not be had.
    fileprivate static func olderRowsStay(_ fault: Fault) -> Fault {
        fault.saying(
            Message(
                "older-rows-stay", "the older rows stay: \(fault.wording)", ko: "이전 행을 그대로 둡니다: {1}"
            ))
    }
}

extension Message {
    fileprivate static func updated(_ path: String, _ changes: Int, isRun: Bool) -> Message {
        isRun
            ? Message(
                "updated-rows", "brought '\(path)' up to date: \(changes) rows are new or changed",
                ko: "'{1}'{을/를} 갱신했습니다. 추가되거나 바뀐 행은 {2}개입니다")
            : Message(
                "updated", "brought '\(path)' up to date: \(changes) periods are new or changed",
                ko: "'{1}'{을/를} 갱신했습니다. 추가되거나 바뀐 기간은 {2}개입니다")
    }
}
