internal import BoxOffice

/// How far the rows of each region's chart went.
///
/// A bookmark only moves to the next period: behind one that is missing or not final, it stays.
struct StreamProgress {
    /// What the reader of the messages has.
    private(set) var bookmarks: Bookmarks
    /// Whether the reader has the figures of the current edition.
    private(set) var isBehind = false
    private let first: Period?
    private let lastRegion: String
    private var hasMoved = false

    /// Begins with what the document says of the reader.
    init(of document: DocumentDescription) {
        bookmarks = document.bookmarks ?? Bookmarks()
        first = document.periods?.first
        lastRegion = document.regions.last?.name ?? Bookmarks.Series.all
    }

    /// Begins the rows of `edition`.
    mutating func begin(_ edition: ChartEdition) {
        let known = bookmarks[.init(of: edition)]
        isBehind = known.map { edition.period.from <= $0.from } ?? false
    }

    /// Ends the rows of `edition`, and returns whether a state is due: the bookmarks moved, and the
    /// next rows are those of another period.
    mutating func end(_ edition: ChartEdition, isFinal: Bool) -> Bool {
        let series = Bookmarks.Series(of: edition)
        let next = bookmarks[series]?.advanced(by: 1) ?? first
        if isFinal, edition.period == next {
            bookmarks[series] = edition.period
            hasMoved = true
        }
        guard hasMoved, series.region == lastRegion else { return false }
        hasMoved = false
        return true
    }
}
