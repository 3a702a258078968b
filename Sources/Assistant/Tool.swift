internal import BoxOffice
internal import Wire

/// A tool that an assistant can call: what it is for, and the command lines that it stands for.
struct Tool: Sendable {
    let name: String
    let title: String
    /// What the figures are and are not; at most 900 characters.
    let description: String
    /// The commands whose rows it answers with: the first, unless an argument names one; none if it
    /// answers with what the program knows.
    var commands: [String] = []
    /// The arguments besides the options of its commands.
    var own: [ToolOption] = []

    /// The arguments of every tool with rows.
    private static let paging = [
        ToolOption(
            "rows", .number(1...200), "How many rows to return, 40 if not given, at most 200."),
        ToolOption(
            "offset", .number(0...(1 << 30)),
            "How many rows to skip; left_out of the answer says how many follow."),
    ]

    /// Returns all arguments, with the options of its commands.
    func arguments(with runner: any CommandRunner) -> [ToolOption] {
        guard !commands.isEmpty else { return own }
        let options = commands.flatMap { runner.options(of: $0) }
        var known: Set<String> = []
        return (own + options + Self.paging).filter { known.insert($0.name).inserted }
    }

    static let all = [
        boxOffice, market, ranking, filmRun, findFilms, film, lookUp, explain, status,
    ]

    private static let boxOffice = Tool(
        name: "box_office", title: "Box-office charts of Korea (박스오피스)",
        description: """
            Charts of the Korean Film Council (영화진흥위원회, KOBIS): daily 일별, weekly 주간 (Mon-Sun), weekend 주말 (Fri-Sun), weekdays 주중 (Mon-Thu). A chart has the ten films with the most admissions (관객수), up to 20 with deep. Ten films are not the market: sums of rows are no totals, and sales_share (매출액점유율), a share of all sales, does not add up to 100. Totals come from `market`, films of longer periods from `ranking`. is_new (신작, 진입) is new to the chart, not a new film. While is_final (확정) is false, figures are provisional (잠정) and change: say so. Amounts are won, days are those of Seoul, from 2003-11-11 on; a day's chart appears the next morning. Nobody publishes here: advance sales (예매율) and seats (좌석수), which only www.kobis.or.kr has, forecasts, ratings, figures of distributors.
            """,
        commands: ["daily", "weekly", "weekend", "weekdays"],
        own: [
            ToolOption(
                "chart", .words(["daily", "weekly", "weekend", "weekdays"]),
                "The kind of chart; daily if not given."),
            ToolOption(
                "columns", .list,
                "Exactly these columns, by English name or Korean header, instead of the usual ones; 'default' stands for those."
            ),
        ])

    private static let market = Tool(
        name: "market", title: "How large the market was (시장 규모)",
        description: """
            Sales of all films in Korea together, also of those on no chart, for each day, week, month or year. sales_at_least and sales_at_most (하한, 상한) are proved bounds that follow from the published sales and shares; nothing is estimated, and the true figure lies between them. Quote both, or "between X and Y"; never the middle as if it were published. audience_at_least and films_known count only what is on charts: the market had at least as many, and no upper bound of admissions follows (unless a table of all films is the source). With nations, Korean and foreign films get rows and shares of their own. If is_consistent is false, the published figures contradict each other. Empty bounds mean that a day is missing or incomplete. A day takes one call, three with nations; final days are kept.
            """,
        commands: ["market"])

    private static let ranking = Tool(
        name: "ranking", title: "The films of a period by admissions (기간 순위)",
        description: """
            The films of a day, month, year or range, one row each, by their admissions in it. A film that leaves the top ten keeps selling, so sums of charts are too small; audience_at_least and audience_at_most (하한, 상한) are proved bounds between which the true admissions lie. Quote both. rank is certain only where is_rank_sure (순위확정) is true; elsewhere say that another film may stand there. Without an upper bound a chart was missing or incomplete. Films that were on no chart are not in it. deep reads the charts of Korean and of foreign films, too, and brings the bounds closer together. A year takes some 367 calls, three times as many with deep: more than one question may use, so ask for months, or let the user run `bo-export ranking --year` once; final days are kept and free from then on.
            """,
        commands: ["ranking"])

    private static let filmRun = Tool(
        name: "film_run", title: "Films' runs (흥행 추이)",
        description: """
            The run of films day by day from their opening, by week, or summed up in one row a film (by: film): first day, first weekend, first week, last totals, days on the chart, best rank. Only days on the chart have figures: where on_chart is false the film was not among the ten, sold something, and nothing is known; do not fill such days or add the others up as if they were all. audience_total (누적관객수) is the council's own accumulated figure and safe to quote with its day. A title must match exactly, apart from spaces; if several films have it, the error lists candidates (TITLE:YEAR): ask again with the right one, and ask the user if in doubt.
            """,
        commands: ["trend"],
        own: [
            ToolOption(
                "films", .list, "Codes, titles, or TITLE:YEAR, such as 괴물:2006.", isRequired: true)
        ])

    private static let findFilms = Tool(
        name: "find_films", title: "Find films (영화목록)",
        description: """
            Films in the council's register by a part of the title or of a director's name, the year of opening or of production; newest first, equal titles before others. Each has a code, which `film` and `film_run` take. It has no admissions or sales: ask `film_run` or `ranking` for those. The register has films that never opened in Korea, too, and several films of one title: tell them apart by year and director.
            """,
        commands: ["movies"])

    private static let film = Tool(
        name: "film", title: "Details of films (영화상세정보)",
        description: """
            Details by code: titles, year of production, running time, opening day, genres, nations, directors, actors, companies, rating (관람등급). Codes come from `find_films`, or from movie_code in rows of charts. It has no admissions or sales.
            """,
        commands: ["movie"],
        own: [ToolOption("codes", .list, "Codes of films, such as 20212866.", isRequired: true)])

    private static let lookUp = Tool(
        name: "look_up", title: "People, companies, codes (영화인, 영화사, 공통코드)",
        description: """
            people (영화인) and companies (영화사) by a part of the name; person and company by code, with their films; and the tables of codes: regions (지역), nations (국적), movie-types (영화유형). People of one name are told apart by their films.
            """,
        commands: ["people", "companies", "person", "company", "codes"],
        own: [
            ToolOption(
                "what",
                .words([
                    "people", "person", "companies", "company", "regions", "nations", "movie-types",
                ]), "What to look up.", isRequired: true),
            ToolOption("name", .text, "A part of the name, for people and companies."),
            ToolOption("codes", .list, "Codes, for person and company."),
        ])

    private static let explain = Tool(
        name: "explain", title: "What a word means",
        description: """
            What a term of Korean box office or a column means and where it stands, such as 신작, 점유율, 확정, 하한, is_rank_sure, 예매율; for what is not published here, where it is. Ask it before you explain a figure to somebody.
            """,
        own: [ToolOption("word", .text, "A term or a column, Korean or English.", isRequired: true)]
    )

    private static let status = Tool(
        name: "status", title: "Today, quota and archive",
        description: """
            Today in Seoul, the last period that may be published, the calls that the day's quota has left, what the archive has, which keys are set. It makes no call.
            """)
}
