package import BoxOffice

/// The execution of a plan: a fetcher answers its requests, details and posters are looked up, and
/// the rows go into documents.
///
/// It keeps a few answers per job of the fetcher and one buffer in memory, however many periods are
/// requested.
package struct Export: Sendable {
    /// The plan to carry out.
    package let plan: Plan
    /// The fetcher that gets the answers.
    package let fetcher: Fetcher
    /// Called with the number of finished requests, out of those known from the start.
    package var onProgress: @Sendable (Int) -> Void = { _ in }

    package init(_ plan: Plan, with fetcher: Fetcher) {
        self.plan = plan
        self.fetcher = fetcher
    }

    /// Fetches, reads and writes everything, and commits the documents.
    ///
    /// A document of a group of periods is committed as soon as it is complete. A document is not
    /// committed if its period is not available or if it lacks rows that were there before.
    ///
    /// - Parameters:
    ///   - format: writes the documents.
    ///   - layout: their layout.
    ///   - grouping: the unit whose periods of a chart share a document; nil for one document.
    ///   - before: the document that is brought up to date; nil if whole documents are written. If
    ///     given, the export writes parts of that document, whose beginning exists. Rows of it stay
    ///     if the new ones are fewer, and perhaps should not be.
    ///   - open: opens the sink for the document of this part, or for everything.
    /// - Throws: the first ``Fault`` that must end the run or, if there was no answer at all, the
    ///   first one. The sink is then dropped without a commit.
    package func run<Output: Sink & ~Copyable>(
        _ format: any Format, _ layout: Layout, by grouping: CalendarUnit? = nil,
        over before: DocumentBefore? = nil,
        eachInto open: @escaping (DocumentPart?) throws(Fault) -> Output
    ) async throws(Fault) -> ExportSummary {
        let tally = fetcher.tally
        var documents = try Documents<Output>(of: plan, by: grouping, over: before) {
            part throws(Fault) in
            try OpenDocument(
                format, part.map { layout.about($0.periods) } ?? layout, into: try open(part),
                isContinued: before != nil, inEnglish: plan.englishMarkers, tally)
        }
        var summary = ExportSummary()
        defer {
            fetcher.dropDoubtful()
            tally.add(summary)
        }
        // Rows are compared with those of an existing document.
        let rows = try before == nil ? format.rowWriter(layout) : nil
        do throws(Fault) {
            try await fetch(&summary, into: &documents, writingBy: rows)
        } catch {
            summary.unwritten += documents.summary.unwritten
            // Answers kept for other runs must be valid, too.
            if error.kind != .cancelled { try? await fetcher.settle() }
            throw error
        }
        summary.missing += plan.unavailable
        try await settle(&summary)
        summary.warnings += try documents.appendDerivedRows()
        var ending = DocumentEnding(missing: summary.missing)
        ending.total = summary.total
        ending.warnings = summary.incompleteCharts + summary.warnings
        try documents.finish(ending)
        summary.add(documents.summary)
        return summary
    }

    /// Fetches and reads everything, and writes the rows that do not depend on all charts.
    ///
    /// - Throws: the fault that ends the run, also if nothing was available.
    private func fetch<Output: Sink & ~Copyable>(
        _ summary: inout ExportSummary, into documents: inout Documents<Output>,
        writingBy rows: (any RowWriter)?
    ) async throws(Fault) {
        let pages = PageStream(plan, with: fetcher, writingBy: rows)
        var done = 0
        do throws(Fault) {
            while let first = try await pages.next(idle: { () throws(Fault) in
                try documents.handOver(always: false)
            }) {
                defer {
                    done += 1
                    onProgress(done)
                }
                if await pages.refusal != nil { continue }
                var page = first
                if documents.commits(after: page) { try await settle(&summary) }
                while let next = try append(page, to: &documents, &summary) {
                    if !documents.takesMorePictures { await pages.stopPictures() }
                    page = try await pages.page(
                        after: next, limit: plan.limit - documents.rows, seen: documents.seen)
                }
                if !documents.takesMorePictures { await pages.stopPictures() }
            }
            if let refusal = await pages.refusal { throw refusal }
        } catch {
            // If rows are passed on as they come, the output gets those that came before the fault.
            try? documents.handOver(always: true)
            await pages.end(because: error)
            await pages.report(to: &summary)
            throw error
        }
        await pages.report(to: &summary)
        if !documents.hasRows, let fault = summary.missing.first {
            throw fault.saying(fault.wording.andMore(summary.missing.count - 1))
        }
        if Task.isCancelled { throw Fault.cancelled }
    }

    /// Checks that programs ended well, before their answers are committed.
    private func settle(_ summary: inout ExportSummary) async throws(Fault) {
        do throws(Fault) { try await fetcher.settle() } catch {
            guard plan.keepsGoing, error.affectsOneRequest else { throw error }
            summary.missing.append(error)
        }
    }

    /// Appends `page` to its document, and returns the next request, or nil if there is none.
    private func append<Output: Sink & ~Copyable>(
        _ page: FetchedPage, to documents: inout Documents<Output>, _ summary: inout ExportSummary
    ) throws(Fault) -> PlannedRequest? {
        if let fault = page.fault {
            try documents.recordMissing(page, fault)
            summary.missing += [fault, documents.refusal.take()].compactMap(\.self)
            return nil
        }
        let added = try documents.append(page)
        if let refusal = documents.refusal.take() {
            summary.missing.append(refusal)
            return nil
        }
        if let remarks = page.reading?.remarks {
            summary.warnings += remarks.map { page.about($0, of: plan) }
        } else if let fault = page.shortage(of: plan) {
            summary.incompleteCharts.append(fault)
        }
        summary.total = summary.total ?? page.page.total
        guard let next = page.next, documents.rows < plan.limit else {
            if page.next == nil, !plan.joinsSources, let total = summary.total,
                documents.rows < min(total, plan.limit)
            {
                summary.warnings.append(.searchShifted(documents.rows, of: total))
            }
            return nil
        }
        // Otherwise a service that repeats the same page would be asked forever.
        guard added > 0 else {
            let fault = Fault.repetition(next.request.subject)
            guard plan.keepsGoing else { throw fault }
            summary.missing.append(fault)
            return nil
        }
        return next
    }
}

extension [Page] {
    /// The fault of a search, read to its end, of which records may be missing; nil if it has as many
    /// as the service says.
    ///
    /// A record that is taken out of the register moves those after it towards pages that were already
    /// read; a new one only repeats others.
    var shift: Fault? {
        var (seen, rows) = (Set<String>(), 0)
        for page in self {
            rows += page.identities?.count { !seen.contains($0) } ?? page.count
            seen.formUnion(page.identities ?? [])
        }
        let total = first?.total ?? 0
        return rows < total ? .searchShifted(rows, of: total) : nil
    }
}

extension Fault {
    /// Returns the fault of a search that has fewer records than its service says.
    static func searchShifted(_ rows: Int, of total: Int) -> Fault {
        Fault(
            .unavailable, "search-shifted",
            "\(rows) of \(total) came: the register may have changed while it was searched",
            hint: "run the same command again", outlook: .passing)
    }

    /// Returns the fault of a search that would go on for ever, at the page about `subject`.
    static func repetition(_ subject: Subject) -> Fault {
        Fault(
            .malformed, "page-repeated",
            "the page before \(subject.wording) has nothing new")
    }
}
