import BoxOffice
import Wire

/// A source with its own dataset and an option: the cinemas of two towns.
///
///     my-export rows --source cinemas -O town=seoul
///
/// Its answers are JSON, which ``Wire`` reads.
package struct Cinemas: Source {
    enum Town: String, CaseIterable {
        case all, seoul, busan
    }

    private static let town = TypedOption.choice(
        "town", of: Town.self, default: .all, help: "only the cinemas of that town")

    package let manifest = Manifest(
        name: "cinemas", summary: "the cinemas of two towns",
        options: [Self.town.declaration],
        korean: [
            "summary": "두 도시의 극장", "option.town": "그 도시의 극장만",
            "cinemas-malformed": "극장 목록: {1}",
        ])
    /// No charts, because this source has only rows.
    package let holdings = Holdings(
        of: "the list of cinemas", from: Day(daysSince1970: 12_000), to: nil, charts: [])
    private var town = Town.all

    package init() {}

    package func with(_ options: PluginOptions) throws(Fault) -> Cinemas {
        var source = self
        source.town = options[Self.town]
        return source
    }

    package func dataset(for query: Query) -> Dataset? { Self.table.dataset }

    private struct Cinema {
        var name: String
        var town: String
        var seats: Int
    }

    private static let table = Table<Cinema>(
        named: "cinemas",
        [
            Field("cinema", "극장", .text) { .text($0.name) },
            Field("town", "도시", .text) { .text($0.town) },
            Field("seats", "좌석수", .integer) { .integer($0.seats) },
        ])

    package func requests(for query: Query) -> AnySequence<Request> {
        guard query == .rows else { return AnySequence([]) }
        return AnySequence(
            CollectionOfOne(
                Request(
                    service: "cinemas", path: "cinemas.json",
                    parameters: [("town", town.rawValue)], subject: .page(1, after: 0))))
    }

    /// Returns the answer that a service would send.
    package func ownAnswer(to request: Request) -> Answer? {
        let json = """
            {"cinemas":[{"name":"단성사","town":"seoul","seats":"640"},\
            {"name":"부산극장","town":"busan","seats":"412"}]}
            """
        return Answer(body: Array(json.utf8), fetchedAt: Instant(secondsSince1970: 0))
    }

    package func read(_ answer: Answer, to request: Request) throws(Fault) -> Page {
        let cinemas: [Cinema] = try answer.read(
            .json,
            or: { Fault(.malformed, "cinemas-malformed", "the list of cinemas: \($0.reason)") }
        ) { root throws(Malformed) in
            let answer = try root.fields()
            guard try answer["cinemas"] != nil else {
                throw Malformed("there is no list of cinemas")
            }
            return .success(
                try answer.items("cinemas") { fields throws(Malformed) in
                    guard let name = try fields.text("name"), let town = try fields.text("town"),
                        let seats = try fields.count("seats")
                    else { throw Malformed("a cinema lacks a name, a town or seats") }
                    return Cinema(name: name, town: town, seats: seats)
                })
        }
        return Page(cinemas.filter { town == .all || $0.town == town.rawValue }, of: Self.table)
    }
}
