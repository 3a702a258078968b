internal import BoxOffice

/// The progress of each chart's rows, and the decision on those of the current edition.
///
/// A bookmark only moves to the next period: it never passes one that is missing or not final.
struct StreamProgress {
    /// The state of the reader of the messages.
    private(set) var bookmarks: Bookmarks
    /// True if the bookmarks moved since they were last written.
    var hasMoved = false
    /// The editions whose rows were held back, with the number of rows received and the number that
    /// the reader has.
    private var held: [(edition: ChartEdition, rows: Int, sent: Int)] = []
    /// The final editions that were sent again and compared with nothing.
    private var incomparable: [ChartEdition] = []
    let document: DocumentDescription
    /// The days of each row of a market, by the last day; empty for a chart.
    private let spans: [Day: ClosedRange<Day>]

    /// Begins with the reader's bookmarks in the document's description.
    init(of document: DocumentDescription) {
        bookmarks = document.bookmarks ?? Bookmarks()
        self.document = document
        let all = document.market?.spans ?? []
        spans = Dictionary(uniqueKeysWithValues: all.map { ($0.upperBound, $0) })
    }

    private func series(of edition: ChartEdition) -> Bookmarks.Series {
        series(of: edition, from: document.source(edition.source))
    }

    private func series(
        of edition: ChartEdition, from source: FigureSource
    ) -> Bookmarks.Series {
        document.market.map { Bookmarks.Series(of: $0, from: source.nameInKeys) }
            ?? Bookmarks.Series(of: edition, from: source.nameInKeys)
    }

    /// Returns true if the reader has `edition` in its final form.
    private func has(_ edition: ChartEdition) -> Bool {
        guard let last = bookmarks[series(of: edition)].last else { return false }
        return edition.period.from <= last.from
    }

    /// Returns true if the reader does not need the rows of `edition`.
    func isKnown(_ edition: ChartEdition) -> Bool {
        let refreshed = bookmarks.refreshedFrom.map { $0.from <= edition.period.from } ?? false
        return has(edition) && !refreshed
    }

    /// Notes the first period of each series that has nothing yet, so that the next run asks for it
    /// even if this one gets nothing.
    mutating func begin() {
        // Periods of a file are not asked for again.
        guard let periods = document.allPeriods, document.heldPeriods == nil else { return }
        for source in document.figures where source.isAsked || !document.joinsSources {
            let charts = ChartQuery(
                periods: periods, regions: regions(of: source), nation: document.nation,
                kind: document.kind)
            let first = source.first ?? periods.first
            for edition in charts.editions(of: first) {
                begin(series(of: edition, from: source), at: first)
            }
        }
    }

    /// Notes `edition`, one of a file, if its series has nothing yet.
    mutating func begin(_ edition: ChartEdition) {
        if document.heldPeriods != nil { begin(series(of: edition), at: edition.period) }
    }

    private mutating func begin(_ series: Bookmarks.Series, at first: Period) {
        if document.market == nil { bookmarks[series].top = document.top ?? .max }
        bookmarks[series].isDeep = document.isDeep
        let mark = bookmarks[series]
        if mark.last == nil, mark.next.map({ first.from < $0.from }) ?? true {
            let from = document.market == nil ? nil : first.from
            bookmarks[series].provisional[first] = Bookmarks.Sent([], from: from)
        }
    }

    /// Ends the rows of `edition`, which are about `films`.
    ///
    /// - Returns: the films that are no longer in the edition, with its days; nil if its rows are
    ///   not sent, because the reader has it in its final form, or has more of it.
    mutating func end(
        _ edition: ChartEdition, _ films: [String], _ state: EditionState
    ) -> [(film: String, days: ClosedRange<Day>)]? {
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
        let span = spans[period.to]
        if isSentAgain, earlier == nil, span == nil { incomparable.append(edition) }
        // A run that ended before its state was kept may have sent the archive's version.
        let others = (earlier ?? []).filter { !sent.contains($0) && !films.contains($0) }
        let mayRemoveOthers = !isPoorer && !state.isShort
        let removed = sent.filter { !films.contains($0) } + (mayRemoveOthers ? others : [])
        let isFinal = state.isFinal && (mayRemoveOthers || others.isEmpty)
        let days = span ?? period.from...period.to
        let isNext = bookmarks[series].next?.from == days.lowerBound
        let isWhole = document.market?.unit.ends(on: days.upperBound) ?? true
        if span != nil { bookmarks[series].forgetRows(within: days, but: period) }
        if isFinal, isNext, isWhole {
            bookmarks[series].last = period
            bookmarks[series].provisional[period] = nil
            hasMoved = true
        } else if !isSentAgain {
            // Films missing from an edition that is empty or short may not have been removed.
            let all = films + (mayRemoveOthers ? [] : others)
            bookmarks[series].provisional[period] = Bookmarks.Sent(
                all, from: span?.lowerBound, isShort: state.isShort)
        }
        return removed.map { ($0, days) }
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

    /// The number of rows that were held back.
    var rowsWithheld: Int { held.reduce(0) { $0 + $1.rows } }

    /// The remarks on rows that were held back, and on films that may be left over.
    var remarks: [Fault] { [heldBack, sentAgain].compactMap(\.self) }

    private var heldBack: Fault? {
        guard let (edition, rows, sent) = held.first else { return nil }
        let name = document.name(of: edition)
        let first =
            rows == 0
            ? Message(
                "rows-held-empty",
                "the chart of \(name) is empty, \(sent, "row was", "rows were") sent (--allow-empty removes them)"
            )
            : Message(
                "rows-held-short",
                "the chart of \(name) came with \(rows, "row"), \(sent, "was", "were") sent")
        return Fault(
            .malformed, "rows-held",
            "the rows sent before stay, because this run has fewer: \(first.andMore(held.count - 1))"
        )
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

extension Bookmarks.Mark {
    /// Forgets the rows of a market that were sent for days within `days`, but for the one that ends
    /// with `period`: those of a running week or month have had other last days.
    fileprivate mutating func forgetRows(within days: ClosedRange<Day>, but period: Period) {
        provisional = provisional.filter { other, sent in
            let isWithin = sent.from.map { days.contains($0) && days.contains(other.to) } ?? false
            return other == period || !isWithin
        }
    }
}
