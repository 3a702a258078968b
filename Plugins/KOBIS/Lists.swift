internal import BoxOffice
internal import Wire

// What the three searches have in common: pages of a list, and how many items there are in all.

private enum ListEnvelope: Int, WireField {
    case totCnt, source, movieList, peopleList, companyList

    static let names = FieldNames(of: Self.self)

    var isNested: Bool { self != .totCnt && self != .source }
}

extension Cursor where Self: ~Copyable {
    /// Reads a page of a search, each item through `item`; one without a code is refused.
    mutating func page<Record: Sendable>(
        of table: Table<Record>, identity: @escaping @Sendable (Record) -> String,
        answering request: Request, item: (inout Self) throws(Malformed) -> Record
    ) throws(Malformed) -> Page {
        var envelope = Leaves<ListEnvelope>()
        var records: [Record] = []
        try object(&envelope) { _, cursor throws(Malformed) in
            try cursor.list { cursor throws(Malformed) in
                do throws(Malformed) {
                    records.append(try item(&cursor))
                } catch {
                    throw Malformed("item \(records.count + 1): \(error.reason)")
                }
            }
        }
        guard let total = try envelope.integer(.totCnt), total >= 0 else {
            throw Malformed("the answer does not say how many there are in all")
        }
        guard !records.isEmpty || total == 0 || request.subject.isBehindOthers else {
            throw Malformed("the answer has none of the \(total) it says there are")
        }
        return Page(
            records, of: table, identity: identity,
            next: request.next(count: records.count, total: total), total: total)
    }
}

extension Subject {
    /// Whether it is a page that other pages come before.
    fileprivate var isBehindOthers: Bool {
        if case .page(_, after: 1...) = self { true } else { false }
    }
}

extension String {
    /// The texts that are joined by `separator`, each without spaces around it, and no empty one.
    func items(separatedBy separator: Character) -> [String] {
        split(separator: separator).map { item in
            String(item.drop { $0 == " " }.reversed().drop { $0 == " " }.reversed())
        }.filter { !$0.isEmpty }
    }
}
