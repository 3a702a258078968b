/// The columns of a document if the user chooses none: those that programs get, and the ones that a
/// format for readers chooses from them.
///
/// Programs want every figure of a chart; readers want the ones that fit on a page.
public struct UsualColumns: Sendable {
    /// The names of the columns that other formats write.
    public let names: [String]
    /// The face of the rows; nil if they are not made from charts.
    private let face: Face?

    /// Makes the usual columns of a chart, or of other rows of a source.
    public init(_ names: [String]) { self.init(names, nil) }

    /// Makes the usual columns of rows that have a face.
    package init(_ names: [String], _ face: Face?) { (self.names, self.face) = (names, face) }

    /// The columns for a table: for charts, the most readable ones, and of a poster only the
    /// picture.
    public var readable: [String] {
        readable([
            "open_date", "audience_count", "audience_total", "sales_amount", "sales_share",
            "screen_count", "show_count",
        ])
    }

    /// The columns of a workbook: those that are printed, and then the others.
    package var forSheets: [String] {
        let front = front
        guard face == nil else { return front }
        return front + Column.withMarker(names).filter { !front.contains($0) }
    }

    /// The columns of a workbook that are printed: for charts, the days, the readable ones and those
    /// that the user added.
    fileprivate var front: [String] {
        let usual = Column.withMarker(names)
        let readable = readable
        guard face == nil, readable.contains("rank") else { return usual }
        let first = usual.prefix { $0 != "rank" }.filter { $0 != "year_week" }
        return first + readable.filter { usual.contains($0) && !first.contains($0) }
    }

    /// The columns for a page on which each film has a card instead of a row.
    ///
    /// They include sales if there are several currencies, or no admissions, because not every
    /// country counts admissions.
    public var forCards: [String] {
        let isJoined = names.prefix(while: Column.origin.contains).contains("currency")
        let sales = isJoined || !names.contains("audience_count") ? ["sales_amount"] : []
        return readable(["audience_count", "audience_total"] + sales)
    }

    /// Returns the columns that a plot of the rows is drawn from; empty for a chart, whose plots are
    /// the same everywhere.
    package func plotted(_ options: PluginOptions) -> [String] {
        face?.plot?.chosen(by: options).columns ?? []
    }

    /// The columns that the sentences about the rows are made from; empty for a chart, whose
    /// sentences are the same everywhere.
    package var narrated: [String] { face?.sentences?.columns ?? [] }

    /// The columns that formats with relations need besides the written ones.
    package var forKeys: [String] {
        let keys = Relation.keyColumns
        return keys + (face?.dataset.key.filter { !keys.contains($0) } ?? [])
    }

    /// The columns that databases keep, whatever the user chooses.
    package var kept: [String] { face?.replacement.columns ?? [] }

    /// Returns the readable columns of the face; for a chart, rank, change, title and `figures`, and
    /// after them the columns that do not belong to the chart; elsewhere the usual columns.
    ///
    /// Columns that identify the source of a row stay first.
    private func readable(_ figures: [String]) -> [String] {
        if let face { return face.readableColumns }
        let posterNames = Set(Poster.table.dataset.columns.map(\.name)).subtracting(["poster_url"])
        let usual = names.filter { !posterNames.contains($0) }
        guard usual.contains("rank"), usual.contains("rank_change") else { return usual }
        let deepColumn = Column.filmNation.name
        let chartNames = Set(ChartEntry.table.dataset.columns.map(\.name))
        let others = usual.filter { !chartNames.contains($0) && $0 != deepColumn }
        return usual.prefix(while: Column.origin.contains) + ["rank", "rank_marker", "title"]
            + usual.filter { $0 == deepColumn } + figures + others
    }
}

extension Column {
    /// Returns the columns `names` with the rank marker after the rank's change.
    package static func withMarker(_ names: [String]) -> [String] {
        guard !names.contains("rank_marker") else { return names }
        return names.inserting(["rank_marker"], after: "rank_change")
    }

    /// The columns that rows from several sources begin with.
    package static let origin = ["source", "currency"]
}

extension Layout {
    /// The number of columns of a workbook that are printed, the first ones: all if the user chose
    /// them.
    package var printedColumns: Int {
        guard mayLeaveOutColumns, document.face == nil else { return columns.count }
        return UsualColumns(columns.map(\.name)).front.count
    }

    /// The names of the columns, the most important first, because a narrow page leaves out the last
    /// ones.
    ///
    /// In a chart, columns that were added on request, such as directors, come after a film's rank
    /// and audience. For films, the columns that most people look for come first; rows with a face
    /// have the order that it says, and elsewhere the given order stays. Columns that identify the
    /// source of a row come before everything.
    package var columnsByImportance: [String] {
        let names = columns.map(\.name)
        if let face = document.face, !face.firstColumns.isEmpty {
            return names.ordered(first: face.firstColumns, last: face.lastColumns)
        }
        let origin = names.prefix(while: Column.origin.contains)
        let others = Array(names[origin.endIndex...])
        if others.contains("rank") {
            let last =
                ["audience_total", "sales_share", "sales_amount", "open_date"]
                + (document.face?.lastColumns ?? [])
                + ["screen_count", "show_count", "poster_url"]
            return origin
                + others.ordered(
                    first: ["rank", "title", "rank_marker", "audience_count"], last: last)
        }
        let first = [
            "movie_code", "title", "open_date", "directors", "rating", "genres", "running_minutes",
            "actors",
        ]
        return origin + (others.contains("directors") ? others.ordered(first: first) : others)
    }
}

extension [String] {
    /// Returns the names with those in `first` at the beginning and those in `last` at the end, in
    /// their orders.
    fileprivate func ordered(first: [String], last: [String] = []) -> [String] {
        first.filter(contains) + filter { !first.contains($0) && !last.contains($0) }
            + last.filter(contains)
    }
}
