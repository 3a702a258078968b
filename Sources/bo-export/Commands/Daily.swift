internal import ArgumentParser
internal import BoxOffice

/// `bo-export daily`: the daily chart.
struct Daily: RunnableCommand {
    static let configuration = CommandConfiguration(
        abstract: "The daily chart (일별 박스오피스).",
        discussion: """
            EXAMPLES
              bo-export daily --source sample
              bo-export daily --date 2022-06-05 --top 3
              bo-export daily --from 2022-05-30 --to 2022-06-05 -o week.csv
              bo-export daily --last 7 --region 서울 --region 부산 --nation korean
              bo-export daily --columns date,rank,rank_marker,title --header ko
            """)

    @OptionGroup(title: "Which days") var days: PeriodOptions
    @OptionGroup(title: "Which films") var films: FilterOptions
    @OptionGroup(title: "Where from") var origin: SourceOptions
    @OptionGroup(title: "Where to and how") var output: OutputOptions

    func run(console: Console) async throws(Fault) {
        try await ChartRun(
            chart: .daily, periods: days, films: films, origin: origin, output: output
        ).run(console: console)
    }
}
