internal import ArgumentParser
internal import BoxOffice
internal import Engine

/// `bo-export trend`.
struct Trend: GroupedCommand {
    static let configuration = CommandConfiguration(
        commandName: "trend", _superCommandName: "bo-export",
        abstract: .help("trend", "The runs of films, day by day (흥행 추이)."),
        usage: "bo-export trend FILM... [OPTIONS]",
        discussion: .help(
            "trend.discussion",
            """
            Each film's run from its opening day, from the daily charts. On days when a film is \
            not among the ten of the chart, on_chart is false and its figures are missing; nothing \
            is estimated. A day whose chart could not be had has no row. Every day is asked for once, for all films together.

            Titles are looked up in the register; they must be equal but for spaces. Of films with \
            one title, TITLE:YEAR chooses that of the year it opened in.

            EXAMPLES
              bo-export trend 범죄도시4 파묘 '서울의 봄'
              bo-export trend 범죄도시4 파묘 --pivot audience_total -o runs.xlsx
              bo-export trend 20212866 --days 100 --by week
              bo-export trend 인터스텔라 --from 2022-01-12 --to +29d
            """))

    static var settings: [Setting] { Setting.export }

    @OptionGroup var options: TrendOptions

    var running: RunningOptions { options.running }

    /// Whether any period may be over.
    ///
    /// A fault has no hint that names an option of charts.
    private func isOver(today: Day, _ source: any Source) throws(Fault) -> Bool {
        do throws(Fault) {
            return try options.run.span.isOver(today: today, holdings: source.holdings)
        } catch {
            var fault = error
            let words = fault.advice?.text(in: .commandLine) ?? ""
            if ["--date", "--last", "--month", "--year"].contains(where: words.contains) {
                fault.advice = nil
            }
            throw fault
        }
    }

    func run(console: Console) async throws(Fault) -> Int32 {
        var run = ExportRun(options.origin, options.output, options.running)
        let choices = options.films.map(FilmChoice.init)
        run.trend = TrendChoice(films: choices, span: options.run.span)
        return try await run.run(console: console) { source, today throws(Fault) in
            guard try isOver(today: today, source) else { return nil }
            return .trend(
                try TrendQuery(
                    films: choices.map { $0.placeholder() }, chart: options.run.span.chart,
                    pivot: options.run.pivot, isCounted: options.run.from != nil))
        }
    }
}
