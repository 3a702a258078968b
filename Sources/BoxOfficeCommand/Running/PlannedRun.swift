internal import BoxOffice
internal import Engine
internal import Storage

/// A run whose requests are known, and the places of its documents.
struct PlannedRun: Sendable {
    let run: ResolvedRun
    var plan: Plan
    var writing: Writing

    /// Plans `run` and refuses what cannot be done; nil if there is nothing to do yet.
    init?(_ run: ResolvedRun) throws(Fault) {
        guard let asked = run.asked else { return nil }
        let (values, format) = (run.values, run.format)
        // A cross-check takes nothing from the archive.
        let isTold = format is any Resumable && !values.flag(\.crossCheck)
        let kept = KeptAnswers(isTold ? run.archive : nil, terms: AnswerTerms(at: run.now))
        let corrections = kept.archive?.corrections() ?? Corrections()
        if let fault = corrections.fault { run.console.advise(fault) }
        let (resumed, bookmarks) = try run.resumed(asked, corrections, in: kept)
        var plan = try run.plan(resumed, from: bookmarks)
        run.advise(on: plan)
        plan.lastCorrection = corrections.last
        plan = plan.adding(try run.regionsLacking(in: plan))
        let path = try OutputPath(
            values.output, of: plan, format: format.manifest.name, updates: values.flag(\.update))
        try run.checkRegions(of: plan, at: path)
        var writing = Writing(
            values: values, format: format, options: run.options, console: run.console,
            kept: try run.keptAnswers(for: plan), path: path)
        if path.hasSource || path.hasRegion, plan.charts != nil {
            writing.documents = try run.documents(of: plan, at: path)
        } else {
            writing = writing.about(plan)
        }
        (self.run, self.plan, self.writing) = (run, plan, writing)
        try check()
        try run.checkTables(plan)
        try run.checkKeeping()
        try writing.check(plan)
    }

    /// Refuses destinations that the output or the state must not have.
    private func check() throws(Fault) {
        let (console, values, format) = (run.console, run.values, run.format)
        let path = writing.path
        let state = values.text(\.state)
        let inputs = console.environment.inputFiles + [values.configuration].compactMap(\.self)
        let files = writing.files(of: plan)
        if let state, SmallFile.isSameFile(state, asAnyOf: files) {
            throw .sameFile("state", "output")
        }
        var others: Set<String> = []
        if path.hasRegion || path.hasSource,
            let twice = files.first(where: { !others.insert($0).inserted })
        {
            throw .oneFileForTwo(twice)
        }
        if files.count > 1 || !writing.documents.isEmpty || plan.charts == nil {
            try run.checkTables(areNone: files)
        }
        if inputs.contains(where: { SmallFile.isSameFile($0, asAnyOf: files) }) {
            throw .isInput("output")
        }
        if values.flag(\.update), files.contains(where: { FileStatus(of: $0) == nil }) {
            for plan in writing.documentPlans(of: plan) { try plan.checkMayGoOn() }
        }
        if path.isStandardOutput, format.traits.isBinary, CurrentProcess.printsToTerminal {
            throw .binaryOnTerminal(format)
        }
        if state != nil, path.grouping != nil || files.count > 1 { throw .stateOfFiles }
    }

    /// Says which recorded days the figures are of, if a source has such days.
    func tellRecordings() {
        let console = run.console
        guard let holdings = run.sources.map(\.holdings).first(where: { $0.recorded != nil }),
            let last = holdings.last
        else { return }
        guard plan.query.isChart else {
            return console.note(
                "recorded-answers", "this was recorded: \(holdings.held)", ko: "저장된 자료입니다. {1}")
        }
        let held = holdings.first...last
        let asked = plan.periods.map { $0.first.from...$0.last.to } ?? held
        // Beside other sources, none of the days may be recorded.
        guard asked.overlaps(held) else { return }
        let days = asked.clamped(to: held)
        console.note(
            "recorded-days", "these are recorded figures of \(days.text), from \(holdings.name)",
            ko: "저장된 {1} 자료입니다 ({2})")
    }
}

extension Fault {
    fileprivate static func oneFileForTwo(_ path: String) -> Fault {
        Fault(
            .usage, "regions-in-one-file", "two regions or sources would go to one file: '\(path)'",
            ko: "두 지역이나 두 소스가 한 파일에 들어가게 됩니다: '{1}'",
            hint: "ask for one of them at a time", hintKo: "한 번에 하나만 조회하세요")
    }

    fileprivate static func binaryOnTerminal(_ format: any Format) -> Fault {
        let ending = format.traits.fileEndings.first.map { ".\($0)" } ?? ""
        return Fault(
            .usage, "binary-on-terminal",
            "the format \(format.manifest.name) is binary and cannot be shown on a terminal",
            ko: "{1}{은/는} 바이너리 형식이어서 터미널에 표시할 수 없습니다",
            hint: "-o FILE\(ending) writes it to a file", hintKo: "-o FILE{1}{으로/로} 저장하세요")
    }

    fileprivate static let stateOfFiles = Fault(
        .usage, "state-of-files",
        "--state needs a single output file, because several do not share one state",
        ko: "출력이 여러 파일이면 상태가 하나가 아니므로 --state를 사용할 수 없습니다")
}
