/// The labels at one end of a drawing of ranks: the films of one period, and ranks without a film.
struct RankEnds {
    /// A label without a position.
    private struct Entry {
        let film: Int?
        let text: String
        let rank: Int
        let style: LineStyle?
    }

    private let entries: [Entry]
    /// The films that have a label.
    let films: Set<Int>

    /// Collects the labels of the period with the index `period`.
    init(
        _ ranks: [[Int?]], _ styles: [LineStyle?], _ names: [String], rows: [Double], in period: Int
    ) {
        var entries = ranks.indices.compactMap { film in
            ranks[film][period].map { rank in
                let name = ChartText.fitted(
                    names[film], to: Self.mostWidth, size: ChartLabel.size(of: .film))
                return Entry(film: film, text: name, rank: rank, style: styles[film])
            }
        }
        // Films with one rank have a label each; if there is no room for all, colours come first.
        let most = Int(Double(rows.count) * RankDrawing.rowHeight / Self.height)
        if entries.count > most {
            entries = Array(
                (entries.filter { $0.style != nil } + entries.filter { $0.style == nil }).prefix(
                    most))
        }
        films = Set(entries.compactMap(\.film))
        let taken = Set(entries.map(\.rank))
        let bare = (1...max(rows.count, 1)).filter { !taken.contains($0) }
            .prefix(most - entries.count)
        entries += bare.map { Entry(film: nil, text: "", rank: $0, style: nil) }
        self.entries = entries.sorted { ($0.rank, $0.film ?? 0) < ($1.rank, $1.film ?? 0) }
    }

    /// The width of the widest label.
    var width: Double { entries.map { label($0, x: 0, .start).width }.max() ?? 0 }

    /// The labels, moved apart where several films have the same rank.
    ///
    /// - Parameters:
    ///   - x: where the labels end or start.
    ///   - anchor: which of the two.
    ///   - column: where the points of the period are.
    ///   - rows: where the ranks are.
    ///   - room: the top and the bottom of the labels.
    func labels(
        at x: Double, _ anchor: ChartLabel.Anchor, column: Double, rows: [Double],
        in room: ClosedRange<Double>
    ) -> [ChartLabel] {
        let wanted = entries.map { rows[min(max($0.rank, 1), rows.count) - 1] }
        let centres = LabelPlacement.spread(wanted, height: Self.height, in: room)
        return entries.indices.map { index in
            var label = label(entries[index], x: x, anchor)
            label.y = centres[index]
            if abs(centres[index] - wanted[index]) > Self.height / 4, entries[index].film != nil {
                label.leader = ChartPoint(x: column, y: wanted[index])
            }
            return label
        }
    }

    private func label(
        _ entry: Entry, x: Double, _ anchor: ChartLabel.Anchor
    ) -> ChartLabel {
        ChartLabel(
            text: entry.text, rank: "\(entry.rank)", x: x, y: 0, anchor: anchor,
            role: entry.style == nil ? .otherFilm : .film, style: entry.style)
    }

    private static let mostWidth = 165.0
    private static let height = ChartLabel.height(of: .film)
}
