import BoxOffice
import BoxOfficeConformance

/// A source, and a source of posters, that keeps every rule but one.
struct WrongSource: HasOwnColumns, ExplainsFigures, PosterSource {
    /// The rule that is broken; nil for none.
    let broken: Rule?
    private let calls = Calls()

    init(breaking broken: Rule?) {
        self.broken = broken
    }

    /// Counts, so that two calls can differ.
    private final class Calls: @unchecked Sendable {
        var count = 0
    }

    var manifest: Manifest { Manifest(name: "wrong", summary: "a source") }

    var service: Service? {
        if broken == .ownAnswer { return nil }
        return Service(
            name: "wrong", baseURL: broken == .service ? "here/" : "https://wrong.example",
            baseURLVariable: "WRONG_BASE_URL", key: nil)
    }

    var holdings: Holdings {
        Holdings(
            of: "the wrong one", from: Day(daysSince1970: 12_000), to: nil,
            charts: broken == .holdings ? [] : [.daily])
    }

    func dataset(for query: Query) -> Dataset? {
        guard query == .rows, broken != .holdings else { return nil }
        let column = Column("seats", "좌석", .integer)
        return Dataset(name: "halls", columns: broken == .columns ? [column, column] : [column])
    }

    var filmPage: String? { broken == .filmPage ? "film.html" : "https://a.example/{code}" }

    func defaultColumns(for query: Query) -> [String] {
        broken == .defaultColumns ? ["nothing"] : [dataset(of: query).columns[0].name]
    }

    func requests(for query: Query) -> AnySequence<Request> {
        if broken == .requests { return AnySequence([]) }
        guard case .chart(let query) = query else {
            return AnySequence([request("rows", .page(1, after: 0))])
        }
        let requests = query.editions.lazy.map { request("\($0.period.from)", .edition($0)) }
        switch broken {
        case .lazy: return AnySequence(Array(requests))
        case .order: return AnySequence(Array(requests.prefix(1000)).reversed())
        default: return AnySequence(requests)
        }
    }

    func request(for film: Film) -> Request? {
        if broken == .requests { return nil }
        return request("film", .film(film))
    }

    private func request(_ path: String, _ subject: Subject) -> Request {
        Request(
            service: broken == .request ? "another" : "wrong", path: path, parameters: [],
            subject: subject)
    }

    /// An answer of the service: `OK` alone.
    static var answer: Answer {
        Answer(body: Array("OK".utf8), fetchedAt: Instant(secondsSince1970: 0))
    }

    func read(_ answer: Answer, to request: Request) throws(Fault) -> Page {
        guard answer.body == Self.answer.body || broken == .garbage else {
            throw Fault(.malformed, "the answer is not OK")
        }
        calls.count += 1
        let seats = broken == .samePage ? calls.count : 7
        switch request.subject {
        case .film(let film):
            if broken == .page { return Page([], of: ChartEntry.table) }
            let poster = Poster(
                movieCode: broken == .poster ? "another" : film.code,
                query: "", imageURL: "https://a.example/p", width: seats, height: 7,
                confidence: Fraction(hundredths: 90))
            return Page([poster], of: Poster.table)
        case .edition(let edition):
            if broken == .page { return Page([], of: Poster.table) }
            var entry = ChartEntry(
                edition: edition, source: answer.source, fetchedAt: answer.fetchedAt, rank: 1,
                rankChange: .new, movieCode: "1", title: "우리 마을")
            entry.audienceCount = seats
            return Page([entry], of: ChartEntry.table)
        default:
            var fields = [Field<Int>("seats", "좌석", .integer) { .integer($0) }]
            if broken == .columns { fields += fields }
            return Page([seats], of: Table(named: "halls", fields))
        }
    }

    func fault(in answer: Answer) -> Fault? {
        broken == .httpStatus ? Fault(.malformed, "the answer is not OK") : nil
    }
}
