internal import ArgumentParser
internal import BoxOffice
internal import Engine

/// The options that all charts have.
struct ChartOptions: ParsableCommand {
    static let configuration = CommandConfiguration(_superCommandName: "bo-export")

    @OptionGroup(title: "Which periods") var periods: PeriodOptions
    @OptionGroup(title: "Which films") var films: FilterOptions
    @OptionGroup(title: "What is added") var added: EnrichmentOptions
    @OptionGroup(title: "Where from") var origin: SourceOptions
    @OptionGroup(title: "Where to and how") var output: OutputOptions
    @OptionGroup(title: "Running") var running: RunningOptions

    /// Refuses a number of rows that no chart of a built-in source has.
    ///
    /// What is set wrongly is found here together with the other options. The charts of plugins are
    /// known only later.
    func validate() throws {
        guard let top = films.top, let policy = Registry.policy(ofServiceSource: origin.source)
        else { return }
        do throws(Fault) {
            try policy.check(top: top)
        } catch {
            throw InvalidOption(error)
        }
    }
}

/// A command that exports one chart.
protocol ChartCommand: GroupedCommand where Options == ChartOptions {
    /// The chart that is exported.
    static var chart: Chart { get }
}

extension ChartCommand {
    static var settings: [Setting] {
        PeriodOptions.settings + FilterOptions.settings + EnrichmentOptions.settings
            + Setting.export
    }

    var running: RunningOptions { options.running }

    func run(console: Console) async throws(Fault) -> Int32 {
        var run = ExportRun(options.origin, options.output, options.running)
        run.top = options.films.top ?? .max
        run.added = options.added
        run.state = options.periods.state
        return try await run.run(console: console) { source, today throws(Fault) in
            func query(_ periods: Periods) throws(Fault) -> ChartQuery {
                ChartQuery(
                    periods: periods, regions: try options.films.regions(),
                    nation: options.films.nation, kind: options.films.kind)
            }
            let periods = try options.periods.selection.periods(
                of: Self.chart, today: today, holdings: source.holdings)
            if let periods { return .chart(try query(periods)) }
            guard options.periods.state != nil else { return nil }
            // Of this range nothing is over, but of what is behind the state something may be.
            let newest = try source.holdings.newest(of: Self.chart, today: today)
            return .chart(try query(Periods(from: newest, to: newest)).askingForNothing)
        }
    }
}

/// `bo-export daily`.
struct Daily: ChartCommand {
    static let configuration = CommandConfiguration(
        commandName: "daily", _superCommandName: "bo-export",
        abstract: .help("daily", "The daily chart (일별 박스오피스)."),
        usage: "bo-export daily [OPTIONS]",
        discussion: .help(
            "daily.discussion",
            """
            EXAMPLES
              bo-export daily --source sample
              bo-export daily --date 2022-06-05 --top 3
              bo-export daily --from 2022-05-30 --to 2022-06-05 -o week.csv
              bo-export daily --month 2022-01..2022-06 -o '{year}-{month}.csv'
              bo-export daily --last 7 --region 서울,부산 --nation korean
              bo-export daily --with details,posters --format jsonl
              bo-export daily --columns date,rank,rank_marker,title --header ko
            """))
    static let chart = Chart.daily

    @OptionGroup var options: ChartOptions
}

/// `bo-export weekly`.
struct Weekly: ChartCommand {
    static let configuration = CommandConfiguration(
        commandName: "weekly", _superCommandName: "bo-export",
        abstract: .help("weekly", "The weekly chart, Monday to Sunday (주간 박스오피스)."),
        usage: "bo-export weekly [OPTIONS]",
        discussion: .help(
            "weekly.discussion",
            """
            EXAMPLES
              bo-export weekly
              bo-export weekly --date 2022-W22
              bo-export weekly --year 2022 -o 2022.csv
            """))
    static let chart = Chart.weekly

    @OptionGroup var options: ChartOptions
}

/// `bo-export weekend`.
struct Weekend: ChartCommand {
    static let configuration = CommandConfiguration(
        commandName: "weekend", _superCommandName: "bo-export",
        abstract: .help("weekend", "The weekend chart, Friday to Sunday (주말 박스오피스)."),
        usage: "bo-export weekend [OPTIONS]",
        discussion: .help(
            "weekend.discussion",
            """
            EXAMPLES
              bo-export weekend
              bo-export weekend --date 2022-06-04 --top 3
              bo-export weekend --last 10 -o weekends.csv
            """))
    static let chart = Chart.weekend

    @OptionGroup var options: ChartOptions
}

/// `bo-export weekdays`.
struct Weekdays: ChartCommand {
    static let configuration = CommandConfiguration(
        commandName: "weekdays", _superCommandName: "bo-export",
        abstract: .help("weekdays", "The weekday chart, Monday to Thursday (주중 박스오피스)."),
        usage: "bo-export weekdays [OPTIONS]",
        discussion: .help(
            "weekdays.discussion",
            """
            EXAMPLES
              bo-export weekdays
              bo-export weekdays --date 2022-W22 --region 제주
            """))
    static let chart = Chart.weekdays

    @OptionGroup var options: ChartOptions
}
