internal import BoxOffice

/// How far the rows of each chart went, and what becomes of those of the current edition.
///
/// A bookmark only moves to the next period: behind one that is missing or not final, it stays.
struct StreamProgress {
    /// What the reader of the messages has.
    private(set) var bookmarks: Bookmarks
    /// Whether the bookmarks moved since they were last written.
    var hasMoved = false
    /// Editions whose rows were held back, with how many rows came and how many the reader has.
    private var held: [(edition: ChartEdition, rows: Int, sent: Int)] = []
    /// Final editions that were sent again and compared with nothing.
    private var incomparable: [ChartEdition] = []
    let document: DocumentDescription

    /// Begins with what the document says of the reader.
    init(of document: DocumentDescription) {
        bookmarks = document.bookmarks ?? Bookmarks()
        self.document = document
    }

    private func series(of edition: ChartEdition) -> Bookmarks.Series {
        Bookmarks.Series(of: edition, from: document.source(edition.source).nameInKeys)
    }

    /// Whether the reader has `edition` for good.
    private func has(_ edition: ChartEdition) -> Bool {
        guard let last = bookmarks[series(of: edition)].last else { return false }
        return edition.period.from <= last.from
    }

    /// Whether the rows of `edition` are not wanted.
    func isKnown(_ edition: ChartEdition) -> Bool {
        let refreshed = bookmarks.refreshedFrom.map { $0.from <= edition.period.from } ?? false
        return has(edition) && !refreshed
    }

    /// Notes the first period of each series that has nothing yet, so that the next run asks for it
    /// even if this one goes without.
    mutating func begin() {
        guard let periods = document.periods else { return }
        let charts = ChartQuery(
            periods: periods, regions: document.regions, nation: document.nation,
            kind: document.kind)
        for source in document.figures where source.isAsked || !document.joinsSources {
            let first = source.first ?? periods.first
            for edition in charts.editions(of: first) {
                let series = Bookmarks.Series(of: edition, from: source.nameInKeys)
                bookmarks[series].top = document.top ?? .max
                let mark = bookmarks[series]
                if mark.last == nil, mark.next.map({ first.from < $0.from }) ?? true {
                    bookmarks[series].provisional[first] = Bookmarks.Sent([])
                }
            }
        }
    }

    /// Ends the rows of `edition`, which are about `films`.
    ///
    /// - Returns: the films that are no longer in the edition; nil if its rows are not sent, because the
    ///   reader has it for good, or more of it.
    mutating func end(
        _ edition: ChartEdition, _ films: [String], _ state: EditionState
    ) -> [String]? {
        guard !isKnown(edition) else { return nil }
        let period = edition.period
        let series = series(of: edition)
        let isSentAgain = has(edition)
        let known = bookmarks[series].provisional[period]
        let earlier = state.earlierFilms.map { Array($0.prefix(document.top ?? .max)) }
        let sent = isSentAgain ? earlier ?? [] : known?.films ?? []
        let wasShort = known?.isShort ?? false
        let isPoorer =
            films.isEmpty
            ? !document.allowsEmpty : state.isShort && (!wasShort || films.count < sent.count)
        guard sent.isEmpty || !isPoorer else {
            held.append((edition, films.count, sent.count))
            return nil
        }
        if isSentAgain, earlier == nil { incomparable.append(edition) }
        // A run that ended before its state was kept may have sent what the archive had.
        let others = (earlier ?? []).filter { !sent.contains($0) && !films.contains($0) }
        let mayRemoveOthers = !isPoorer && !state.isShort
        let removed = sent.filter { !films.contains($0) } + (mayRemoveOthers ? others : [])
        let isFinal = state.isFinal && (mayRemoveOthers || others.isEmpty)
        if isFinal, period == bookmarks[series].next {
            bookmarks[series].last = period
            bookmarks[series].provisional[period] = nil
            hasMoved = true
        } else if !isSentAgain {
            // What an edition lacks that is empty or short was perhaps not removed.
            let all = films + (mayRemoveOthers ? [] : others)
            bookmarks[series].provisional[period] = Bookmarks.Sent(all, isShort: state.isShort)
        }
        return removed
    }

    /// Whether the rows after those of `edition` are those of another period.
    func isLast(_ edition: ChartEdition) -> Bool {
        edition.filter.region == document.regions.last
            && document.source(edition.source) == document.figures.last
    }

    /// How many rows were held back.
    var rowsWithheld: Int { held.reduce(0) { $0 + $1.rows } }

    /// What readers should know of rows that were held back, and of films that may be left over.
    var remarks: [Fault] { [heldBack, sentAgain].compactMap(\.self) }

    private var heldBack: Fault? {
        guard let (edition, rows, sent) = held.first else { return nil }
        let name = document.name(of: edition)
        let first =
            rows == 0
            ? Message(
                "rows-held-empty",
                "the chart of \(name) is empty, \(sent) rows were sent (--allow-empty removes them)"
            )
            : Message(
                "rows-held-short",
                "the chart of \(name) came with \(rows) rows, \(sent) were sent")
        return Fault(
            .malformed, "rows-held",
            "what was sent before stays, because less came: \(first.andMore(held.count - 1))")
    }

    private var sentAgain: Fault? {
        guard let edition = incomparable.first else { return nil }
        let editions = Message(document.name(of: edition)).andMore(incomparable.count - 1)
        return Fault(
            .malformed, "sent-again",
            "the chart of \(editions) was sent again, but the archive did not have it before: films that are no longer in it are not marked as removed"
        )
    }
}
