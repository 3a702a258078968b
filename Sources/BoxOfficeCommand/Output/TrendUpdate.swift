internal import BoxOffice
internal import Engine
internal import Storage

/// An existing document of runs that `--update` brings up to date.
struct TrendUpdate: ~Copyable {
    /// What is to be asked for, and which rows come of it.
    struct Rest {
        /// The plan without the charts that no row is needed from.
        let plan: Plan
        /// The periods that are needed, by the film's code.
        let needed: [String: Set<Period>]
    }

    /// The file of the document.
    let file: ExistingFile
    /// What it has.
    let runs: ExistingRuns
    /// The number of bytes before its first row.
    let header: Int

    /// Reads the document at `path`; nil if there is none.
    ///
    /// - Throws: a ``Fault`` of kind `malformed` if this command would not have written it.
    init?(
        at path: String, for plan: Plan, as format: any Updatable, _ options: PluginOptions,
        chosen: [String]?, header language: Layout.Header?
    ) throws(Fault) {
        let reader = try format.reader(options)
        guard case .trend(let query) = plan.query, let charts = query.charts,
            let file = try ExistingFile(at: path)
        else { return nil }
        var runs: ExistingRuns?
        var header = 0
        try file.forEachRecord(goesOn: { reader.goesOn(behind: $0, isOpen: $1) }) {
            range, record throws(Fault) in
            guard runs == nil else {
                try runs?.add(try reader.cells(of: record), at: range)
                return
            }
            let beginning = try DocumentBeginning.of(
                record, for: plan, as: format, options, language)
            try beginning.check(against: chosen, plan)
            runs = try ExistingRuns(
                of: query, charts, columns: beginning.names, source: plan.sourceInRows)
            header = beginning.length
            guard header < record.count else { return }
            try runs?.add(
                try reader.cells(of: record.extracting(header...)), at: header..<range.upperBound)
        }
        guard let runs else { return nil }
        self.file = file
        self.runs = runs
        self.header = header
    }

    /// What the document lacks, and what was provisional when it was written.
    ///
    /// - Parameter skipsRewritten: whether periods that are only written again from the archive are
    ///   left out, too.
    borrowing func remaining(
        of plan: Plan, _ kept: KeptAnswers, skipsRewritten: Bool = false
    ) throws(Fault) -> Rest {
        guard case .trend(var query) = plan.query else { return Rest(plan: plan, needed: [:]) }
        var needed: [String: Set<Period>] = [:]
        for film in query.films {
            guard let periods = film.periods else { continue }
            var settled: Set<Period> = []
            if let run = runs.runs.first(where: { $0.code == film.code }) {
                let settlement = Settlement(
                    of: run.document, now: CurrentProcess.now(), top: 1,
                    writtenAt: file.writtenAt, policy: plan.source.policy
                ) { kept.answer(of: $0, from: plan.source) }
                settled = settlement.settled
                if skipsRewritten || plan.peer != nil { settled.formUnion(settlement.rewritten) }
            }
            needed[film.code] = Set(periods).subtracting(settled)
        }
        let wanted = needed.values.reduce(into: Set<Period>()) { $0.formUnion($1) }
        query.skipped = Set(query.films.flatMap { $0.periods.map(Array.init) ?? [] })
            .subtracting(wanted)
        let unwritten = plan.unwritten.map { plan.dataset.columns[$0].name }
        return Rest(
            plan: try plan.choosing(runs.columns, unwritten: unwritten).asking(.trend(query)),
            needed: needed)
    }
}
