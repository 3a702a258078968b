internal import BoxOffice

extension Catalogue {
    /// English for a user at a command line.
    ///
    /// Modules below this one name no option. Where a message is clearer with one, it has a wording
    /// here, and one in `koreanCommandLine`.
    static let commandLine = Catalogue([
        // Periods
        "not-over.hint":
            "a chart is complete when its last day is over; the newest is --date yesterday",
        "way.date": "--date", "way.from": "--from", "way.last": "--last",
        "way.month": "--month", "way.year": "--year",
        "it-is-a-day": "use --date {1}", "it-is-a-month": "use --month {1}",
        "it-is-a-year": "use --year {1}",
        "it-is-a-range": "use --from {1} --to {2}",
        "it-is-a-week": "use --from {1} --to {2}, or the weekly chart",
        "not-all-held.hint": "use --from {1} --to {2}",
        "counts-from-nothing.hint":
            "use it with --to, such as --from 2022-06-01 --to +{1}d for {2} days",
        "to-without-from": "--to needs --from",
        "to-without-from.hint": "--from has the first day; a single period is --date alone",
        "last-is-not-positive": "--last takes a number from 1 up, not {1}",
        "range-is-backwards": "the range ends before it begins: --from {1} --to {2}",
        "only-whole.hint": "leave out --region, --nation and --kind, or ask another source",

        // Runs of films
        "pivot-of-text": "--pivot takes a column of figures, not '{1}'; known are {2}",
        "no-film.hint": "search for a part of the title: bo-export movies --title TEXT",
        "unknown-opening.hint": "name it by its code, and --from DATE chooses the first day",
        "opened-too-early.hint":
            "--from DATE chooses the first day, such as that of a re-release",
        "too-many-days": "--from and --to make a run of at most {1} days, not {2}",

        // Workbooks
        "too-many-sheets.hint":
            "-O sheets=one puts all periods on one sheet; -o '{year}-{month}.xlsx' makes a file a month",
        "no-workbook-library.hint":
            "on Debian and Ubuntu: apt-get install libxlsxwriter4; without it, --profile excel makes a CSV file for Excel",

        // Databases
        "database-busy.hint":
            "run the command again when that program is done; --timeout waits longer",
        "fewer-films.hint": "ask for as many with --top, or name another file",
        "other-layout.hint":
            "name another file; -O replace=true drops these tables with all their rows, and writes what this run has: {1}",

        // Loaders of databases
        "no-state-file": "there is no file '{1}', which --state names",
        "no-state-file.hint":
            "for the first run, make an empty one: touch {1}",
        "state-without-top": "the state is of runs without --top",
        "state-of-other-top": "the state is of runs with --top {1}",
        "state-of-other-top.hint": "use the same --top, or another state file",
        "state-of-deep": "the state is of runs with --deep",
        "state-without-deep": "the state is of runs without --deep",
        "rows-held-empty":
            "the chart of {1} is empty, {2} rows were sent (--allow-empty removes them)",

        // Columns and options
        "too-many-rows-wanted": "--top takes a number from 1 to {1}, not {2}",
        "no-columns": "--columns names no column",
        "empty-column": "a name in --columns is empty",
        "empty-region": "a name in --region is empty",
        "column-needs-lookup": "the column '{1}' is there only with --with {2}",
        "no-rows": "--source {1} has no dataset of its own",
        "no-films": "--with goes with charts and films, not with {1}",
        "not-an-assignment": "-O takes KEY=VALUE, not '{1}'",
        "option-value": "-O {1}= takes {2}, not '{3}'",
        "option-twice": "-O {1}= is given twice",
        "thousands-separator":
            "-O thousands= takes one sign between digits, such as a comma, not '{1}'",
        "delimiter": "-O delimiter= takes one ASCII character other than the quote, not '{1}'",
        "check-option": "it takes -O {1}", "check-headers": "it takes every --header",
        "check-incomplete": "it was not; --total takes more",
        "no-plugin-folder": "the folder '{1}' that --plugin-dir names is not there",

        // Answers
        "overdue.hint": "--timeout gives it more time",
        "no-more-calls": "the --max-calls limit of {1} is reached",
        "not-archived.hint": "run the command once without --offline",
        "empty-chart.hint": "--allow-empty accepts a chart without rows",
        "not-published.hint":
            "it comes soon after midnight in Seoul; --allow-empty accepts a chart without rows",

        // Documents
        "file-cut-off.hint": "write the file anew, without --update",
        "nothing-to-replace-with.hint": "--allow-empty lets an empty result replace it",
        "no-periods.hint": "--update needs date, from or year_week among the columns",
        "no-regions.hint":
            "--update needs region among the columns where --region is given",
    ], isEnglish: true)
}
