/// Carries out a plan: a fetcher answers the requests of its source, the answers go through the
/// stages, and their rows into a document.
///
/// It holds at most `jobs` answers, of recordings eight times as many, and one buffer in memory, however
/// many periods are requested.
public struct Export: Sendable {
    /// What to do.
    public let plan: Plan
    /// Gets the answers.
    public let fetcher: Fetcher
    /// Called with the number of finished requests, out of those that were known from the start.
    public var onProgress: @Sendable (Int) -> Void = { _ in }

    /// Makes the export of `plan` with answers from `fetcher`.
    public init(_ plan: Plan, with fetcher: Fetcher) {
        self.plan = plan
        self.fetcher = fetcher
    }

    /// Fetches, reads and writes everything, and commits the document.
    ///
    /// - Throws: the first ``Fault`` that must end the run or, if there was no answer at all, the
    ///   first of all. The sink is then dropped without a commit.
    public func run<Format: Exporter & ~Copyable, Output: Sink & ~Copyable>(
        into exporter: consuming Format, _ sink: consuming Output
    ) async throws(Fault) -> Summary {
        if case .trend(let query) = plan.query {
            let document = try Document(exporter: exporter, sink: sink, fetcher.tally)
            return try await run(into: TrendDocuments(document, of: plan, query), nil)
        }
        let writer = pageWriter(exporter.rowWriter)
        let document = try Document(exporter: exporter, sink: sink, fetcher.tally)
        return try await run(into: SingleDocument(document, of: plan), writer)
    }

    /// Fetches, reads and writes everything, each group of a chart's periods into its own document.
    ///
    /// That may also be a part of a document whose beginning exists. A document is committed as
    /// soon as it is complete; that of a period that is not available is not, nor one that lacks rows
    /// of which `earlierRows` were there before; `didEmpty` hears of a period that may lose all its
    /// rows of an edition.
    public func run<Format: Exporter & ~Copyable, Output: Sink & ~Copyable>(
        as format: Format.Type, _ layout: Layout, isContinued: Bool = false,
        by grouping: Periods.Grouping = .period,
        over earlierRows: @escaping (ChartEdition) -> Int = { _ in 0 },
        didEmpty: @escaping (Period) -> Void = { _ in },
        eachInto open: @escaping (Periods) throws(Fault) -> Output
    ) async throws(Fault) -> Summary {
        guard case .chart(let query) = plan.query else {
            throw Fault(.bug, "only-charts-have-periods", "only charts have periods")
        }
        let documents = GroupedDocuments(
            of: plan, query, by: grouping, isContinued: isContinued, earlierRows: earlierRows,
            didEmpty: didEmpty
        ) { group throws(Fault) in
            let sink = try open(group)
            return try Document(
                exporter: try format.init(layout.about(group), for: sink), sink: sink,
                isContinued: isContinued, fetcher.tally)
        }
        return try await run(into: documents, pageWriter(try format.init(layout).rowWriter))
    }

    /// Fetches and reads everything, and writes rows of runs one by one.
    ///
    /// - Parameters:
    ///   - needed: the periods that are needed, by the film's code.
    ///   - writer: writes a row.
    package func rows(
        needed: [String: Set<Period>], by writer: any RowWriter
    ) async throws(Fault) -> (Summary, [TrendRow]) {
        guard case .trend(let query) = plan.query else {
            throw Fault(.bug, "only-trends-have-runs", "only trends have runs")
        }
        let collection = TrendRows.Collection()
        let rows = TrendRows(of: plan, query, needed: needed, by: writer, into: collection)
        let summary = try await run(into: rows, nil)
        return (summary, collection.rows)
    }

    private func run<Output: Documents & ~Copyable>(
        into documents: consuming Output, _ writer: PageWriter?
    ) async throws(Fault) -> Summary {
        var summary = Summary()
        var done = 0
        let stages = plan.stages(fetcher)
        let stride = fetcher.isLocal && !stages.contains(where: \.looksUp) ? 32 : 1
        do throws(Fault) {
            try await inOrder(
                Questions(of: plan), width: fetcher.jobs, stride: stride,
                by: Answering(export: self, stages: stages, writer: writer)
            ) { reply throws(Fault) in
                defer {
                    done += 1
                    onProgress(done)
                }
                var reply = reply
                while let next = try append(reply, to: &documents, &summary) {
                    if !documents.takesMorePictures { await stages.stopPictures() }
                    reply = try await self.reply(
                        to: next, stages, limit: plan.limit - documents.rows,
                        seen: documents.seen)
                }
                if !documents.takesMorePictures { await stages.stopPictures() }
            } idle: { () throws(Fault) in
                try documents.flushIfLive()
            }
        } catch {
            // If rows are passed on as they come, those that came are in the output.
            documents.handOverRest()
            await add(lossesOf: stages, to: &summary)
            fetcher.tally.add(summary)
            throw error
        }
        await add(lossesOf: stages, to: &summary)
        do throws(Fault) {
            if documents.rows == 0, documents.count == 0, let fault = summary.missing.first {
                throw fault.with(others: summary.missing.count - 1)
            }
            if Task.isCancelled { throw Fault.cancelled }
            summary.rows = documents.rows
            var ending = DocumentEnding(missing: summary.missing)
            ending.total = summary.total
            ending.warnings = summary.incompleteCharts + summary.warnings
            let finished = try documents.finish(ending)
            summary.documents = finished.count
            summary.unwritten = finished.unwritten
            summary.warnings += finished.remarks
        } catch {
            fetcher.tally.add(summary)
            throw error
        }
        fetcher.tally.add(summary)
        return summary
    }

    private func add(lossesOf stages: [any Stage], to summary: inout Summary) async {
        for stage in stages {
            let losses = await stage.losses
            summary.missing += losses.missing
            summary.warnings += losses.allWarnings
        }
        fetcher.tally.add(to: &summary)
    }

    /// Appends `reply` to its document, and returns the next question, or nil if there is none.
    private func append<Output: Documents & ~Copyable>(
        _ reply: Reply, to documents: inout Output, _ summary: inout Summary
    ) throws(Fault) -> Question? {
        if case .missing(let fault, _) = reply {
            summary.missing.append(fault)
            _ = try documents.append(reply)
            return nil
        }
        let added: Int
        do throws(Fault) {
            added = try documents.append(reply)
        } catch {
            // The document is empty and may not replace the existing one.
            guard plan.keepsGoing, error.affectsOneRequest else { throw error }
            summary.missing.append(error)
            return nil
        }
        if let fault = reply.missingRows(top: plan.top, of: plan.source.manifest.name) {
            summary.incompleteCharts.append(fault)
        }
        guard case .page(let page, _, let next) = reply else { return nil }
        summary.total = page.total ?? summary.total
        guard let next, documents.rows < plan.limit else { return nil }
        // A service that sends the same page again and again would be asked forever.
        guard added > 0 else { throw .repetition(next.request.subject) }
        return next
    }

    /// Asks `question`, reads the answer and passes it through the stages.
    ///
    /// A fault names what it happened to. `local` is what
    /// ``Fetcher/localAnswer(to:from:)`` gave.
    fileprivate func reply(
        to question: Question, _ stages: [any Stage], limit: Int, seen: Set<String> = [],
        local: Result<Answer, Fault>? = nil
    ) async throws(Fault) -> Reply {
        let subject = question.request.subject
        defer { for stage in stages { stage.leave(question) } }
        do throws(Fault) {
            let page = try await fetcher.page(
                for: question.request, from: plan.source, local: local)
            let next = page.next.map { Question(request: $0, peerRequest: nil) }
            guard !stages.isEmpty else { return .page(page, about: subject, next: next) }
            var work = PageInProgress(
                page: page, question: question, next: next, limit: min(plan.top, limit),
                seen: seen)
            for stage in stages { work = try await stage.process(work) }
            return .page(work.page, about: subject, next: work.next)
        } catch {
            var what = subject.wording
            if plan.keepsGoing, case .page = subject {
                what = Message("pages-after", "\(what) and those after it")
            }
            let areFilms = if case .movie = plan.query { true } else { false }
            let fault = error.about(
                what, subject.scope(of: plan.source.manifest.name, areFilms: areFilms))
            guard plan.keepsGoing, fault.affectsOneRequest else { throw fault }
            return .missing(fault, about: subject)
        }
    }

    /// Writes whole answers with `rows`; nil if there is no row writer, or if there is a limit for
    /// the rows of all answers together.
    private func pageWriter(_ rows: (any RowWriter)?) -> PageWriter? {
        guard let rows, plan.limit == .max else { return nil }
        return PageWriter(rows: rows, columns: plan.wanted, top: plan.top)
    }
}

/// The work on a question: its answer is fetched, read and written.
private struct Answering: OrderedWork {
    let export: Export
    let stages: [any Stage]
    let writer: PageWriter?

    var memory: PageWriter.Memory { PageWriter.Memory() }

    func prepare(_ question: Question) async -> Result<Answer, Fault>? {
        await export.fetcher.localAnswer(to: question.request, from: export.plan.source)
    }

    func size(of local: Result<Answer, Fault>?) -> Int {
        guard case .success(let answer) = local else { return 0 }
        return answer.body.count
    }

    func output(
        for question: Question, _ local: Result<Answer, Fault>?
    ) async throws(Fault) -> Reply {
        try await export.reply(to: question, stages, limit: export.plan.limit, local: local)
    }

    func finish(
        _ reply: Reply, using memory: inout PageWriter.Memory
    ) throws(Fault) -> Reply {
        try writer?.written(reply, using: &memory) ?? reply
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
