/// What is written beside a plot: its title, its headers, and its description.
extension Plot {
    /// The name of the source, if the document joins several.
    package var nameOfSource: String? { layout.document.joinsSources ? source.name : nil }

    /// The heading: `일별 박스오피스 순위`, `흥행 추이: 관객수`.
    package var title: String {
        let name = Heading(layout).name(of: chart)
        let text = layout.text(
            of: rows?.title
                ?? (isOfOneChart
                    ? Message("\(name): \(header)", ko: "{1} {2}")
                    : Message("\(name) ranks", ko: "{1} 순위")))
        return [text, nameOfSource].compactMap(\.self).joined(separator: ", ")
    }

    /// The header of the figures: `관객수`, `audience_count`, for bars in another currency
    /// `매출액 (USD)`.
    package var header: String {
        let header = layout.header(of: column)
        let currency = source.territory.currency
        guard isOfOneChart, column.kind == .amount, currency.isForeign else { return header }
        return "\(header) (\(currency.code))"
    }

    /// The header of the positions: `개봉일차`, `day of release`; empty if they are dates.
    package var titleOfPlaces: String { rows?.placeHeader.map(layout.header) ?? "" }

    /// Returns the name of a position: `2022-06-05`, `2022-W22`, `2022-06`, or its number.
    package func name(ofPlace place: Int) -> String {
        if let rows, rows.days.indices.contains(place - 1) {
            return String("\(rows.days[place - 1])".prefix(rows.unit.digitsOfName))
        }
        guard periods.indices.contains(place - 1) else { return "\(place)" }
        let period = periods[place - 1]
        return chart == .daily ? "\(period.from)" : "\(period.week)"
    }

    /// The description of the plot, for people who cannot see it.
    package var description: String {
        if let description = rows?.description { return layout.text(of: description) + "." }
        let drawn = rows == nil ? lines.count : lines.count { !$0.figures.isEmpty }
        let films = Message("\(drawn, "film")", ko: "영화 {1}편")
        let length = Message.length(periods.isEmpty ? last : begunPlaces.count, of: chart)
        let sentences: [Message?] =
            if isOfOneChart {
                [Message("Bar chart of \(header) of \(films)", ko: "{2}의 {1} 막대그래프"), best]
            } else if !periods.isEmpty {
                [
                    Message(
                        "Line chart of the ranks of \(films) over \(length)",
                        ko: "{2} 동안 {1}의 순위를 이은 선그래프"),
                    begunPlaces.min().flatMap(leader), begunPlaces.max().flatMap(leader),
                ]
            } else {
                [
                    rows?.isOfRelease == true
                        ? Message(
                            "Line chart of \(header) of \(films) over \(length) of release",
                            ko: "{2}의 개봉 후 {3}간 {1} 선그래프")
                        : Message(
                            "Line chart of \(header) of \(films) over \(length)",
                            ko: "{2}의 {3}간 {1} 선그래프"),
                    best,
                ]
            }
        return sentences.compactMap(\.self).map { layout.text(of: $0) + "." }
            .joined(separator: " ")
    }

    /// Returns a sentence about the film with the best rank in a period.
    private func leader(at place: Int) -> Message? {
        let found = lines.compactMap { line in line.figures[place]?.figure.map { ($0, line.name) } }
        guard let (rank, film) = found.min(by: { $0.0 < $1.0 }) else { return nil }
        return Message(
            "Rank \(Int(rank)) on \(name(ofPlace: place)): \(film)", ko: "{2} {1}위는 {3}")
    }

    /// A sentence about the greatest figure, or the best rank, and its first position.
    private var best: Message? {
        let figures = lines.flatMap { line in
            line.figures.sorted { $0.key < $1.key }.compactMap { place, value in
                value.figure.map { (areRanks ? -$0 : $0, value, line.name, place) }
            }
        }
        return figures.max { $0.0 < $1.0 }.map { _, value, name, place in
            let figure = value.readable(as: column.kind)
            if isOfOneChart || rows?.days.isEmpty == false {
                return Message("Most: \(figure), \(name)", ko: "최고 기록은 {2}의 {1}")
            }
            return chart == .daily
                ? Message("Best: \(figure), \(name), day \(place)", ko: "최고 기록은 {2}의 {3}일차 {1}")
                : Message("Best: \(figure), \(name), week \(place)", ko: "최고 기록은 {2}의 {3}주차 {1}")
        }
    }
}
