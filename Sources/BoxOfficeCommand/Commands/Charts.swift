internal import BoxOffice
internal import Engine

extension Command {
    static let daily: Command = chart(
        .daily, Message("The daily chart (일별 박스오피스).", ko: "일별 박스오피스"),
        examples: [
            "--source sample", "--date 2022-06-05 --top 3",
            "--from 2022-05-30 --to 2022-06-05 -o week.csv",
            "--month 2022-01..2022-06 -o '{year}-{month}.csv'",
            "--last 7 --region 서울,부산 --nation korean", "--with details,posters --format jsonl",
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

    /// The command that exports `chart`.
    private static func chart(
        _ chart: Chart, _ summary: Message, examples: [String], meant: String
    ) -> Command {
        let name = chart.rawValue
        return Command(
            name: name, section: .charts, summary: summary,
            examples: examples.map { $0.isEmpty ? name : "\(name) \($0)" },
            groups: [.periods, .films, .added, .origin, .output], meant: meant
        ) { values, console throws(Fault) in
            try await ExportRun.run(values, console) { sources, now throws(Fault) in
                let selection = try ChartSelection(
                    values.selection, of: chart, from: sources, at: now,
                    keepsGoing: values.flag(\.keepGoing))
                // Of a range of which nothing is over, something may be of what follows the state.
                guard selection != nil || values.text(\.state) != nil else { return nil }
                let regions = try values.regions()
                func query(_ periods: Periods) -> ChartQuery {
                    ChartQuery(
                        periods: periods, regions: regions, nation: values.word(\.nation),
                        kind: values.word(\.kind))
                }
                guard let selection else {
                    let nothing = try sources.map { source throws(Fault) in
                        let today = source.policy.market.today(at: now)
                        let newest = try source.holdings.newest(of: chart, today: today)
                        return query(Periods(from: newest, to: newest)).askingForNothing
                    }
                    return Asked(nothing.map { Query.chart($0) })
                }
                let all = query(selection.periods)
                return Asked(
                    selection.sources.map {
                        .chart($0.periods.map(query) ?? all.askingForNothing)
                    }, of: .chart(all), unavailable: selection.sources.map(\.unavailable))
            }
        }
    }

    static let trend: Command = Command(
        name: "trend", section: .charts,
        summary: Message("The runs of films, day by day (흥행 추이).", ko: "영화별 흥행 추이"),
        prose: Message(
            """
            Each film's run from its opening day, from the daily charts. On days when a film is not among the ten of the chart, on_chart is false and its figures are missing; nothing is estimated. A day whose chart could not be had has no row. Every day is asked for once, for all films together.

            Titles are looked up in the register of \(Registry.serviceTitle); they must be equal but for spaces. Of films with one title, TITLE:YEAR chooses that of the year it opened in.
            """,
            ko: """
                영화별 흥행 추이를 개봉일부터 일별 박스오피스에서 뽑습니다. 10위 안에 들지 못한 날은 on_chart가 false이고 수치가 비어 있으며, 추정한 값은 넣지 않습니다. 박스오피스를 받지 못한 날은 행이 없습니다. 영화가 여러 편이어도 날짜마다 한 번만 요청합니다.

                영화명은 {1} 영화목록에서 찾으며, 띄어쓰기 외에는 정확히 일치해야 합니다. 영화명이 같은 영화가 여럿이면 TITLE:YEAR 형식으로 개봉 연도를 지정합니다.
                """),
        examples: [
            "trend 범죄도시4 파묘 '서울의 봄'", "trend 범죄도시4 파묘 --pivot audience_total -o runs.xlsx",
            "trend 20212866 --days 100 --by week", "trend 인터스텔라 --from 2022-01-12 --to +29d",
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
        groups: [.runs, .origin, .output],
        meant: "trends run runs compare 추이 흥행 흥행추이 비교"
    ) { values, console throws(Fault) in
        try await ExportRun.run(values, console) { source, now throws(Fault) in
            let today = source.policy.market.today(at: now)
            guard try isOver(values.span, today: today, source) else { return nil }
            return .trend(
                try TrendQuery(
                    films: values.words.map { FilmChoice($0).placeholder() },
                    chart: values.span.chart,
                    pivot: values.text(\.pivot), isCounted: values.has(\.runFrom)))
        }
    }

    /// Whether any period of `span` may be over.
    ///
    /// A fault has no hint that names an option of charts.
    private static func isOver(
        _ span: TrendSpan, today: Day, _ source: any Source
    ) throws(Fault) -> Bool {
        do throws(Fault) {
            return try span.isOver(today: today, holdings: source.holdings)
        } catch {
            var fault = error
            let words = fault.advice?.text(in: .english) ?? ""
            if ["--date", "--last", "--month", "--year"].contains(where: words.contains) {
                fault.advice = nil
            }
            throw fault
        }
    }
}
