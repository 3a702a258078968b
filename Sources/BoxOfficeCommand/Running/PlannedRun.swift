internal import BoxOffice
internal import Engine
internal import Storage

/// A run whose requests and destination are known, or the part of one that has a document of its own.
struct PlannedRun: Sendable {
    let run: ResolvedRun
    var plan: Plan
    /// The archive and the terms under which its answers are used.
    let kept: KeptAnswers
    var path: OutputPath
    /// The plan of each document, if the path gives sources or regions their own files; else empty.
    private var documents: [Plan] = []
    /// The function that returns how many calls are left today; nil if that is not known.
    var callsLeft: (@Sendable () -> Int)?
    /// The only output, if that is a device or a pipe and the run may be its second attempt.
    var live: LiveOutput?

    var values: Values { run.values }
    var format: any Format { run.format }
    var console: Console { run.console }

    /// Plans `run` and refuses what cannot be done; nil if there is nothing to do yet.
    init?(_ run: ResolvedRun) throws(Fault) {
        guard let asked = run.asked else { return nil }
        self.run = run
        let (values, format) = (run.values, run.format)
        // A cross-check takes nothing from the archive.
        let isTold = format is any Resumable && !values.flag(\.crossCheck)
        let told = KeptAnswers(isTold ? run.archive : nil, terms: AnswerTerms(at: run.now))
        let corrections = told.archive?.corrections() ?? Corrections()
        if let fault = corrections.fault { run.console.advise(fault) }
        let (resumed, bookmarks) = try run.resumed(asked, corrections, in: told)
        var plan = try run.plan(resumed, from: bookmarks)
        run.advise(on: plan)
        plan.lastCorrection = corrections.last
        plan = plan.adding(try run.regionsLacking(in: plan))
        let path = try OutputPath(
            values.output, of: plan, format: format.manifest.name, updates: values.flag(\.update))
        kept = try run.keptAnswers(for: plan)
        self.plan = plan
        if path.hasSource || path.hasRegion, plan.charts != nil {
            self.path = path
            documents = try run.documents(of: plan, at: path)
        } else {
            self.path = path.about(plan)
        }
        try check()
        try run.checkTables(plan)
        try run.checkKeeping()
        try checkFormat()
    }

    /// Returns the part of the run that writes the document of `plan`, at its own path.
    func about(_ plan: Plan) -> PlannedRun {
        var part = self
        (part.plan, part.path, part.documents) = (plan, path.about(plan), [])
        return part
    }

    /// The parts of the run, one for each plan of a document.
    var parts: [PlannedRun] { documents.isEmpty ? [self] : documents.map(about) }

    /// The files that the documents go to; empty for standard output.
    var files: [String] { parts.flatMap { $0.path.files(of: $0.plan) } }

    /// The path of the document with all periods of the plan.
    var wholePath: String { path.path(of: plan.periods) }

    /// Refuses destinations that the output or the state must not have.
    private func check() throws(Fault) {
        // A table may also have charts of the whole country.
        if path.hasRegion, let charts = plan.charts, charts.regions.isEmpty,
            charts.held?.values.joined().contains(where: { $0.region != nil }) == true
        {
            throw .regionsAndCountry
        }
        let state = values.text(\.state)
        let inputs = console.environment.inputFiles + [values.configuration].compactMap(\.self)
        let files = self.files
        if let state, SmallFile.isSameFile(state, asAnyOf: files) {
            throw .sameFile("state", "output")
        }
        var others: Set<String> = []
        if path.hasRegion || path.hasSource,
            let twice = files.first(where: { !others.insert($0).inserted })
        {
            throw .oneFileForTwo(twice)
        }
        // A single file replaces its table after everything is read.
        let tables = run.sources.compactMap { $0.fileCharts?.paths }.joined()
        if files.count > 1 || !documents.isEmpty || plan.charts == nil,
            let table = tables.first(where: { SmallFile.isSameFile($0, asAnyOf: files) })
        {
            throw .isOutput(table)
        }
        if inputs.contains(where: { SmallFile.isSameFile($0, asAnyOf: files) }) {
            throw .isInput("output")
        }
        if values.flag(\.update), files.contains(where: { FileStatus(of: $0) == nil }) {
            for part in parts { try part.plan.checkMayGoOn() }
        }
        if path.isStandardOutput, format.traits.isBinary, CurrentProcess.printsToTerminal {
            throw .binaryOnTerminal(format)
        }
        if state != nil, path.grouping != nil || files.count > 1 { throw .stateOfFiles }
    }

    /// Says which recorded days the figures are of, if a source has such days.
    func tellRecordings() {
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
