internal import BoxOffice
internal import Wire

// What the three searches have in common: pages of a list, and the total number of items.

private enum ListEnvelope: Int, WireField {
    case totCnt, source, movieList, peopleList, companyList

    static let names = FieldNames(of: Self.self)

    var isNested: Bool { self != .totCnt && self != .source }
}

extension Node {
    /// Reads a page of a search, each item with `item`; an item without a code is refused.
    func page<Record: Sendable>(
        of table: Table<Record>, identity: @escaping @Sendable (Record) -> String,
        answering request: Request, item: (Node) throws(Malformed) -> Record
    ) throws(Malformed) -> Page {
        let envelope = try object(ListEnvelope.self)
        var records: [Record] = []
        for field in [ListEnvelope.movieList, .peopleList, .companyList] {
            guard let list = try envelope[field]?.list() else { continue }
            for node in list {
                do throws(Malformed) {
                    records.append(try item(node))
                } catch {
                    throw Malformed("item \(records.count + 1): \(error.reason)")
                }
            }
        }
        guard let total = try envelope.integer(.totCnt), total >= 0 else {
            throw Malformed("the answer does not say how many there are in all")
        }
        let read = request.subject.itemsBefore + records.count
        guard read <= total else {
            throw Malformed("there are \(read) items where the answer says there are \(total)")
        }
        guard !records.isEmpty || read == total else {
            throw Malformed("the search ends after \(read) of \(total)")
        }
        return Page(
            records, of: table, identity: identity,
            next: request.next(count: records.count, total: total), total: total)
    }
}

extension Subject {
    /// How many items the previous pages had.
    fileprivate var itemsBefore: Int {
        if case .page(_, let before) = self { before } else { 0 }
    }
}

extension String {
    /// The texts between the separators, without the spaces around them and without empty ones.
    func items(separatedBy separator: Character) -> [String] {
        split(separator: separator).map { item in
            item.trimming { $0 == " " }
        }.filter { !$0.isEmpty }
    }
}
