internal import BoxOffice
internal import Engine
internal import Storage

/// An existing document that `--update` brings up to date: what it has, and what is missing.
struct Update: ~Copyable {
    /// The file of the document.
    let file: ExistingFile
    /// What it has.
    let document: ExistingDocument
    /// The number of bytes before its first row.
    let header: Int

    /// Reads the document at `path`; nil if there is none.
    ///
    /// - Parameters:
    ///   - plan: what is requested.
    ///   - chosen: the columns the user chose, or nil.
    /// - Throws: a ``Fault`` of kind `malformed` if this command would not have written the
    ///   document.
    init?(
        at path: String, for plan: Plan, as format: any Updatable, _ options: PluginOptions,
        chosen: [String]?, header language: Layout.Header?
    ) throws(Fault) {
        guard case .chart(let query) = plan.query else { throw .chartsOnly }
        let reader = try format.reader(options)
        guard let file = try ExistingFile(at: path) else { return nil }
        var document: ExistingDocument?
        var header = 0
        try file.forEachRecord(goesOn: { reader.goesOn(behind: $0, isOpen: $1) }) {
            range, record throws(Fault) in
            guard document == nil else {
                try document?.add(try reader.cells(of: record), at: range)
                return
            }
            let beginning = try DocumentBeginning.of(
                record, for: plan, as: format, options, language)
            try beginning.check(against: chosen, plan)
            document = try ExistingDocument(
                of: query, columns: beginning.names, source: plan.sourceInRows, top: plan.top)
            header = beginning.length
            guard header < record.count else { return }
            try document?.add(
                try reader.cells(of: record.extracting(header...)), at: header..<range.upperBound)
        }
        guard let document else { return nil }
        self.file = file
        self.document = document
        self.header = header
    }

    /// `plan` with the document's columns, and without what the document has; and one for what the
    /// document has of other periods and was provisional, because no figure may stay so only because
    /// a run asks for yesterday alone.
    ///
    /// - Parameter skipsRewritten: whether periods that are only rewritten from the archive are
    ///   left out, too.
    borrowing func remaining(
        of plan: Plan, _ kept: KeptAnswers, skipsRewritten: Bool = false
    ) throws(Fault) -> (asked: Plan, others: Plan) {
        let settlement = Settlement(
            of: document, now: CurrentProcess.now(), top: plan.top, writtenAt: file.writtenAt,
            policy: plan.source.policy
        ) { kept.answer(of: $0, from: plan.source) }
        var skipped = settlement.settled
        // For a cross-check both sources are asked.
        if skipsRewritten || plan.peer != nil { skipped.formUnion(settlement.rewritten) }
        let unwritten = plan.unwritten.map { plan.dataset.columns[$0].name }
        let rest = try plan.choosing(document.columns, unwritten: unwritten)
        guard case .chart(let query) = plan.query else { throw .chartsOnly }
        let others = settlement.open.filter { period in
            !skipped.contains(period)
                && (!query.periods.covers(period) || query.skipped.contains(period))
        }
        return (rest.skipping(skipped.union(query.skipped)), rest.asking(only: others))
    }

    /// Begins the document that replaces the one at `path`.
    consuming func begin(at path: String) throws(Fault) -> UpdatedFile {
        let parts = document.segments
        let header = header
        return try UpdatedFile(at: path, from: file, header: header, parts: parts)
    }
}

extension Fault {
    static func cannotUpdate(_ format: String) -> Fault {
        Fault(
            .usage, "cannot-update", "--update goes with --format csv or jsonl, not with \(format)",
            hint: "leave out --update to write the document")
    }

    fileprivate static let chartsOnly = Fault(
        .usage, "charts-only", "--update goes with charts alone")
}
