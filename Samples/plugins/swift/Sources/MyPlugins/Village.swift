import BoxOffice

/// The box office of a village cinema, which shows the same three films every day.
///
/// A source that asks a service names it in ``service``; the host then sends the requests, finds the
/// key and keeps the answers. This one has its answers within itself.
package struct Village: Source {
    package let manifest = Manifest(name: "village", summary: "three films, every day the same")
    package let service: Service? = nil
    package let holdings = Holdings(
        of: "the village", from: Day(daysSince1970: 12_000), to: nil, charts: [.daily],
        canBeNarrowed: false)
    /// The village never corrects a figure, and has three films.
    package let policy = ChartPolicy(finalAfter: 0, rows: 3)

    package init() {}

    package func requests(for query: Query) -> AnySequence<Request> {
        guard case .chart(let query) = query else { return AnySequence([]) }
        return AnySequence(
            query.editions.lazy.map { edition in
                Request(
                    service: "village", path: "chart",
                    parameters: [.init("day", "\(edition.period.from)")],
                    subject: .edition(edition))
            })
    }

    /// What a service would answer.
    package func ownAnswer(to request: Request) -> Answer? {
        let films = "A1;우리 마을;41\nB2;Harvest, again;23\nC3;줄다리기;7\nend"
        return Answer(body: Array(films.utf8), fetchedAt: Instant(secondsSince1970: 0))
    }

    package func read(_ answer: Answer, to request: Request) throws(Fault) -> Page {
        guard case .edition(let edition) = request.subject else {
            throw Fault(.bug, "not-an-edition", "the village has nothing but charts")
        }
        var entries: [ChartEntry] = []
        for fields in try Lines.lines(of: answer, fields: 3) {
            guard let audience = Int(fields[2]) else {
                throw Fault(.malformed, "village-audience", "'\(fields[2])' is no audience")
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
