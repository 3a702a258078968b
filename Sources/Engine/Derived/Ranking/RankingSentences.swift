internal import BoxOffice

extension RankingQuery {
    /// Returns the sentences about the first films, and about the ranks that are not sure.
    ///
    /// - Parameter isOfTables: true if the rows are sums of whole tables.
    func sentences(ofTables isOfTables: Bool) -> RowSentences {
        RowSentences(of: RankingSentences.columns) {
            RankingSentences(of: self, films: $0, isOfTables: isOfTables)
        }
    }
}

/// The first films of a ranking, and the ranks that are not sure.
private struct RankingSentences: RowNarrator {
    static let columns = ["rank", "title", "audience_at_least", "audience_at_most", "is_rank_sure"]

    private let days: ClosedRange<Day>
    private let filter: ChartFilter
    private let wanted: Int
    private let isOfTables: Bool
    private var films: [RankedFilm] = []
    private var rows = 0
    /// True if the admissions of a film that is named are bounds.
    private var hasBounds = false
    /// The first ranks that are not sure.
    private var unsure: [ClosedRange<Int>] = []
    /// The number of further films whose rank is not sure.
    private var moreUnsure = 0

    init(of query: RankingQuery, films: Int, isOfTables: Bool) {
        days = query.days.first.from...query.days.last.to
        filter = ChartFilter(nation: query.nation, kind: query.kind)
        wanted = films
        self.isOfTables = isOfTables
    }

    mutating func add(_ value: (String) -> Value) {
        guard let rank = value("rank").integer else { return }
        rows += 1
        if films.count < wanted {
            let bounds = value("audience_at_least").integer.map {
                Bounds(
                    atLeast: Int128($0),
                    atMost: value("audience_at_most").integer.map { Int128($0) })
            }
            let figure = Message.admissions(bounds, Message.bareAdmissions)
            let clause = Message.admissions(bounds, Message.admissions).map {
                Message("\($0)", ko: "관객수는 {1}")
            }
            films.append(
                RankedFilm(rank, value("title").text ?? "?", [clause].compactMap(\.self), figure))
            hasBounds = hasBounds || bounds.map { $0.atMost != $0.atLeast } ?? false
        }
        guard value("is_rank_sure") != .boolean(true) else { return }
        if moreUnsure == 0, let last = unsure.last, (0...1).contains(rank - last.upperBound) {
            unsure[unsure.count - 1] = last.lowerBound...rank
        } else if unsure.count < Self.maxSpans {
            unsure.append(rank...rank)
        } else {
            moreUnsure += 1
        }
    }

    var paragraphs: [[Sentence]] {
        let (days, names) = (days, filter.wordings)
        var sentences = Sentence.naming(films, upTo: 2, of: rows) { _ in
            let name = Message("ranking by admissions", ko: "관객수 순위")
            return .place(name, on: days, names)
        }
        guard rows > 0 else { return [sentences] }
        sentences.append(Sentence(surety))
        guard hasBounds else { return [sentences] }
        let origin =
            isOfTables
            ? Message(
                "Bounds differ where films of one title may be one, or where a day has no table.",
                ko: "하한과 상한이 다른 것은 제목이 같은 영화가 한 편일 수 있거나 표가 없는 날이 있기 때문이다.")
            : Message(
                "The bounds follow from the figures of charts, and films on no chart are not in the ranking.",
                ko: "하한과 상한은 박스오피스의 수치에서 나온 것이며, 박스오피스에 오르지 않은 영화는 순위에 없다.")
        return [sentences + [Sentence(origin)]]
    }

    /// Which ranks are not sure.
    private var surety: Message {
        guard !unsure.isEmpty else { return Message("All ranks are sure.", ko: "순위는 모두 확실하다.") }
        let ranks = Message.list(
            unsure.map { span in
                span.count == 1
                    ? Message("\(span.lowerBound)", ko: "{1}위")
                    : Message("\(span.lowerBound) to \(span.upperBound)", ko: "{1}~{2}위")
            })
        guard moreUnsure > 0 else {
            return Message("These ranks are not sure: \(ranks).", ko: "순위가 확실하지 않은 것은 {1}이다.")
        }
        return Message(
            "These ranks are not sure: \(ranks) and \(moreUnsure) more.",
            ko: "순위가 확실하지 않은 것은 {1} 외 {2}편이다.")
    }

    /// The most spans of ranks that are named.
    private static let maxSpans = 5
}
