internal import BoxOffice

extension Command {
    /// The command `bo-export columns`, which lists the names that `--columns` takes.
    static let columns: Command = Command(
        name: "columns", section: .others,
        summary: Message("Column names, Korean headers and types.", ko: "열의 이름, 한글 머리글, 자료형"),
        prose: Message(
            """
            The Open API of \(Registry.serviceTitle) gives ten rows a chart, so a sum over them is not the total of the market. The council's site (www.kobis.or.kr) has all films, as tables to download.

            Datasets: \(Dataset.all.map(\.name).joined(separator: ", ")). --with details adds most columns of movie to a chart. 'bo-export plugins NAME' has the columns of a plugin, such as those that a source of details adds.
            """,
            ko: """
                {1} 오픈API는 박스오피스마다 10위까지만 제공하므로, 행을 더한 값은 시장 전체의 합계가 아닙니다. 전체 영화는 영화진흥위원회 누리집(www.kobis.or.kr)에서 표로 내려받을 수 있습니다.

                데이터셋: {2}. --with details는 movie의 열 대부분을 박스오피스에 더합니다. 상세정보 소스가 추가하는 열처럼 플러그인에 있는 열은 'bo-export plugins NAME'으로 확인할 수 있습니다.
                """),
        examples: ["columns", "columns movie"],
        argument: Argument(
            name: "dataset", help: Message("The dataset.", ko: "데이터셋"),
            isOptional: true, values: Dataset.all.map(\.name), standard: "chart"),
        meant: "column fields 열 컬럼"
    ) { values, console throws(Fault) in
        let name = values.words.first ?? "chart"
        let known = Dataset.all
        guard let dataset = known.first(where: { $0.name == name }) else {
            throw .unknown(
                Message("dataset", ko: "데이터셋"), name, known: known.map(\.name),
                otherWords: synonyms(
                    "trend: 추이; runs: 영화별; chart: charts daily weekly weekend weekdays box-office; movies: films; posters: poster"
                ))
        }
        try console.print(dataset.columns.lines())
        if dataset.name == ChartEntry.table.dataset.name, !values.flag(\.quiet) {
            let note = Message(
                "the Open API of \(Registry.serviceTitle) gives ten rows a chart; a sum over them is not the market's",
                ko: "{1} 오픈API는 박스오피스마다 10위까지만 제공하므로, 행을 더한 값은 시장 전체의 합계가 아닙니다")
            let share = Message(
                "sales_share is a share of the whole market; with --nation of those films, and with --region or --kind probably of what the chart is narrowed to",
                ko:
                    "매출액점유율은 시장 전체 매출액에서 차지하는 비율입니다. --nation이 있으면 그 국적 영화 안에서의 비율이고, --region이나 --kind가 있으면 그 조건 안에서의 비율로 보입니다"
            )
            try console.print("\n\(console.text(of: note))\n\(console.text(of: share))\n")
        }
        let haveBounds = [MarketEntry.table.dataset.name, RankingEntry.table.dataset.name]
        if haveBounds.contains(dataset.name), !values.flag(\.quiet) {
            let note = Message(
                "columns that end in at_least and at_most are bounds, between which the true figure lies; nothing is estimated",
                ko: "실제 값은 하한 열과 상한 열의 값 사이에 있습니다. 추정치가 아닙니다")
            try console.print("\n\(console.text(of: note))\n")
        }
        return ExitStatus.success
    }
}

extension [Column] {
    /// Returns the columns as a table, one a line: name, type and Korean header.
    func lines(indent: String = "") -> String {
        let width = map(\.name.utf8.count).max() ?? 0
        return map { column in
            let (name, type) = (column.name.padded(to: width), column.kind.rawValue.padded(to: 8))
            return "\(indent)\(name)  \(type) \(column.koreanHeader)\n"
        }.joined()
    }
}
