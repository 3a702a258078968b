internal import BoxOffice

/// The progress of each chart's rows, and the decision on those of the current edition.
///
/// A bookmark only moves to the next period: it never passes one that is missing or not final.
struct StreamProgress {
    /// The state of the reader of the messages.
    private(set) var bookmarks: Bookmarks
    /// True if the bookmarks moved since they were last written.
    var hasMoved = false
    /// The editions of which the reader has more, or may have, with the number of rows received and
    /// the number that the reader has, as far as that is known.
    private var held: [(edition: ChartEdition, rows: Int, sent: Int)] = []
    /// The number of rows that were held back.
    private(set) var rowsWithheld = 0
    /// The final editions that were sent again and compared with nothing.
    private var incomparable: [ChartEdition] = []
    let document: DocumentDescription
    /// The number of figures in a row that lacks none.
    private let figuresOfRow: Int

    /// Begins with the reader's bookmarks in the document's description.
    init(of document: DocumentDescription, figuresOfRow: Int) {
        bookmarks = document.bookmarks ?? Bookmarks()
        self.document = document
        self.figuresOfRow = figuresOfRow
    }

    private func series(of edition: ChartEdition) -> Bookmarks.Series {
        Bookmarks.Series(of: edition, from: document.source(edition.source).nameInKeys)
    }

    /// Returns true if the reader has `edition` in its final form.
    private func has(_ edition: ChartEdition) -> Bool {
        guard let last = bookmarks[series(of: edition)].last else { return false }
        return edition.period.from <= last.from
    }

    /// Returns true if `edition` is sent again because it was corrected.
    private func isCorrected(_ edition: ChartEdition) -> Bool {
        bookmarks.corrected[series(of: edition)]?.contains(edition.period) ?? false
    }

    /// Returns true if the reader does not need the rows of `edition`.
    func isKnown(_ edition: ChartEdition) -> Bool {
        let refreshed = bookmarks.refreshedFrom.map { $0.from <= edition.period.from } ?? false
        return has(edition) && !refreshed && !isCorrected(edition)
    }

    /// Notes the first period of each series that has nothing yet, so that the next run asks for it
    /// even if this one gets nothing.
    mutating func begin() {
        // Periods of a file are not asked for again.
        guard let periods = document.periods, document.heldPeriods == nil else { return }
        for source in document.figures where source.isAsked || !document.joinsSources {
            let charts = ChartQuery(
                periods: periods, regions: regions(of: source), nation: document.nation,
                kind: document.kind)
            let first = source.first ?? periods.first
            for edition in charts.editions(of: first) {
                begin(Bookmarks.Series(of: edition, from: source.nameInKeys), at: first)
            }
        }
    }

    /// Notes `edition`, one of a file, if its series has nothing yet.
    mutating func begin(_ edition: ChartEdition) {
        if document.heldPeriods != nil { begin(series(of: edition), at: edition.period) }
    }

    private mutating func begin(_ series: Bookmarks.Series, at first: Period) {
        bookmarks[series].top = document.top ?? .max
        bookmarks[series].isDeep = document.isDeep
        let mark = bookmarks[series]
        if mark.last == nil, mark.next.map({ first.from < $0.from }) ?? true {
            bookmarks[series].provisional[first] = Bookmarks.Sent([])
        }
        noteCorrections(of: series)
    }

    /// Notes that the reader has all corrections of `series`, unless some are still to come.
    private mutating func noteCorrections(of series: Bookmarks.Series) {
        guard bookmarks.corrected[series]?.isEmpty ?? true, document.lastCorrection.number > 0,
            bookmarks[series].corrections != document.lastCorrection
        else { return }
        bookmarks[series].corrections = document.lastCorrection
        hasMoved = true
    }

    /// Ends the rows of `edition`, which are about the films of `new`.
    ///
    /// Rows that may lack some replace none with more figures, nor do they show that a film is gone;
    /// but those of a file that has as many as before are taken for whole. If the reader has the
    /// edition in its final form, none of a short one are sent.
    ///
    /// - Returns: the films that are no longer in the edition; nil if its rows are not sent, because
    ///   the reader has it in its final form, or has more of it, or may have.
    mutating func end(
        _ edition: ChartEdition, _ new: Bookmarks.Sent, _ state: EditionState
    ) -> [String]? {
        guard !isKnown(edition) else { return nil }
        let period = edition.period
        let series = series(of: edition)
        let isSentAgain = has(edition)
        let earlier = state.earlierFilms.map { films in
            films.filter { $0.value < document.top ?? .max }.sorted {
                ($0.value, $0.key) < ($1.value, $1.key)
            }.map(\.key)
        }
        let provisional = bookmarks[series].provisional[period]
        let known = isSentAgain ? Bookmarks.Sent(earlier ?? []) : provisional ?? Bookmarks.Sent([])
        let (films, sent, figures) = (new.films, known.films, new.figures ?? [:])
        // The archive had final figures a day apart before it remembered a correction.
        let isSettled = isCorrected(edition) && state.isFinal
        let mayLack = state.isShort || state.mayLackRows
        // Figures are counted only where some may have been missing; joined charts differ in them.
        let had = known.figures ?? Dictionary(sent.map { ($0, figuresOfRow) }) { $1 }
        let lacksFigures =
            state.isShort && (isSentAgain || document.isDeep && known.figures == nil)
            || !isSentAgain && figures.contains { $1 < had[$0] ?? 0 }
        let isPoorer =
            !isSettled
            && (films.isEmpty
                ? !document.allowsEmpty : mayLack && (films.count < sent.count || lacksFigures))
        let isIncomparable = isSentAgain && earlier == nil
        guard !isPoorer || sent.isEmpty && !isIncomparable else {
            held.append((edition, films.count, sent.count))
            rowsWithheld += films.count
            return nil
        }
        if isIncomparable || !isSentAgain && state.hasNothingToCompare && document.bookmarks == nil
        {
            incomparable.append(edition)
        }
        bookmarks.corrected[series]?.remove(period)
        let gone = sent.filter { !films.contains($0) }
        let mayRemove = films.isEmpty ? document.allowsEmpty || state.isFinal : !state.isShort
        if !mayRemove, !gone.isEmpty { held.append((edition, films.count, sent.count)) }
        let left = mayRemove ? [] : gone
        if state.isFinal, left.isEmpty, bookmarks[series].next == period {
            bookmarks[series].last = period
            bookmarks[series].provisional[period] = nil
            hasMoved = true
        } else if !isSentAgain {
            bookmarks[series].provisional[period] = Bookmarks.Sent(
                films + left, figures: mayLack ? had.merging(figures) { $1 } : nil)
        }
        noteCorrections(of: series)
        guard mayRemove else { return [] }
        // A run that ended before its state was kept may have sent the archive's version.
        return gone + (earlier ?? []).filter { !sent.contains($0) && !films.contains($0) }
    }

    /// Returns true if the rows after those of `edition` belong to another period.
    func isLast(_ edition: ChartEdition) -> Bool {
        let source = document.source(edition.source)
        return edition.filter.region == regions(of: source).last && source == document.figures.last
    }

    /// Returns the regions, as the source names them.
    private func regions(of source: FigureSource) -> [Region] {
        document.joinsSources ? source.regions : document.regions
    }

    /// The remarks on rows that the reader has more of, and on films that may be left over.
    var remarks: [Fault] { [heldBack, sentAgain].compactMap(\.self) }

    private var heldBack: Fault? {
        guard let (edition, rows, sent) = held.first else { return nil }
        let name = document.name(of: edition)
        let first =
            rows >= sent
            ? Message(
                "rows-held-lacking",
                "the chart of \(name) may lack films or figures that were sent")
            : rows == 0
                ? Message(
                    "rows-held-empty",
                    "the chart of \(name) is empty, \(sent, "row was", "rows were") sent (--allow-empty removes them)"
                )
                : Message(
                    "rows-held-short",
                    "the chart of \(name) came with \(rows, "row"), \(sent, "was", "were") sent")
        return Fault(
            .malformed, "rows-held",
            "the rows sent before stay: \(first.andMore(held.count - 1))")
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
