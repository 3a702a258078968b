import BoxOffice
import BoxOfficeConformance

/// A source, a source of posters and of details, that keeps every rule but one.
struct WrongSource: Source, PosterSource, DetailsSource {
    /// The rule that is broken; nil for none.
    let broken: Rule?
    /// The rare case in which a rule is broken that is kept otherwise; nil for none.
    private let corner: Corner?
    private let calls = Calls()
    private var isLarge = false

    enum Corner {
        case option, nextPage, dataset, reserved, filmPage, kind, rows, unknownFilm, oddTitle,
            language,
            dayEnds
        case cents, decimals, confidence, otherDay, path
    }

    init(breaking broken: Rule?, in corner: Corner? = nil) {
        self.broken = broken
        self.corner = corner
    }

    private static let size = TypedOption.integer("size", in: 1...9, default: 1, help: "the size")

    /// A counter of calls, so that two of them can differ.
    private final class Calls: @unchecked Sendable {
        var count = 0
    }

    var manifest: Manifest {
        Manifest(name: "wrong", summary: "a source", options: [Self.size.declaration])
    }

    func with(_ options: PluginOptions) throws(Fault) -> WrongSource {
        var source = self
        source.isLarge = options[Self.size] == 9
        return source
    }

    var policy: ChartPolicy {
        var territory = Territory.korea
        if corner == .language { territory.language = "English" }
        if corner == .dayEnds { territory.dayEnds = 9 * 60 }
        return ChartPolicy(territory: territory, rows: corner == .rows ? 0 : 10)
    }

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
        guard query == .rows else {
            let title = Column("title", "영화명", .integer)
            return corner == .kind ? Dataset(name: "chart", columns: [title]) : nil
        }
        guard broken != .holdings else { return nil }
        let column = Column("seats", "좌석", .integer)
        return Dataset(
            name: corner == .dataset ? "Halls" : corner == .reserved ? "market" : "halls",
            columns: broken == .columns ? [column, column] : [column])
    }

    var filmPage: String? {
        let page = broken == .filmPage ? "film.html" : "https://a.example/{code}"
        return corner == .filmPage ? page + page : page
    }

    func defaultColumns(for query: Query) -> [String] {
        broken == .defaultColumns ? ["nothing"] : [dataset(of: query).columns[0].name]
    }

    func requests(for query: Query) -> AnySequence<Request> {
        if broken == .requests { return AnySequence([]) }
        guard case .chart(let query) = query else {
            return AnySequence([request("rows", .page(1, after: 0))])
        }
        let requests = query.editions.lazy.map { request("\($0.period.from)", .edition($0)) }
        return broken == .order
            ? AnySequence(Array(requests.prefix(1000)).reversed()) : AnySequence(requests)
    }

    func request(for film: Film) -> Request? {
        if broken == .requests { return nil }
        return request("film", .film(film))
    }

    var detailColumns: [Column] {
        let seats = Column("seats", "좌석", broken == .details ? .amount : .integer)
        return [seats]
    }

    func detailsRequest(for film: Film) -> Request? {
        broken == .requests ? nil : request("details", .details(film, keptFor: 0))
    }

    private func request(_ path: String, _ subject: Subject) -> Request {
        Request(
            service: broken == .request ? "another" : "wrong",
            path: corner == .path ? "하루 \(path)" : path, parameters: [],
            subject: subject)
    }

    func ownAnswer(to request: Request) -> Answer? {
        guard broken == .sameAnswer else { return nil }
        calls.count += 1
        var answer = Self.answer
        answer.body += Array("\(calls.count)".utf8)
        return answer
    }

    /// The answer of the service: `OK` alone.
    static var answer: Answer { Answer("OK") }

    func read(_ answer: Answer, to request: Request) throws(Fault) -> Page {
        let isOK =
            broken == .sameAnswer
            ? answer.body.starts(with: Self.answer.body) : answer.body == Self.answer.body
        guard isOK || broken == .garbage, !(isLarge && corner == .option) else {
            throw Fault(.malformed, "the answer is not OK")
        }
        calls.count += 1
        let seats = broken == .samePage ? calls.count : 7
        switch request.subject {
        case .film(let film):
            let isOdd = film.title.contains("<")
            if corner == .oddTitle ? isOdd : corner == .unknownFilm && film.code == "00000000" {
                throw Fault(.malformed, "the film is not OK")
            }
            if broken == .page { return Page([], of: ChartEntry.table) }
            let poster = Poster(
                movieCode: broken == .poster ? "another" : film.code,
                query: "", imageURL: "https://a.example/p", width: seats, height: 7,
                confidence: Decimal(corner == .confidence ? 101 : 90, places: 2))
            return Page([poster], of: Poster.table)
        case .edition(var edition):
            if broken == .page { return Page([], of: Poster.table) }
            if corner == .otherDay {
                edition = ChartEdition(edition.period.advanced(by: -1), filter: edition.filter)
            }
            var entry = ChartEntry(
                edition: edition, source: answer.source, fetchedAt: answer.fetchedAt, rank: 1,
                rankChange: .new, movieCode: "1", title: "우리 마을",
                in: broken == .territory ? Territory() : .korea)
            if corner == .cents { entry.currency = Currency("USD") ?? .won }
            entry.salesAmount = 7
            entry.salesShare = Decimal(7, places: corner == .decimals ? 2 : 1)
            entry.audienceCount = seats
            return Page([entry], of: ChartEntry.table)
        case .page(2, _): throw Fault(.malformed, "the second page is not OK")
        default:
            var fields = [Field<Int>("seats", "좌석", .integer) { .integer($0) }]
            if broken == .columns { fields += fields }
            let next = corner == .nextPage ? self.request("more", .page(2, after: 1)) : nil
            return Page([seats], of: Table(named: "halls", fields), next: next)
        }
    }

    func fault(in answer: Answer) -> Fault? {
        broken == .httpStatus ? Fault(.malformed, "the answer is not OK") : nil
    }
}
