internal import BoxOffice
internal import Engine
internal import Storage

extension Writing {
    /// Finds out, before films are looked up, whether the file can be created.
    func tryOutput(of plan: Plan) throws(Fault) {
        guard case .file(let path, makesFolders: false) = path else { return }
        _ = try sink(at: path, of: plan)
    }

    /// Brings a document of runs up to date: asks for what it has not, and puts the rows where they
    /// belong.
    func updateTrend(
        _ export: Export, as format: any Updatable, _ network: Network, _ running: RunningOptions,
        _ console: Console
    ) async throws(Fault) -> Outcome {
        guard case .file(let path, let makesFolders) = path else { throw .oneFileOnly }
        let folders = OutputFolders()
        defer { folders.removeEmpty() }
        if makesFolders { try folders.create(for: path) }
        let lock = try await lock(path, console)
        defer { withExtendedLifetime(lock) {} }
        guard
            let found = try TrendUpdate(
                at: path, for: export.plan, as: format, options, chosen: chosen,
                header: output.header)
        else {
            return try await write(export, by: format, network, running, console)
        }
        let tally = export.fetcher.tally
        let rest = try found.remaining(of: export.plan, export.fetcher.kept)
        let upToDate = Message("up-to-date", "'\(path)' is up to date")
        guard rest.needed.values.contains(where: { !$0.isEmpty }) else {
            tally.deliver(DeliveredDocument(path: path, extent: found.runs.extent()), rows: 0)
            return Outcome(summary: ExportSummary(), told: upToDate)
        }
        let export = Export(rest.plan, with: export.fetcher)
        let progress = await ProgressLine(of: export, network, output, running, console)
        defer { progress?.end() }
        let layout = layout(of: rest.plan, console)
        guard let document = try format.document(layout) as? any RowDocument else {
            throw .cannotUpdate(format.manifest.name)
        }
        let (summary, figures) = try await watched(export, progress).runs()
        let rows = try figures.rows(
            needed: rest.needed, columns: rest.plan.wanted, by: document)
        let isPartial = !summary.missing.isEmpty
        let changes = try RewrittenFile.write(
            found.runs.pieces(with: rows), at: path, over: found.file, header: found.header,
            isPartial: isPartial)
        tally.deliver(
            DeliveredDocument(path: path, extent: found.runs.extent(with: rows)),
            rows: changes)
        let told: Message? =
            changes > 0
            ? Message(
                "updated-rows", "brought '\(path)' up to date: \(changes) rows are new or changed")
            : isPartial ? nil : upToDate
        return Outcome(summary: summary, told: told)
    }

    /// The plan without what the document of runs at `path` has already.
    func remainingTrend(
        of plan: Plan, _ kept: KeptAnswers, at path: String, as format: any Updatable
    ) throws(Fault) -> Plan {
        let found = try TrendUpdate(
            at: path, for: plan, as: format, options, chosen: chosen, header: output.header)
        guard let found else { return plan }
        return try found.remaining(of: plan, kept, skipsRewritten: true).plan
    }
}
