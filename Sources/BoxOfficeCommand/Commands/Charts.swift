internal import BoxOffice
internal import Engine

extension Command {
    static let daily: Command = chart(
        .daily, Message("The daily chart (일별 박스오피스).", ko: "일별 박스오피스"),
        examples: [
            "--source sample", "--date 2022-06-05 --top 3",
            "--from 2022-05-30 --to 2022-06-05 -o week.csv",
            "--month 2022-01..2022-06 -o '{year}-{month}.csv'",
            "--last 7 --region 서울,부산 --nation korean",
            "--region each --top 3 --pivot region -o regions.html", "--last 7 --deep -o deep.csv",
            "--with details,posters --format jsonl",
            "--columns date,rank,rank_marker,title --header ko",
        ],
        meant: "day days 일별 일간 boxoffice box-office 박스오피스 chart export 데일리 매일 일일")

    static let weekly: Command = chart(
        .weekly,
        Message("The weekly chart, Monday to Sunday (주간 박스오피스).", ko: "주간 박스오피스 (월~일)"),
        examples: ["", "--date 2022-W22", "--year 2022 -o 2022.csv"],
        meant: "week weeks 주간 주별 위클리")

    static let weekend: Command = chart(
        .weekend,
        Message("The weekend chart, Friday to Sunday (주말 박스오피스).", ko: "주말 박스오피스 (금~일)"),
        examples: ["", "--date 2022-06-04 --top 3", "--last 10 -o weekends.csv"],
        meant: "weekends 주말")

    static let weekdays: Command = chart(
        .weekdays,
        Message("The weekday chart, Monday to Thursday (주중 박스오피스).", ko: "주중 박스오피스 (월~목)"),
        examples: ["", "--date 2022-W22 --region 제주"], meant: "weekday 주중 평일")

    /// Exports what a command of charts asks for.
    private static let export: Run = { values, console throws(Fault) in
        try await ExportRun.run(values, console)
    }

    /// Returns the command that exports `chart`.
    private static func chart(
        _ chart: Chart, _ summary: Message, examples: [String], meant: String
    ) -> Command {
        let name = chart.rawValue
        return Command(
            name: name, section: .charts, summary: summary,
            examples: examples.map { $0.isEmpty ? name : "\(name) \($0)" },
            groups: [.periods] + (chart == .daily ? [.deep] : [])
                + [.films, .added, .origin, .output],
            refused: chart == .daily ? [:] : ["--deep": .deepOfWeeks(name)], meant: meant
        ) { values, console throws(Fault) in
            if let ranking = values.ranking, CurrentProcess.speaksToTerminal {
                console.note(ranking.code, ranking)
            }
            return try await ExportRun.run(values, console)
        }
    }

    static let ranking: Command = Command(
        name: "ranking", section: .charts,
        summary: Message(
            "The films of a day, month, year or range, by their admissions (기간 순위).",
            ko: "기간별 영화 순위(관객수의 하한과 상한)"),
        prose: Message(
            """
            One row for each film that was on a chart on any day of the period. A film that leaves the top ten keeps selling tickets, so adding up charts gives too little. The bounds of the admissions follow from the accumulated figures before and after, and from the last row of each chart; nothing is estimated. For this the day before and the day after are asked for, too.

            is_rank_sure is true if no other film, on a chart or not, can take this rank or push the film off it. If the admissions have no upper bound, a chart of these days could not be fetched or is incomplete; sales often have none, because charts are ordered by admissions. With --deep, the charts of Korean and of foreign films are read as well, which brings the bounds closer together.

            Films that were on no chart are not listed. The bounds are those of the published figures: a later correction can fall outside them.

            With --source file, the ranking is that of the council's tables of all films: exact, at no call, and with every film.

            A year takes 367 or 368 calls, or three times as many with --deep; --dry-run says how many a run needs. Answers are kept, so the next run asks only for days that may still change.
            """,
            ko: """
                기간 중 하루라도 박스오피스에 오른 영화마다 한 행입니다. 10위 밖으로 밀려난 뒤에도 관객은 계속 들기 때문에 일별 박스오피스를 더하면 실제보다 적게 나옵니다. 이 명령은 앞뒤 날짜의 누적관객수와 그날 마지막 순위의 관객수로 실제 관객수의 하한과 상한을 구합니다. 추정치가 아닙니다. 이를 위해 기간 전날과 다음 날도 조회합니다.

                박스오피스에 없었던 영화까지 포함해 어떤 영화도 순위를 바꿀 수 없으면 is_rank_sure가 true입니다. 받지 못했거나 온전하지 않은 날이 있으면 관객수의 상한이 비어 있을 수 있습니다. 박스오피스는 관객수 순이므로 매출액의 상한은 자주 비어 있습니다. --deep을 쓰면 한국영화와 외국영화 박스오피스도 읽어 하한과 상한이 더 가까워집니다.

                한 번도 순위에 오르지 않은 영화는 나오지 않습니다. 하한과 상한은 공개된 수치에서 계산한 것이므로 나중에 정정되면 실제 값이 범위를 벗어날 수 있습니다.

                --source file로 영화진흥위원회 누리집에서 받은 전체 영화의 표를 읽으면 호출 없이 모든 영화의 정확한 순위가 나옵니다.

                1년에 호출 367~368회, --deep을 쓰면 그 세 배가 듭니다. 필요한 호출 수는 --dry-run으로 미리 볼 수 있습니다. 받은 응답은 보관하므로 다시 실행하면 아직 바뀔 수 있는 날만 요청합니다.
                """),
        examples: [
            "ranking --year 2024 --top 20", "ranking --year 2024 --deep -o 2024.xlsx",
            "ranking --month 2024-05 --nation korean",
            "ranking --from 2022-05-18 --to 2022-06-30 -o summer.csv",
        ],
        groups: [.periods, .deep, .ranking, .origin, .output],
        others: [OptionTable[\.nation], OptionTable[\.kind]],
        refused: [
            "--region": .rankingOfRegion, "--update": .madeWhole("ranking", "update"),
            "--state": .madeWhole("ranking", "state"),
        ],
        meant: "rankings", run: export)

    static let trend: Command = Command(
        name: "trend", section: .charts,
        summary: Message("The runs of films, day by day (흥행 추이).", ko: "영화별 흥행 추이"),
        prose: Message(
            """
            Each film's run since its opening day, from the daily charts. On days when a film is not among the ten of the chart, on_chart is false and its figures are missing; nothing is estimated. If the chart came short and lacks the film, on_chart is empty. A day whose chart could not be fetched has no row. Every day is asked for once, for all films together.

            With --deep the figures also come from the charts of Korean and of foreign films, up to 20 films a day: on_deep_chart says whether the film is on one of the three.

            With --by film each film has one row: the admissions of its first day, weekend, week and two weeks, its last totals, days on the chart, best rank, how many times its first weekend it came to (multiple), and the day of release on which it reached one, three, five and ten million. A figure is empty if the film was off the chart on a day that the figure needs, or if that day was not asked for, could not be fetched or has an incomplete chart. multiple is also empty unless the film is off the charts of the last seven days asked for, because its run may not be over.

            Titles are looked up in the register of \(Registry.serviceTitle); they must match, apart from spaces and character width. If several films share a title, TITLE:YEAR chooses the one that opened in that year.
            """,
            ko: """
                영화별 흥행 추이를 개봉일부터 일별 박스오피스에서 뽑습니다. 10위 안에 들지 못한 날은 on_chart가 false이고 수치가 비어 있으며(박스오피스가 잘려서 온 날이면 on_chart도 비어 있으며), 추정한 값은 넣지 않습니다. 박스오피스를 받지 못한 날은 행이 없습니다. 영화가 여러 편이어도 날짜마다 한 번만 요청합니다.

                --deep을 쓰면 한국영화와 외국영화 박스오피스에서도 수치를 가져와 하루 최대 20편까지 볼 수 있습니다. 세 박스오피스 가운데 하나에라도 있으면 on_deep_chart가 true입니다.

                --by film을 쓰면 영화마다 한 행으로 첫날, 첫 주말, 첫 주, 2주 관객수, 마지막 누적값, 순위권 일수, 최고 순위, 누적 관객수가 첫 주말의 몇 배인지(multiple), 100만·300만·500만·1000만 관객을 며칠 만에 넘었는지를 봅니다. 필요한 날 가운데 순위권 밖이었거나, 조회하지 않았거나, 자료를 받지 못했거나, 박스오피스가 온전하지 않은 날이 있으면 그 값은 비어 있습니다. multiple은 조회한 마지막 7일 동안 순위권 밖이었을 때만 나옵니다. 아직 상영이 끝나지 않았을 수 있기 때문입니다.

                영화명은 {1} 영화목록에서 찾으며, 띄어쓰기와 전각·반각의 차이 외에는 정확히 일치해야 합니다. 영화명이 같은 영화가 여럿이면 TITLE:YEAR 형식으로 개봉 연도를 지정합니다.
                """),
        examples: [
            "trend 범죄도시4 파묘 '서울의 봄'", "trend 범죄도시4 파묘 --pivot audience_total -o runs.xlsx",
            "trend 20212866 --days 100 --by week", "trend 파묘 --days 60 --deep",
            "trend 범죄도시4 파묘 --by film -o films.xlsx",
            "trend 인터스텔라 --from 2022-01-12 --to +29d",
        ],
        argument: Argument(
            name: "film",
            help: Message(
                "A code at \(Registry.serviceTitle), a title, or TITLE:YEAR.",
                ko: "{1} 코드, 영화명 또는 TITLE:YEAR(영화명:개봉 연도)"),
            repeats: true,
            missing: Fault(
                .usage, "film-missing",
                "trend needs films: their titles or codes", ko: "trend 명령에는 영화명이나 영화코드가 필요합니다",
                hint: "'bo-export movies --title TEXT' lists titles and codes",
                hintKo: "영화명과 영화코드는 'bo-export movies --title TEXT'로 찾으세요"),
            fault: { word in
                guard FilmChoice(word).title.isEmpty else { return nil }
                return Fault(.usage, "empty-film", "a film is empty", ko: "영화명이 비어 있습니다")
            }),
        groups: [.runs, .deep, .origin, .output],
        refused: ["--update": .madeWhole("trend", "update")],
        meant: "trends run runs compare 추이 흥행 흥행추이 비교", run: export)

    static let market: Command = Command(
        name: "market", section: .charts,
        summary: Message("How large the market was (시장 규모).", ko: "전체 시장 규모(매출액의 하한과 상한)"),
        prose: Message(
            """
            A chart has ten films, but each says its sales and their share of all sales. The sales of all films, including those that are not on the chart, lie between two amounts that follow from these figures. Nothing is estimated; the bounds of a week, month or year are the sums of its days. The two are usually 0.1 to 0.2 percent apart.

            audience_at_least and films_known count what is on the charts, so the market had at least as many. A day that could not be fetched, or whose chart is incomplete, leaves the bounds of its row empty. If the published figures contradict each other, is_consistent is false and the bounds include what each of them says.

            With --source file, the council's tables of all films give exact sums: audience_at_most too, and films_known counts every film.

            A day takes one call, or three with --nations; --dry-run says how many a run needs. Answers are kept, so the next run asks only for days that may still change.
            """,
            ko: """
                박스오피스에는 10위까지만 나오지만, 영화마다 매출액과 전체 매출에서 차지하는 점유율이 있습니다. 이 두 값으로 순위권 밖 영화까지 포함한 전체 매출액의 하한과 상한을 구합니다. 추정치가 아니라 공개된 금액과 반올림된 점유율에서 계산한 값이며, 주·월·연 단위는 날짜별 값을 더한 것입니다. 하한과 상한의 차이는 보통 0.1~0.2%입니다.

                audience_at_least와 films_known은 박스오피스에 오른 영화만 센 값이므로 실제 시장은 이보다 크거나 같습니다. 자료를 받지 못했거나 박스오피스가 온전하지 않은 날이 있으면 그 행의 하한과 상한을 비워 둡니다. 공개된 수치끼리 맞지 않으면 is_consistent가 false이고, 하한과 상한은 각각의 값을 모두 포함합니다.

                --source file로 영화진흥위원회 누리집에서 받은 전체 영화의 표를 읽으면 정확한 합계가 나옵니다. audience_at_most도 채워지고 films_known은 모든 영화를 셉니다.

                하루에 호출 1회, --nations를 쓰면 3회가 듭니다. 필요한 호출 수는 --dry-run으로 미리 볼 수 있습니다. 받은 응답은 보관하므로 다시 실행하면 아직 바뀔 수 있는 날만 요청합니다.
                """),
        examples: [
            "market --last 7", "market --year 2024 --by month --nations -o 2024.xlsx",
            "market --month 2024-05 --by week --compare year",
        ],
        groups: [.periods, .market, .origin, .output],
        refused: [
            "--region": .marketOfPart("--region"), "--kind": .marketOfPart("--kind"),
            "--nation": .marketOfPart("--nation"), "--update": .madeWhole("market", "update"),
            "--state": .madeWhole("market", "state"),
        ],
        meant: "markets total totals 시장 시장규모 전체시장 전체매출 총매출", run: export)
}

extension Fault {
    fileprivate static let pivotOfSeveral = Fault(
        .usage, "pivot-of-several",
        "--pivot region takes one source", ko: "--pivot region에는 소스를 하나만 지정할 수 있습니다",
        hint: "ask one source, or leave out --pivot", hintKo: "소스를 하나만 지정하거나 --pivot을 빼세요")

    /// Returns the fault of --deep with weekly charts, which cannot be joined with those of nations.
    fileprivate static func deepOfWeeks(_ command: String) -> Fault {
        Fault(
            .usage, "deep-of-weeks",
            "\(command) takes no --deep: only the charts of days are joined with those of Korean and of foreign films",
            ko: "{1}에는 --deep 옵션이 없습니다. 한국영화와 외국영화 박스오피스를 합치는 것은 일별뿐입니다",
            hint: "leave out --deep, or 'bo-export daily --deep'",
            hintKo: "--deep을 빼거나 'bo-export daily --deep'을 사용하세요")
    }

    /// Returns the fault of asking for the market of a region or of some films.
    fileprivate static func marketOfPart(_ option: String) -> Fault {
        Fault(
            .usage, "market-of-part",
            "market takes no \(option): the market is computed from shares of all sales, and it is not known of which sales a share in a narrowed chart is",
            ko:
                "market에는 {1} 옵션이 없습니다. 시장 규모는 전체 매출액 점유율로 계산하는데, 조건을 붙인 박스오피스의 점유율은 무엇을 기준으로 한 것인지 공개되어 있지 않습니다",
            hint: "--nations gives Korean and foreign films rows of their own",
            hintKo: "한국영화와 외국영화의 행은 --nations로 볼 수 있습니다")
    }

    /// Returns the fault of going on with a document of rows that are computed from many charts.
    fileprivate static func madeWhole(_ command: String, _ option: String) -> Fault {
        let code = "\(command)-\(option)"
        return Fault(
            .usage, code,
            "\(command) takes no --\(option): its rows are those of the whole period in every run",
            ko: "{1}에는 --{2} 옵션이 없습니다. 실행할 때마다 기간 전체의 행을 씁니다",
            hint: "leave out --\(option): what was fetched is in the archive, and costs no call",
            hintKo: "--{1}{을/를} 빼세요. 받은 응답은 보관함에 있어서 호출이 들지 않습니다")
    }

    fileprivate static let rankingOfRegion = Fault(
        .usage, "ranking-of-region",
        "ranking takes no --region: it is made of the charts of the whole country",
        ko: "ranking에는 --region 옵션이 없습니다. 전국 박스오피스로 순위를 냅니다",
        hint: "'bo-export daily --region 0105001' gives the charts of a region, here of Seoul",
        hintKo: "지역별 박스오피스는 'bo-export daily --region 서울'처럼 조회할 수 있습니다")
}

extension Values {
    /// Returns what each of `sources` is asked by a command of charts; nil if there is nothing to do
    /// yet.
    func asked(
        from sources: [any Source], at now: Instant, _ console: Console
    ) throws(Fault) -> [Asked]? {
        if let chart = Chart(rawValue: command.name) {
            return try asked(of: chart, from: sources, at: now, console)
        }
        let source = try only(of: sources)
        let today = source.policy.territory.today(at: now)
        let request =
            switch command.name {
            case Command.ranking.name: try askedOfRanking(source, today)
            case Command.market.name: try askedOfMarket(source, today)
            default: try askedOfTrend(source, today)
            }
        return request.map { [$0] }
    }

    /// Returns the only one of `sources`.
    ///
    /// - Throws: a ``Fault`` of kind `usage` if there are several.
    func only(of sources: [any Source]) throws(Fault) -> any Source {
        guard sources.count == 1, let source = sources.first else {
            throw .oneSource(command.name, self.sources.first ?? "")
        }
        return source
    }

    private func askedOfRanking(_ source: any Source, _ today: Day) throws(Fault) -> Asked? {
        let (holdings, selection, tables) = (source.holdings, selection, source.periodTables)
        guard tables.isEmpty else {
            return Asked(
                try RankingOfTables.rows(
                    of: tables, selection, nation: word(\.nation), kind: word(\.kind),
                    from: source, today: today))
        }
        let selected = try selection.days(
            today: today, holdings: holdings, in: source.policy.territory)
        guard let (days, end) = selected else { return nil }
        let newest = try holdings.newest(of: .daily, today: today).to
        return Asked(
            RankingQuery(
                days: days,
                period: RowPeriod(days.first.from...(end ?? days.last.to), as: selection.unit),
                nation: word(\.nation), kind: word(\.kind),
                nations: try nations(of: [source]),
                couldBeDeep: !source.policy.nations.isEmpty,
                held: holdings.first...max(newest, holdings.first)))
    }

    private func askedOfMarket(_ source: any Source, _ today: Day) throws(Fault) -> Asked? {
        let (selection, tables) = (selection, source.periodTables)
        guard tables.isEmpty else {
            // Without --by, a row is what a table is of.
            let isSaid = !texts(of: OptionTable[\.unit]).isEmpty
            return Asked(
                try MarketOfTables.rows(
                    of: tables, selection, by: isSaid ? word(\.unit) : nil,
                    nations: flag(\.nations) ? ChartFilter.Nation.allCases : [],
                    comparesYears: text(\.compare) != nil, from: source, today: today))
        }
        let selected = try selection.days(
            today: today, holdings: source.holdings, in: source.policy.territory)
        guard let (days, end) = selected else { return nil }
        return Asked(
            MarketQuery(
                days: days, unit: word(\.unit) ?? .day,
                nations: flag(\.nations) ? try source.nations : [],
                comparesYears: text(\.compare) != nil, firstDay: source.holdings.first,
                end: end))
    }

    /// Returns what a trend asks for.
    ///
    /// A fault drops a hint that names an option of charts.
    private func askedOfTrend(_ source: any Source, _ today: Day) throws(Fault) -> Asked? {
        do throws(Fault) {
            guard try span.isOver(today: today, holdings: source.holdings) else { return nil }
        } catch {
            let words = error.advice?.text(in: .english) ?? ""
            let isOfCharts = ["--date", "--last", "--month", "--year"].contains(
                where: words.contains)
            throw error.advising(isOfCharts ? nil : error.advice)
        }
        var query = try TrendQuery(
            films: [], chart: span.chart, pivot: text(\.pivot), isCounted: has(\.runFrom),
            isByFilm: isByFilm)
        query.nations = try nations(of: [source])
        query.choices = words.map(FilmChoice.init)
        query.span = span
        return Asked(query)
    }

    /// Returns what each of `sources` is asked for `chart`; nil if there is nothing to do yet.
    private func asked(
        of chart: Chart, from sources: [any Source], at now: Instant, _ console: Console
    ) throws(Fault) -> [Asked]? {
        let nations = try nations(of: sources)
        let selection = try selection.periods(
            of: chart, from: sources, at: now, keepsGoing: flag(\.keepGoing))
        if let part = selection?.remark { console.advise(part.code, part.wording) }
        // Even if no period of the range is over, some that follow the state may be.
        guard selection != nil || text(\.state) != nil else { return nil }
        let regions = try regions(of: sources)
        let isPivot = has(\.pivotOfRegions)
        if isPivot, sources.count > 1 { throw .pivotOfSeveral }
        return try zip(sources.indices, sources).map { index, source throws(Fault) in
            let part = selection?.sources[index]
            let periods: Periods
            if let chosen = part?.periods ?? selection?.periods {
                periods = chosen
            } else {
                let today = source.policy.territory.today(at: now)
                let newest = try source.holdings.newest(of: chart, today: today)
                periods = Periods(from: newest, to: newest)
            }
            var query = ChartQuery(
                periods: periods, regions: regions[index], nation: word(\.nation),
                kind: word(\.kind))
            query.nations = nations
            if selection != nil { query = query.among(source.holdings.editions) }
            var asked = Asked(
                .chart(part?.periods == nil ? query.askingForNothing : query),
                unavailable: part?.unavailable ?? [])
            if isPivot { asked.derivation = try RegionPivot(query) }
            return asked
        }
    }
}
