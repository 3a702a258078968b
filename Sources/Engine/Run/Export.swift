package import BoxOffice

/// Carries out a plan: a fetcher answers the requests of its source, details and posters are looked
/// up, and the rows go into documents.
///
/// It holds a few answers for each of the fetcher's jobs and one buffer in memory, however many
/// periods are requested.
package struct Export: Sendable {
    /// What to do.
    package let plan: Plan
    /// Gets the answers.
    package let fetcher: Fetcher
    /// Called with the number of finished requests, out of those that were known from the start.
    package var onProgress: @Sendable (Int) -> Void = { _ in }

    /// Makes the export of `plan` with answers from `fetcher`.
    package init(_ plan: Plan, with fetcher: Fetcher) {
        self.plan = plan
        self.fetcher = fetcher
    }

    /// Fetches, reads and writes everything, and commits the documents.
    ///
    /// A document of a group of periods is committed as soon as it is complete; that of a period that
    /// is not available is not, nor one that lacks rows that were there before.
    ///
    /// - Parameters:
    ///   - format: what writes the documents.
    ///   - layout: their layout.
    ///   - grouping: the periods of a chart that have a document together; nil for one document.
    ///   - rowsBefore: how many whole rows of an edition the earlier version has of the document that
    ///     these are parts of, and whose beginning exists; nil for whole documents. A part that lacks
    ///     some, and perhaps should not, is not committed.
    ///   - open: opens the sink for the document of this part, or of everything.
    /// - Throws: the first ``Fault`` that must end the run or, if there was no answer at all, the
    ///   first of all. The sink is then dropped without a commit.
    package func run<Output: Sink & ~Copyable>(
        _ format: any Format, _ layout: Layout, by grouping: Periods.Grouping? = nil,
        over rowsBefore: ((ChartEdition) -> Int)? = nil,
        eachInto open: @escaping (DocumentPart?) throws(Fault) -> Output
    ) async throws(Fault) -> ExportSummary {
        let tally = fetcher.tally
        var documents = try Documents<Output>(of: plan, by: grouping, over: rowsBefore) {
            part throws(Fault) in
            try OpenDocument(
                format, part.map { layout.about($0.periods) } ?? layout, into: try open(part),
                isContinued: rowsBefore != nil, tally)
        }
        var summary = ExportSummary()
        do throws(Fault) {
            if case .trend(let query) = plan.query {
                let figures = try await figures(of: query, &summary)
                try documents.append(figures)
                // What is asked for now may be none of the days on which a film was on a chart.
                if rowsBefore == nil {
                    summary.warnings += figures.remarks(from: plan.source.manifest.name)
                }
            } else {
                let rows = try format.document(layout) as? any RowDocument
                try await fetch(&summary, into: &documents, writingBy: rows)
            }
            summary.rows = documents.rows
            var ending = DocumentEnding(missing: summary.missing)
            ending.total = summary.total
            ending.warnings = summary.incompleteCharts + summary.warnings
            try documents.finish(ending)
            summary.documents = documents.count
            summary.unwritten = documents.unwritten
            summary.warnings += documents.remarks
        } catch {
            tally.add(summary)
            throw error
        }
        tally.add(summary)
        return summary
    }

    /// Fetches and reads the charts that the runs of films are made of.
    private func figures(
        of query: TrendQuery, _ summary: inout ExportSummary
    ) async throws(Fault) -> TrendFigures {
        var figures = TrendFigures(of: query)
        let pages = PageStream(plan, with: fetcher)
        var done = 0
        do throws(Fault) {
            while let page = try await pages.next() {
                defer {
                    done += 1
                    onProgress(done)
                }
                try take(page, &summary) { () throws(Fault) in
                    if let edition = page.edition { try figures.add(page.page, of: edition.period) }
                }
            }
        } catch {
            await end(pages, &summary, because: error)
            throw error
        }
        await add(lossesOf: pages, to: &summary)
        try check(summary, hasRows: figures.count > 0)
        return figures
    }

    private func fetch<Output: Sink & ~Copyable>(
        _ summary: inout ExportSummary, into documents: inout Documents<Output>,
        writingBy rows: (any RowDocument)?
    ) async throws(Fault) {
        let pages = PageStream(plan, with: fetcher, writingBy: rows)
        var done = 0
        do throws(Fault) {
            while let first = try await pages.next(idle: { () throws(Fault) in
                try documents.flushIfLive()
            }) {
                defer {
                    done += 1
                    onProgress(done)
                }
                var page = first
                while let next = try append(page, to: &documents, &summary) {
                    if !documents.takesMorePictures { await pages.stopPictures() }
                    page = try await pages.page(
                        after: next, limit: plan.limit - documents.rows, seen: documents.seen)
                }
                if !documents.takesMorePictures { await pages.stopPictures() }
            }
        } catch {
            // If rows are passed on as they come, those that came are in the output.
            documents.handOverRest()
            await end(pages, &summary, because: error)
            throw error
        }
        await add(lossesOf: pages, to: &summary)
        try check(summary, hasRows: documents.rows > 0 || documents.count > 0)
    }

    /// Appends `page` to its document, and returns the next request, or nil if there is none.
    private func append<Output: Sink & ~Copyable>(
        _ page: FetchedPage, to documents: inout Documents<Output>, _ summary: inout ExportSummary
    ) throws(Fault) -> PlannedRequest? {
        var added = 0
        if let fault = page.fault { try documents.miss(page.subject, fault) }
        let isTaken = try take(page, &summary) { () throws(Fault) in
            added = try documents.append(page)
        }
        guard isTaken, let next = page.next, documents.rows < plan.limit else { return nil }
        // A service that sends the same page again and again would be asked forever.
        guard added > 0 else { throw .repetition(next.request.subject) }
        return next
    }

    /// Has `body` take the rows of `page`, and notes what is missing; returns whether they were taken.
    @discardableResult
    private func take(
        _ page: FetchedPage, _ summary: inout ExportSummary, _ body: () throws(Fault) -> Void
    ) throws(Fault) -> Bool {
        if let fault = page.fault {
            summary.missing.append(fault)
            return false
        }
        do throws(Fault) {
            try body()
        } catch {
            // The document is empty and may not replace the existing one.
            guard plan.keepsGoing, error.affectsOneRequest else { throw error }
            summary.missing.append(error)
            return false
        }
        if let fault = page.shortage(top: plan.top, of: plan.source.manifest.name) {
            summary.incompleteCharts.append(fault)
        }
        summary.total = page.page.total ?? summary.total
        return true
    }

    /// Ends `pages` where `fault` ends the run.
    private func end(
        _ pages: PageStream, _ summary: inout ExportSummary, because fault: Fault
    ) async {
        await pages.end(because: fault)
        await add(lossesOf: pages, to: &summary)
    }

    private func add(lossesOf pages: PageStream, to summary: inout ExportSummary) async {
        for losses in await pages.losses {
            summary.missing += losses.missing
            summary.warnings += losses.allWarnings
        }
        fetcher.tally.add(to: &summary)
    }

    /// Refuses a run in which nothing could be had, or that was cancelled.
    private func check(_ summary: ExportSummary, hasRows: Bool) throws(Fault) {
        if !hasRows, let fault = summary.missing.first {
            throw fault.with(others: summary.missing.count - 1)
        }
        if Task.isCancelled { throw Fault.cancelled }
    }
}

extension Fault {
    /// The fault, with the number of other faults in its message.
    fileprivate func with(others: Int) -> Fault {
        guard others > 0 else { return self }
        return saying(Message("and-more", "\(wording) (and \(others) more)"))
    }

    fileprivate static func repetition(_ subject: Subject) -> Fault {
        Fault(
            .malformed, "page-repeated",
            "the page before \(subject.wording) has nothing that was not there before")
    }
}
