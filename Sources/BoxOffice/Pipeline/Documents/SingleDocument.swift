/// One document for everything.
struct SingleDocument<Format: Exporter & ~Copyable, Output: Sink & ~Copyable>: Documents, ~Copyable
{
    private var document: Document<Format, Output>
    private(set) var seen: Set<String> = []
    private let plan: Plan

    /// Writes the rows of `plan` into `document`.
    init(_ document: consuming Document<Format, Output>, of plan: Plan) {
        self.document = document
        self.plan = plan
    }

    var rows: Int { document.rows }
    var takesMorePictures: Bool { document.takesMorePictures }
    /// Zero until the document is finished.
    var count: Int { 0 }

    mutating func append(_ reply: Reply) throws(Fault) -> Int {
        switch reply {
        case .page(let page, let subject, _):
            try document.begin(subject)
            let count = try document.append(page, plan, limit: plan.limit - rows, seen: &seen)
            try document.end(subject, page.state)
            return count
        case .written(let rows, let subject):
            try document.begin(subject)
            try document.append(rows)
            try document.end(subject, rows.state)
            return rows.count
        case .missing: return 0
        }
    }

    mutating func flushIfLive() throws(Fault) { try document.flushIfLive() }

    mutating func handOverRest() { try? document.handOver() }

    consuming func finish(_ ending: DocumentEnding) throws(Fault) -> FinishedDocuments {
        FinishedDocuments(count: 1, remarks: try document.finish(ending))
    }
}
