package import BoxOffice
internal import Synchronization

/// A count of retries, answers from the archive, failures, and what reaches the output during a
/// run, shared by all its parts.
///
/// It can be read while the run goes on, and after it failed.
package final class Tally: Sendable {
    private struct State {
        var archiveFault: Fault?
        var clockFault: Fault?
        var rows = 0
        var documents: [DeliveredDocument] = []
        var summary = ExportSummary()
        /// The number of requests to a service that failed for good, in a row.
        var failuresInRow: [String: Int] = [:]
        /// The reason why a service will answer nothing more.
        var refusals: [String: Fault] = [:]
        /// The number of requests in a row that did not reach a service, and the last reason.
        var losses: [String: (count: Int, fault: Fault)] = [:]
    }

    private let state = Mutex(State())

    package init() {}

    /// The number of rows that reached the output: those of whole documents, and those passed on to
    /// somebody who reads along.
    package var rows: Int { state.withLock { $0.rows } }
    /// The delivered documents, in the order of their delivery.
    package var documents: [DeliveredDocument] { state.withLock { $0.documents } }
    /// The outcome of the exports so far, including failed ones; retries and answers from the
    /// archive are those of the run so far.
    package var summary: ExportSummary { state.withLock { $0.summary } }

    /// Adds the outcome of an export.
    package func add(_ summary: ExportSummary) { state.withLock { $0.summary.add(summary) } }

    /// Adds the outcome of an export for parts that nobody asked for, which had a tally of its own,
    /// and returns what it adds: none of the rows count, and what is missing is a `warning`.
    package func add(unasked tally: Tally, _ warning: (Fault) -> Fault) -> ExportSummary {
        let found = tally.summary
        var summary = ExportSummary()
        summary.incompleteCharts = found.incompleteCharts
        summary.warnings = found.missing.map(warning) + found.warnings
        state.withLock {
            $0.summary.add(summary)
            $0.summary.retries += found.retries
            $0.summary.archiveHits += found.archiveHits
        }
        return summary
    }

    /// Forgets what an attempt lacked, because the next one asks for another period instead.
    package func forgetMissing() {
        state.withLock {
            $0.summary.missing = []
            $0.summary.incompleteCharts = []
            $0.summary.unwritten = []
        }
    }

    /// Adds a warning.
    package func warn(_ fault: Fault) { state.withLock { $0.summary.warnings.append(fault) } }

    /// Notes that the file at `path` was not written, because nothing for `plan` was available.
    package func noteUnwritten(_ path: String, of plan: Plan) {
        let fault = Fault.notWritten(path).within(plan.scope(of: plan.charts?.periods))
        state.withLock { $0.summary.unwritten.append(fault) }
    }

    /// Counts rows that reached the output.
    func deliver(rows: Int) { state.withLock { $0.rows += rows } }

    /// Notes a delivered document, and `rows` rows of it that were not counted yet.
    package func deliver(_ document: DeliveredDocument, rows: Int) {
        state.withLock {
            $0.documents.append(document)
            $0.rows += rows
        }
    }

    /// Counts a request that is sent again.
    func countRetry() { state.withLock { $0.summary.retries += 1 } }

    /// Records how a request to `service` ended, after all its attempts.
    func note(_ fault: Fault?, from service: String) {
        state.withLock {
            let earlier = $0.failuresInRow[service] ?? 0
            $0.failuresInRow[service] = fault?.canHeal == true ? earlier + 1 : nil
            if let fault, fault.endsSource, !fault.canHeal { $0.refusals[service] = fault }
            if let fault, !fault.wasSent {
                $0.losses[service] = (($0.losses[service]?.count ?? 0) + 1, fault)
            } else {
                $0.losses[service] = nil
            }
        }
    }

    /// Returns true if `service` has been failing for so long that retries are pointless.
    func isDown(_ service: String) -> Bool {
        state.withLock { $0.failuresInRow[service] ?? 0 >= 3 }
    }

    /// Returns the reason why `service` will answer nothing more in this run; nil if it may.
    func refusal(of service: String) -> Fault? { state.withLock { $0.refusals[service] } }

    /// Returns the reason why `service` is not asked any more in this run, because ten requests in a
    /// row did not reach it; nil if it is.
    func loss(of service: String) -> Fault? {
        state.withLock { $0.losses[service].flatMap { $0.count >= 10 ? $0.fault : nil } }
    }

    /// Counts an answer that was taken from the archive.
    func countHit() { state.withLock { $0.summary.archiveHits += 1 } }

    /// Records that the archive cannot keep an answer; only the first time leads to a warning.
    func warn(ofArchive fault: Fault) {
        let fault = fault.about(Message("archive", "archive"))
        state.withLock { $0.archiveFault = $0.archiveFault ?? fault }
    }

    /// Records a new answer of `service`; the first that shows a wrong clock leads to a warning.
    func note(_ answer: Answer, from service: String) {
        guard answer.isDateUncertain else { return }
        let fault = Fault.clocksDisagree(answer.clockDifference, service)
            .within(Fault.Scope(source: answer.source))
        state.withLock { $0.clockFault = $0.clockFault ?? fault }
    }

    /// The other faults that did no harm to the rows, one of each sort.
    ///
    /// It can also be read after the run failed.
    package var warnings: [Fault] {
        state.withLock { [$0.clockFault, $0.archiveFault].compactMap(\.self) }
    }

    /// Adds the counts to `summary`.
    func add(to summary: inout ExportSummary) {
        summary.retries = self.summary.retries
        summary.archiveHits = self.summary.archiveHits
        summary.warnings += warnings
    }
}

/// The outcome of an export.
package struct ExportSummary: Sendable {
    /// The number of rows written.
    package internal(set) var rows = 0
    /// The number of documents committed; for a document that is brought up to date, of its parts.
    package internal(set) var documents = 0
    /// The total number of rows of a search, if the service reported it.
    package internal(set) var total: Int?
    /// The reasons why something was left out, in the order of the requests.
    package var missing: [Fault] = []
    /// The faults of charts in which rows are missing, in the order of the requests.
    package var incompleteCharts: [Fault] = []
    /// The files that were not written because rows for them are missing.
    package internal(set) var unwritten: [Fault] = []
    /// The faults for data that is not available but not essential, such as posters.
    package var warnings: [Fault] = []
    /// The number of answers from the archive.
    package internal(set) var archiveHits = 0
    /// The number of requests that were sent again.
    package internal(set) var retries = 0

    /// Makes the summary of a run that had nothing to do.
    package init() {}

    /// Adds the outcome of a later export; the fetcher counts retries and answers for both.
    mutating func add(_ later: ExportSummary) {
        rows += later.rows
        documents += later.documents
        missing += later.missing
        unwritten += later.unwritten
        warnings += later.warnings.filter { !warnings.contains($0) }
        incompleteCharts += later.incompleteCharts
    }
}

extension Fault {
    /// Returns the fault for the file at `path`, which was not written.
    ///
    /// - Parameter hasRows: true if there were some rows for it.
    package static func notWritten(_ path: String, hasRows: Bool = false) -> Fault {
        Fault(
            .unavailable, "file-not-written",
            hasRows
                ? Message(
                    "file-not-written-in-part",
                    "'\(path)' was not written, because rows for it are missing")
                : "'\(path)' was not written, because there is nothing for it")
    }

    fileprivate static func clocksDisagree(_ seconds: Int, _ service: String) -> Fault {
        let minutes = seconds.magnitude / 60
        let time =
            minutes < 120
            ? Message("clock-minutes", "\(minutes) minutes")
            : Message("clock-hours", "\(minutes / 60) hours")
        let order =
            seconds > 0
            ? Message("clock-ahead", "ahead of") : Message("clock-behind", "behind")
        return Fault(
            .configuration,
            "clocks-disagree",
            "this machine's clock is \(time) \(order) that of \(service); while they disagree no figure counts as final"
        )
    }
}

/// The extent of a document: its rows and the days that they cover.
package struct DocumentExtent: Hashable, Sendable {
    /// The number of rows.
    package var rows = 0
    /// The days of the periods that have rows, in the order in which they came, each span without a
    /// gap; empty if the rows do not belong to periods.
    package private(set) var spans: [ClosedRange<Day>] = []
    /// The first of these days.
    package var from: Day? { spans.map(\.lowerBound).min() }
    /// The last of these days.
    package var to: Day? { spans.map(\.upperBound).max() }

    /// Adds the days from `first` to `last`.
    package mutating func cover(_ first: Day, _ last: Day) {
        if let span = spans.last, span.lowerBound <= first, first <= span.upperBound.advanced(by: 1)
        {
            spans[spans.count - 1] = span.lowerBound...max(span.upperBound, last)
        } else {
            spans.append(first...last)
        }
    }
}

/// A document that was delivered whole.
package struct DeliveredDocument: Hashable, Sendable {
    /// The path of its file, or `-` for standard output.
    package let path: String
    /// The extent of the document, including what earlier runs wrote into it.
    package let extent: DocumentExtent
    /// The parts that are new or changed, if it was there already and was brought up to date; nil if
    /// it was written anew.
    package let changes: [DocumentPart]?

    package init(path: String, extent: DocumentExtent, changes: [DocumentPart]? = nil) {
        self.path = path
        self.extent = extent
        self.changes = changes
    }
}
