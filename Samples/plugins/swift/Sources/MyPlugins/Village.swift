import BoxOffice

/// The box office of a village cinema, which shows the same three films every day.
///
/// A source that uses a service names it in ``service``; the host then sends the requests, supplies
/// the key and keeps the answers. This one has its answers built in.
package struct Village: Source {
    package let manifest = Manifest(
        name: "village", summary: "three films, every day the same",
        korean: [
            "summary": "매일 같은 영화 세 편",
            "village-not-utf8": "응답이 UTF-8이 아닙니다",
            "village-no-end": "응답에 끝이 없습니다",
            "village-line": "읽을 수 없는 줄이 있습니다: '{1}'",
            "village-audience": "'{1}'{은/는} 관객수가 아닙니다",
            "village-not-an-edition": "마을에는 박스오피스만 있습니다",
        ])
    package let holdings = Holdings(
        of: "the village", from: Day(daysSince1970: 12_000), to: nil, charts: [.daily],
        canBeFiltered: false)
    /// The village is in Korea, never corrects a figure, and has three films.
    package let policy = ChartPolicy(territory: .korea, finalAfter: 0, rows: 3)

    package init() {}

    package func requests(for query: Query) -> AnySequence<Request> {
        guard case .chart(let query) = query else { return AnySequence([]) }
        return AnySequence(
            query.editions.lazy.map { edition in
                Request(
                    service: "village", path: "chart",
                    parameters: [("day", "\(edition.period.from)")],
                    subject: .edition(edition))
            })
    }

    /// Returns the answer that a service would send.
    package func ownAnswer(to request: Request) -> Answer? {
        let films = "A1;우리 마을;41\nB2;Harvest, again;23\nC3;줄다리기;7\nend"
        return Answer(body: Array(films.utf8), fetchedAt: Instant(secondsSince1970: 0))
    }

    package func read(_ answer: Answer, to request: Request) throws(Fault) -> Page {
        guard case .edition(let edition) = request.subject else {
            throw Fault(.bug, "village-not-an-edition", "the village has nothing but charts")
        }
        var entries: [ChartEntry] = []
        for fields in try Lines.lines(of: answer, fields: 3) {
            guard let audience = Int(fields[2]) else {
                throw Fault(
                    .malformed, "village-audience", "'\(fields[2])' is not a number of admissions")
            }
            var entry = ChartEntry(
                edition: edition, source: answer.source, fetchedAt: answer.fetchedAt,
                rank: entries.count + 1, rankChange: .places(0), movieCode: fields[0],
                title: fields[1], in: policy.territory)
            entry.audienceCount = audience
            entries.append(entry)
        }
        return Page(entries, of: ChartEntry.table)
    }
}
