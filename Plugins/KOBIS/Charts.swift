internal import BoxOffice
internal import Wire

// The services searchDailyBoxOfficeList and searchWeeklyBoxOfficeList.

extension KOBIS {
    /// Returns the request for one edition of a chart.
    func chartRequest(for edition: ChartEdition) -> Request {
        let (period, filter) = (edition.period, edition.filter)
        // Without this parameter the server would return the weekend.
        let week: String? =
            switch period.chart {
            case .daily: nil
            case .weekly: "0"
            case .weekend: "1"
            case .weekdays: "2"
            }
        // KOBIS returns ten rows at most.
        return request(
            to: period.chart == .daily ? .dailyChart : .weeklyChart,
            [
                ("targetDt", period.from.compact), ("itemPerPage", "10"), ("weekGb", week),
                ("multiMovieYn", filter.kind.map { $0 == .art ? "Y" : "N" }),
                ("repNationCd", filter.nation.map { $0 == .korean ? "K" : "F" }),
                ("wideAreaCd", filter.region?.code),
            ], about: .edition(edition))
    }

    /// The field of a chart's answer, or the parameter of its request, for each column name.
    static let originsOfCharts = [
        "date": "showRange", "from": "showRange", "to": "showRange", "year_week": "yearWeekTime",
        "region": "wideAreaCd", "nation": "repNationCd", "kind": "multiMovieYn",
        "rank": "rank", "rank_change": "rankInten", "is_new": "rankOldAndNew",
        "movie_code": "movieCd", "title": "movieNm", "open_date": "openDt",
        "sales_amount": "salesAmt", "sales_share": "salesShare", "sales_change": "salesInten",
        "sales_change_rate": "salesChange", "sales_total": "salesAcc",
        "audience_count": "audiCnt", "audience_change": "audiInten",
        "audience_change_rate": "audiChange", "audience_total": "audiAcc",
        "screen_count": "scrnCnt", "show_count": "showCnt",
    ]
}

/// The reader of one edition of a chart.
struct ChartReader {
    let answer: Answer
    let subject: Subject

    func page(_ node: Node) throws(Malformed) -> Page {
        guard case .edition(let edition) = subject else {
            throw Malformed("a chart came for \(subject)")
        }
        let envelope = try node.fields()
        let (daily, weekly) = ("dailyBoxOfficeList", "weeklyBoxOfficeList")
        let (own, other) = edition.period.chart == .daily ? (daily, weekly) : (weekly, daily)
        guard try envelope[other] == nil else {
            throw Malformed("the answer has the list of another chart")
        }
        var (entries, numbers): ([ChartEntry], [Int]) = ([], [])
        entries.reserveCapacity(10)
        numbers.reserveCapacity(10)
        if let list = try envelope[own]?.list() {
            for node in list {
                do throws(Malformed) {
                    var row = try node.fields()
                    row.areRequired = true
                    numbers.append(try row.required(row.integer("rnum"), "rnum"))
                    entries.append(try entry(of: edition, from: row))
                } catch {
                    throw Malformed("row \(entries.count + 1): \(error.reason)")
                }
            }
        } else if let name = envelope.names.first(where: { !Self.aboutChart.contains($0) }) {
            // An empty chart may have no list, but then there is nothing else in its place.
            throw Malformed("the answer has no list of films, but '\(name.excerpt)'")
        }
        if !zip(numbers, numbers.dropFirst()).allSatisfy(<) { try sort(&entries, by: &numbers) }
        try check(entries.span)
        try check(envelope, against: edition.period)
        if edition.filter.isOfNationAlone {
            // A rank above its row's number has rows before it that did not come.
            for (index, entry) in entries.enumerated() {
                numbers[index] = max(numbers[index], entry.rank ?? 0)
            }
        }
        return Page(entries, of: ChartEntry.table, missingRows: missing(in: numbers))
    }

    /// The fields of a chart's answer other than the list.
    private static let aboutChart = ["boxofficeType", "showRange", "yearWeekTime"]

    /// Sorts the entries by their row numbers, which must be unique.
    private func sort(
        _ entries: inout [ChartEntry], by numbers: inout [Int]
    ) throws(Malformed) {
        let order = numbers.indices.sorted { numbers[$0] < numbers[$1] }
        entries = order.map { entries[$0] }
        numbers.sort()
        for (number, next) in zip(numbers, numbers.dropFirst()) where number == next {
            throw Malformed("the row number \(number) is there twice")
        }
    }

    /// Checks that the rank numbers do not decrease, and that no film is listed twice.
    ///
    /// It takes a span, because otherwise every entry would be copied.
    private func check(_ entries: Span<ChartEntry>) throws(Malformed) {
        for index in entries.indices.dropFirst() {
            let (before, rank) = (entries[index - 1].rank ?? 0, entries[index].rank ?? 0)
            if rank < before { throw Malformed("rank \(before) comes before rank \(rank)") }
        }
        // A chart with more rows than that is refused elsewhere.
        let rows = entries.indices.prefix(ChartPolicy.maxRows)
        for row in rows
        where rows.prefix(row).contains(where: { entries[$0].movieCode == entries[row].movieCode })
        {
            throw Malformed("a film is on the chart twice")
        }
    }

    /// Returns the numbers below the largest of `numbers` that are not among them.
    ///
    /// Rows missing at the end cannot be told from a chart that is shorter.
    private func missing(in numbers: [Int]) -> [ClosedRange<Int>] {
        var missing: [ClosedRange<Int>] = []
        var expected = 1
        for number in numbers where number > 0 {
            if number > expected { missing.append(expected...(number - 1)) }
            expected = number &+ 1
        }
        return missing
    }

    /// Checks that the chart covers the requested days and has their ISO 8601 week.
    private func check(_ envelope: Fields, against period: Period) throws(Malformed) {
        let showRange = try envelope.cleanText("showRange")
        let expected = period.from.compact + "~" + period.to.compact
        guard showRange == expected else {
            let given = showRange.map { Message($0.excerpt) } ?? "no days"
            throw Malformed("the answer is for \(given), not for \(expected)")
        }
        if period.chart != .daily, let week = try envelope.cleanText("yearWeekTime"),
            week != period.week.compact
        {
            throw Malformed(
                "the answer is for week \(week.excerpt), not for \(period.week.compact)")
        }
    }

    private func entry(
        of edition: ChartEdition, from row: Fields
    ) throws(Malformed) -> ChartEntry {
        let rank = try row.required(row.integer("rank"), "rank")
        var entry = ChartEntry(
            edition: edition, source: answer.source, fetchedAt: answer.fetchedAt, rank: rank,
            rankChange: try rankChange(in: row),
            movieCode: try row.required(row.code("movieCd"), "movieCd"),
            title: try row.required(row.cleanText("movieNm"), "movieNm"), in: .korea)
        guard rank >= 1 else { throw Malformed("a rank is \(rank)") }
        entry.openDate = try row.day("openDt")
        entry.salesAmount = try row.integer("salesAmt")
        entry.salesShare = try row.percent("salesShare")
        entry.salesChange = try row.integer("salesInten")
        entry.salesChangeRate = try row.percent("salesChange")
        entry.salesTotal = try row.integer("salesAcc")
        entry.audienceCount = try row.count("audiCnt")
        entry.audienceChange = try row.integer("audiInten")
        entry.audienceChangeRate = try row.percent("audiChange")
        entry.audienceTotal = try row.integer("audiAcc")
        entry.screenCount = try row.count("scrnCnt")
        entry.showCount = try row.count("showCnt")
        return entry
    }

    private func rankChange(in row: Fields) throws(Malformed) -> RankChange {
        switch try row.required(row.cleanText("rankOldAndNew"), "rankOldAndNew") {
        case "OLD": return .places(try row.required(row.integer("rankInten"), "rankInten"))
        case "NEW":
            _ = try row.text("rankInten")
            return .new
        case let other:
            throw Malformed("'rankOldAndNew' is neither OLD nor NEW: '\(other.excerpt)'")
        }
    }
}
