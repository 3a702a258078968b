internal import BoxOffice
internal import Engine

extension Command {
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

            A year takes 367 or 368 calls, or three times as many with --deep; --dry-run says how many a run needs. Answers are kept, so the next run asks only for days that may still change.
            """,
            ko: """
                기간 중 하루라도 박스오피스에 오른 영화마다 한 행입니다. 10위 밖으로 밀려난 뒤에도 관객은 계속 들기 때문에 일별 박스오피스를 더하면 실제보다 적게 나옵니다. 이 명령은 앞뒤 날짜의 누적관객수와 그날 마지막 순위의 관객수로 실제 관객수의 하한과 상한을 구합니다. 추정치가 아닙니다. 이를 위해 기간 전날과 다음 날도 조회합니다.

                박스오피스에 없었던 영화까지 포함해 어떤 영화도 순위를 바꿀 수 없으면 is_rank_sure가 true입니다. 받지 못했거나 온전하지 않은 날이 있으면 관객수의 상한이 비어 있을 수 있습니다. 박스오피스는 관객수 순이므로 매출액의 상한은 자주 비어 있습니다. --deep을 쓰면 한국영화와 외국영화 박스오피스도 읽어 하한과 상한이 더 가까워집니다.

                한 번도 순위에 오르지 않은 영화는 나오지 않습니다. 하한과 상한은 공개된 수치에서 계산한 것이므로 나중에 정정되면 실제 값이 범위를 벗어날 수 있습니다.

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
            "--region": .rankingOfRegion, "--update": .writesAnew("ranking"),
            "--state": .sentWhole("ranking"),
        ],
        meant: "rankings"
    ) { values, console throws(Fault) in
        try await ExportRun.run(values, console) { source, now throws(Fault) in
            let (holdings, territory) = (source.holdings, source.policy.territory)
            let (selection, today) = (values.selection, territory.today(at: now))
            let selected = try selection.days(today: today, holdings: holdings, in: territory)
            guard let (days, end) = selected else { return nil }
            let newest = try holdings.newest(of: .daily, today: today).to
            return .ranking(
                RankingQuery(
                    days: days,
                    period: RowPeriod(
                        days.first.from...(end ?? days.last.to), as: selection.unit),
                    nation: values.word(\.nation), kind: values.word(\.kind),
                    nations: try values.nations(of: [source]),
                    couldBeDeep: !source.policy.nations.isEmpty,
                    held: holdings.first...max(newest, holdings.first)))
        }
    }
}

extension Fault {
    /// Returns the fault of --update with a command whose rows are computed from many charts.
    static func writesAnew(_ command: String) -> Fault {
        let code = "\(command)-update"
        return Fault(
            .usage, code,
            "\(command) cannot update a file, only write a new one",
            ko: "{1}{은/는} 파일을 갱신하지 않고 새로 씁니다",
            hint: "leave out --update: what was fetched is in the archive, and costs no call",
            hintKo: "--update를 빼세요. 받은 응답은 보관함에 있어서 호출이 들지 않습니다")
    }

    fileprivate static let rankingOfRegion = Fault(
        .usage, "ranking-of-region",
        "ranking takes no --region: it is made of the charts of the whole country",
        ko: "ranking에는 --region 옵션이 없습니다. 전국 박스오피스로 순위를 냅니다",
        hint: "'bo-export daily --region 0105001' gives the charts of a region, here of Seoul",
        hintKo: "지역별 박스오피스는 'bo-export daily --region 서울'처럼 조회할 수 있습니다")

    /// Returns the fault of --state with a command whose rows are computed from many charts.
    static func sentWhole(_ command: String) -> Fault {
        let code = "\(command)-state"
        return Fault(
            .usage, code,
            "\(command) takes no --state: its rows are those of the whole period in every run",
            ko: "{1}에는 --state 옵션이 없습니다. 실행할 때마다 기간 전체의 행을 씁니다",
            hint: "leave out --state: what was fetched is in the archive, and costs no call",
            hintKo: "--state를 빼세요. 받은 응답은 보관함에 있어서 호출이 들지 않습니다")
    }
}
