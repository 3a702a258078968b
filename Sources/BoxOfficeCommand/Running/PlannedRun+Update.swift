internal import BoxOffice
internal import Engine
internal import Storage

/// Documents that are brought up to date.
extension PlannedRun {
    /// Brings the document up to date, or the documents of every month or year, one after the other.
    func update(with fetcher: Fetcher) async throws(Fault) -> Outcome {
        let (files, flaws) = try partsOfFiles()
        for fault in flaws { fetcher.tally.warn(fault) }
        var outcome = try await writeEach(files, with: fetcher) { part async throws(Fault) in
            try await part.updateFile(with: fetcher)
        }
        // One document has a summary of its own.
        if files.count == 1 { outcome.summary.warnings += flaws }
        return outcome
    }

    /// Returns the plan without what exists already, if it is to bring a document up to date.
    func remaining() throws(Fault) -> Plan {
        guard values.flag(\.update) else { return plan }
        var wanted: [DocumentPart] = []
        let (files, flaws) = try partsOfFiles()
        for fault in flaws { console.advise(fault) }
        for part in files {
            if let found = try part.existing() {
                let rest = part.remaining(in: found)
                wanted += rest.asked + rest.others
            } else {
                wanted += part.plan.parts
            }
        }
        return plan.limited(parts: wanted)
    }

    private typealias Remaining = (asked: [DocumentPart], others: [DocumentPart], leavesOpen: Bool)

    /// Returns the parts of the plan that the document in `file` lacks, and the other parts of the
    /// document that were provisional.
    ///
    /// A dry run does not count parts that are only rewritten from the archive. With `--refresh`,
    /// all parts of the plan are asked for, and no others, which may stay provisional.
    private func remaining(in file: UpdatedFile) -> Remaining {
        var all: Remaining = ([], [], false)
        for sourcePlan in plan.sourcePlans {
            if let table = sourcePlan.source.fileCharts {
                // Reading it costs no call, and somebody may have corrected it; newer rows stay.
                let parts = plan.parts.filter { $0.source == table.manifest.name }
                let older = parts.filter {
                    let part = file.document[$0]
                    return table.isOlder(
                        $0.period, than: part?.newestAt, orFinal: part?.isFinal == true)
                }
                all.asked += parts.filter { !older.contains($0) }
                if let first = older.first {
                    console.advise(
                        "table-older",
                        "\(table.holdings.name) has older rows than the document, which keeps its own: \(Message(first.period).andMore(older.count - 1))",
                        ko: "{1}의 행이 문서의 행보다 오래되어 문서의 행을 유지합니다: {2}")
                }
                continue
            }
            let finalRecords = FinalRecords(
                of: file.document, now: CurrentProcess.now(), writtenAt: file.writtenAt,
                source: sourcePlan.source.manifest.name, policy: sourcePlan.source.policy,
                mayAsk: !values.flag(\.offline)
            ) { kept.answer(of: $0, from: sourcePlan.source) }
            // For a cross-check both endpoints are asked.
            let rest = finalRecords.remaining(
                of: plan, rewrites: !values.flag(\.dryRun) && sourcePlan.secondReading == nil)
            guard values.flag(\.refresh) else {
                all.asked += rest.asked
                all.others += rest.others
                continue
            }
            all.asked += plan.parts.filter { $0.source == sourcePlan.source.manifest.name }
            all.leavesOpen = all.leavesOpen || !rest.others.isEmpty
        }
        return all
    }

    /// Returns the part of the run for each file: for the only one, or for those of every month or
    /// year and then for those of the two months before that have something provisional; nothing
    /// else is requested for the latter, and those that cannot be read are returned as faults.
    private func partsOfFiles() throws(Fault) -> ([PlannedRun], flaws: [Fault]) {
        guard let grouping = path.grouping else { return ([self], []) }
        guard grouping != .day, let query = plan.charts else { throw .oneFileOnly }
        var whole = self
        whole.path.grouping = nil
        let first = query.periods.first
        let early = Periods(
            from: Period(of: query.chart, containing: first.from.advanced(by: -62)),
            to: first.advanced(by: -1))
        var plans = query.periods.groups(by: grouping).map { plan.limited(to: $0) }
            .filter(\.hasRequests)
        // Missing data of sources is reported once.
        plans = plans.prefix(1) + plans.dropFirst().map(\.forgettingUnavailable)
        var parts = plans.map(whole.about)
        let paths = Set(parts.map(\.wholePath))
        var flaws: [Fault] = []
        for periods in early.groups(by: grouping) {
            let nothing = plan.forgettingUnavailable.limited(to: periods, parts: [])
            let part = whole.about(nothing)
            guard !paths.contains(part.wholePath), FileStatus(of: part.wholePath) != nil
            else { continue }
            do throws(Fault) {
                if let found = try part.existing(), !part.remaining(in: found).others.isEmpty {
                    parts.append(part)
                }
            } catch {
                flaws.append(error)
            }
        }
        return (parts, flaws)
    }

    /// Requests the parts that the one document lacks, or that were provisional, and writes them to
    /// their places.
    private func updateFile(with fetcher: Fetcher) async throws(Fault) -> Outcome {
        let path = wholePath
        let folders = OutputFolders()
        defer { folders.removeEmpty() }
        if self.path.makesFolders { try folders.create(for: path) }
        let lock = try await lock(path)
        defer { withExtendedLifetime(lock) {} }
        guard let file = try existing() else { return try await writeAnew(with: fetcher) }
        let tally = fetcher.tally
        let (asked, others, leavesOpen) = remaining(in: file)
        let upToDate = Message(
            "up-to-date", "'\(path)' is up to date", ko: "'{1}'{은/는} 이미 최신 상태입니다")
        var summary = ExportSummary()
        if asked.isEmpty {
            summary.missing = plan.unavailable
            tally.add(summary)
        }
        guard !asked.isEmpty || !others.isEmpty else {
            tally.deliver(DeliveredDocument(path: path, extent: file.extent, changes: []), rows: 0)
            return Outcome(summary: summary, told: upToDate)
        }
        warnOfCurrencies(in: try plan.choosing(file.document.columns))
        try file.begin()
        if !asked.isEmpty { summary = try await fetch(asked, with: fetcher, into: file) }
        var isPartial = summary.isPartial || !fetcher.asksServices
        // Files were read again, even if no service may be asked.
        let isOfFiles = plan.sourcePlans.allSatisfy { $0.source.fileCharts != nil }
        let isUnknown = isPartial && others.isEmpty && !(isOfFiles && !summary.isPartial)
        isPartial = isPartial || leavesOpen
        let rows = file.changedRows
        let failure = await refresh(others, with: fetcher, into: file, &summary, &isPartial)
        try file.commit(isPartial: isPartial)
        tally.deliver(
            DeliveredDocument(path: path, extent: file.extent, changes: file.changedParts),
            rows: rows)
        if let failure { throw failure }
        guard file.changes > 0 else {
            return Outcome(summary: summary, told: isUnknown ? nil : upToDate)
        }
        let count = file.changes
        let parts =
            plan.joinsSources
            ? Message("\(count, "chart is", "charts are")", ko: "박스오피스는 {1}개입니다")
            : Message("\(count, "period is", "periods are")", ko: "기간은 {1}개입니다")
        let told = Message(
            "updated",
            "brought '\(path)' up to date: \(parts) new or changed",
            ko: "'{1}'{을/를} 갱신했습니다. 추가되거나 바뀐 {2}")
        return Outcome(summary: summary, changedFiles: 1, told: told)
    }

    /// Requests parts that the user did not ask for, and returns the fault that ends the run.
    ///
    /// Because the user did not ask for them, other faults are only warnings.
    private func refresh(
        _ others: [DocumentPart], with asker: Fetcher, into file: UpdatedFile,
        _ summary: inout ExportSummary, _ isPartial: inout Bool
    ) async -> Fault? {
        guard !others.isEmpty else { return nil }
        var part = self
        part.plan = plan.forgettingUnavailable
        part.plan.keepsGoing = true
        var fetcher = asker
        fetcher.tally = Tally()
        var failure: Fault?
        do throws(Fault) {
            let more = try await part.fetch(others, with: fetcher, into: file)
            isPartial = isPartial || more.isPartial
        } catch {
            isPartial = true
            failure = error.affectsOneRequest || error.kind == .notYet ? nil : error
            // A fault of one request has been told for each of them; another ends all that are left.
            let left = error.affectsOneRequest ? 0 : others.count { !file.came.contains($0) }
            if failure == nil, left > 0 || fetcher.tally.summary.missing.isEmpty {
                let wording = error.wording.andMore(left - 1)
                fetcher.tally.warn(.olderRowsStay(error.saying(wording)))
            }
        }
        let found = asker.tally.add(unasked: fetcher.tally) { .olderRowsStay($0) }
        summary.incompleteCharts += found.incompleteCharts
        // The same trouble is told once.
        summary.warnings += found.warnings.filter { !summary.warnings.contains($0) }
        return failure
    }

    /// Requests only `parts` of the document.
    private func fetch(
        _ parts: [DocumentPart], with fetcher: Fetcher, into file: UpdatedFile
    ) async throws(Fault) -> ExportSummary {
        let unwritten = plan.unwritten.map { plan.dataset.columns[$0].name }
        var part = self
        part.plan = try plan.choosing(file.document.columns, unwritten: unwritten)
            .limited(parts: parts)
        part.plan.hasEnglishMarkers = file.document.hasEnglishMarkers ?? plan.hasEnglishMarkers
        var export = Export(part.plan, with: fetcher)
        let line = part.showProgress(of: &export)
        defer { line?.end() }
        return try await export.run(
            format, part.layout, by: .day, over: (file.document, file.bytes)
        ) { part throws(Fault) in
            guard let part else {
                throw Fault(
                    .bug, "document-without-period",
                    "a part has no period", ko: "문서의 한 부분에 기간이 없습니다")
            }
            return file.section(of: part)
        }
    }

    /// Waits until no other run is updating the document.
    ///
    /// - Throws: a ``Fault`` of kind `cannotWrite` if that takes ten minutes. It is not of kind
    ///   `notYet`, because jobs treat that as a success: a run that hangs would go unnoticed.
    private func lock(_ path: String) async throws(Fault) -> FileLock {
        for attempt in 0..<6000 {
            if let lock = try FileLock(of: path) { return lock }
            if attempt == 0 {
                console.note(
                    "file-busy", "another run is at work on '\(path)'; waiting for it",
                    ko: "다른 실행이 '{1}'{을/를} 사용 중이어서 끝나기를 기다립니다")
            }
            try? await Task.sleep(for: .milliseconds(100))
            if Task.isCancelled { throw .cancelled }
        }
        throw Fault(
            .cannotWrite, "file-locked",
            "another run has been at work on '\(path)' for ten minutes",
            ko: "다른 실행이 10분째 '{1}'{을/를} 사용 중입니다",
            hint: "'ps -C bo-export -o pid,lstart,args' shows the runs that are at work",
            hintKo: "실행 중인 프로세스는 'ps -C bo-export -o pid,lstart,args'로 확인하세요")
    }
}

extension ExportSummary {
    /// True if something was not received now, or was received earlier and has not been refreshed.
    fileprivate var isPartial: Bool {
        !missing.isEmpty || !incompleteCharts.isEmpty
            || warnings.contains { $0.code == "fuller-rows-stay" }
    }
}

extension Fault {
    /// The fault of an `--update` whose output is not one file.
    fileprivate static let oneFileOnly = Fault(
        .usage, "one-file-only",
        "--update goes with charts and one file", ko: "--update는 박스오피스를 파일 하나에 쓸 때만 사용할 수 있습니다",
        hint: "leave out --update, or write {year} or {month} instead of {date}",
        hintKo: "--update를 빼거나 {date} 대신 {year}나 {month}를 사용하세요")

    /// Returns the warning about extra parts that were not received.
    fileprivate static func olderRowsStay(_ fault: Fault) -> Fault {
        fault.saying(
            Message("the older rows stay: \(fault.wording)", ko: "이전 행을 그대로 둡니다: {1}"))
    }
}
