internal import BoxOffice

/// What the page says besides the commands.
extension ProgramHelp {
    /// The form of the command line.
    static var usage: [HelpPage.Row] {
        [
            HelpPage.Row(
                "bo-export [COMMAND] [OPTIONS]", "program.usage.standard",
                "without a command: daily")
        ]
    }

    /// The first commands to try.
    static var examples: [HelpPage.Row] {
        [
            HelpPage.Row(
                "bo-export --source sample", "program.example.sample", "try it: no key, no network"),
            HelpPage.Row(
                "bo-export doctor", "program.example.doctor",
                "is everything set up? how to get a key"),
            HelpPage.Row("bo-export", "program.example.daily", "yesterday's top ten"),
            HelpPage.Row(
                "bo-export --last 7 -o week.csv", "program.example.week",
                "the last seven days, into a file"),
        ]
    }

    /// What a chart does not tell.
    static var topTen: Message {
        .help(
            "program.top-ten",
            """
            KOBIS publishes the top ten of each chart and no more. A sum over the rows of \
            a chart is therefore not the total of the market.
            """)
    }

    /// The options that most people need.
    static var options: [HelpPage.Row] {
        [
            HelpPage.Row(
                "--date DATE", "program.option.date",
                "yesterday, 어제, -3d, 2022-06-01; a week: 2022-W22"),
            HelpPage.Row("--from DATE", "program.option.from", "the first day of a range"),
            HelpPage.Row(
                "--to DATE", "program.option.to",
                "its last day, or +29d from --from; default: yesterday"),
            HelpPage.Row(
                "--last N", "program.option.last", "the last N days or weeks that are over"),
            HelpPage.Row(
                "--month 2024-05", "program.option.month", "a month; 2024-01..2024-03 is several"),
            HelpPage.Row("--year 2024", "program.option.year", "a year"),
            HelpPage.Row(
                "--region 서울,부산", "program.option.region", "one chart for each of these regions"),
            HelpPage.Row(
                "--columns A,B,C", "program.option.columns",
                "these columns in this order, by English or Korean name"),
            HelpPage.Row(
                "--with details", "program.option.with", "look up each film; also: posters"),
            HelpPage.Row(
                "--source NAME", "program.option.source", "kobis-json (default), kobis-xml, sample"),
            HelpPage.Row(
                "--format NAME", "program.option.format",
                "csv, jsonl, markdown, xlsx, html, sqlite, …; default: by FILE"),
            HelpPage.Row(
                "-o, --output FILE", "program.option.output",
                "write a file; '{date}.csv' makes one for each day"),
            HelpPage.Row(
                "--profile excel", "program.option.profile", "CSV that Excel opens as it should"),
            HelpPage.Row(
                "--update", "program.option.update", "fetch only what the file does not have yet"),
        ]
    }

    /// Where a key comes from, and where to put it.
    static var key: Message {
        .help(
            "program.key.text",
            """
            Free at https://www.kobis.or.kr/kobisopenapi. Put it in the environment
            variable KOBIS_API_KEY, or the path of its file in KOBIS_API_KEY_FILE; or put
            the key into the file ~/.config/bo-export/kobis_api_key, where every run finds it.
            """)
    }

    /// What the exit statuses mean.
    static var statuses: Message {
        .help(
            "program.status.text",
            """
            0 done; 2 some periods are missing (--keep-going); 64 wrong usage;
            65 bad data; 69 service unavailable; 73, 74 output cannot be written;
            75 try again later; 77 key refused; 78 no key, or wrong configuration
            """)
    }

    /// Where more is to be read.
    static var more: [HelpPage.Row] {
        [
            HelpPage.Row(
                "bo-export daily --help", "program.more.daily", "all options of a command"),
            HelpPage.Row("bo-export help COMMAND", "program.more.help", "the same"),
            HelpPage.Row("bo-export columns", "more.columns", "the columns that --columns takes"),
            HelpPage.Row(
                "bo-export plugins", "more.plugins", "sources and formats, and their -O options"),
            HelpPage.Row(
                "bo-export man | man -l -", "more.manual",
                "the manual page: everything in one place"),
        ]
    }
}
