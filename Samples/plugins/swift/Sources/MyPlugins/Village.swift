import BoxOffice

/// The box office of a village cinema, which shows the same three films every day.
///
/// A source that asks a service names it in ``service``; the host then sends the requests, finds the
/// key and keeps the answers. This one has its answers within itself.
struct Village: Source {
    let manifest = Manifest(name: "village", summary: "three films, every day the same")
    let service: Service? = nil
    let holdings = Holdings(
        of: "the village", from: Day(daysSince1970: 12_000), to: nil, charts: [.daily],
        canBeNarrowed: false)

    func requests(for query: Query) -> AnySequence<Request> {
        guard case .chart(let query) = query else { return AnySequence([]) }
        return AnySequence(
            query.editions.lazy.map { edition in
                Request(
                    service: "village", path: "chart",
                    parameters: [.init("day", "\(edition.period.from)")],
                    subject: .edition(edition))
            })
    }

    func ownAnswer(to request: Request) -> Answer? {
        let now = Instant(secondsSince1970: 0)
        let films = "A1;우리 마을;41\nB2;Harvest, again;23\nC3;줄다리기;7"
        return Answer(status: 200, body: Array(films.utf8), fetchedAt: now)
    }

    func read(_ answer: Answer, to request: Request) throws(Fault) -> Page {
        guard case .edition(let edition) = request.subject else {
            throw Fault(.malformed, "the village has nothing but charts")
        }
        var entries: [ChartEntry] = []
        for line in String(decoding: answer.body, as: UTF8.self).split(separator: "\n") {
            let fields = line.split(separator: ";").map(String.init)
            guard fields.count == 3, let audience = Int(fields[2]) else {
                throw Fault(.malformed, "a line of the village is not understood: '\(line)'")
            }
            var entry = ChartEntry(
                edition: edition, source: answer.source, fetchedAt: answer.fetchedAt,
                rank: entries.count + 1, rankChange: .places(0), movieCode: fields[0],
                title: fields[1])
            entry.audienceCount = audience
            entries.append(entry)
        }
        return Page(entries, of: ChartEntry.table)
    }
}
