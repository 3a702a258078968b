internal import BoxOffice
internal import Engine

/// The commands about films, people and companies: details by code, searches, tables of codes, and
/// the columns of all of them.
extension Command {
    static let movie: Command = details(
        "movie", Message("The details of films (영화상세정보).", ko: "영화 상세정보"),
        example: "20183782 20124079", search: "movies --title", Query.movie(codes:))

    static let person: Command = details(
        "person", Message("The details of people (영화인상세정보).", ko: "영화인 상세정보"),
        example: "10037218", search: "people --name", Query.person(codes:))

    static let company: Command = details(
        "company", Message("The details of companies (영화사상세정보).", ko: "영화사 상세정보"),
        example: "20122201", search: "companies --name", Query.company(codes:))

    private static func details(
        _ name: String, _ summary: Message, example: String, search: String,
        _ query: @escaping @Sendable ([String]) -> Query
    ) -> Command {
        Command(
            name: name, section: .films, summary: summary,
            prose: Message(
                "An unknown code ends the run with status 65; with --keep-going the others are written, with status 2.",
                ko: "없는 코드가 있으면 종료 코드 65로 끝납니다. --keep-going을 지정하면 나머지를 쓰고 종료 코드 2로 끝납니다."),
            examples: ["\(name) \(example)"],
            argument: Argument(
                name: "code",
                help: Message("Codes at \(Registry.serviceTitle).", ko: "{1} 코드"), repeats: true,
                missing: Fault(
                    .usage, "code-missing",
                    "\(name) needs a code", ko: "{1} 명령에는 코드가 필요합니다",
                    hint: "'bo-export \(search) TEXT' lists codes",
                    hintKo: "코드는 'bo-export {1} TEXT'로 찾으세요"),
                fault: { code in
                    if code.allSatisfy(\.isWhitespace) {
                        return Fault(.usage, "empty-code", "a code is empty", ko: "코드가 비어 있습니다")
                    }
                    guard !code.utf8.allSatisfy({ $0 < 0x80 }) else { return nil }
                    return Fault(
                        .usage, "not-a-code", "'\(code)' is not a code", ko: "'{1}'{은/는} 코드가 아닙니다")
                }),
            groups: [.origin, .output]
        ) { values, console throws(Fault) in
            try await ExportRun.run(values, console) { _ in
                Asked(query(values.words.eachOnce))
            }
        }
    }

    static let movies: Command = search(
        "movies", .movies,
        Message("Search for films, newest first (영화목록).", ko: "영화 검색 (영화목록, 최신순)"),
        examples: [
            "--title 기생충", "--director 봉준호 --opened 2000..2020",
            "--produced 2023 --limit 1000 -o 2023.csv",
        ],
        meant: "film films search find title 영화 영화검색 검색", adds: true
    ) {
        .movies(
            title: $0.search(\.title), director: $0.search(\.director), opened: $0.years(\.opened),
            produced: $0.years(\.produced))
    }

    static let people: Command = search(
        "people", .people, Message("Search for people (영화인목록).", ko: "영화인 검색 (영화인목록)"),
        examples: ["--name 송강호", "--film 기생충 --limit 500"],
        meant: "actor actors director persons 영화인 인물 감독 배우"
    ) { .people(name: $0.search(\.personName), film: $0.search(\.film)) }

    static let companies: Command = search(
        "companies", .companies, Message("Search for companies (영화사목록).", ko: "영화사 검색 (영화사목록)"),
        examples: ["--name 바른손", "--ceo 김"], meant: "영화사 회사 distributor 제작사 배급사"
    ) { .companies(name: $0.search(\.companyName), ceo: $0.search(\.ceo)) }

    private static func search(
        _ name: String, _ group: Option.Group, _ summary: Message, examples: [String],
        meant: String,
        adds: Bool = false, _ query: @escaping @Sendable (Values) -> Query
    ) -> Command {
        Command(
            name: name, section: .films, summary: summary,
            examples: examples.map { "\(name) \($0)" },
            groups: [group] + [.search] + (adds ? [.added] : []) + [.origin, .output], meant: meant
        ) { values, console throws(Fault) in
            try await ExportRun.run(values, console) { _ in Asked(query(values)) }
        }
    }

    /// The command `bo-export rows`, which exports a plugin's own dataset.
    static let rows: Command = Command(
        name: "rows", section: .others,
        summary: Message("The rows of a plugin's own dataset.", ko: "플러그인 자체 데이터셋의 행"),
        prose: Message(
            "'bo-export plugins NAME' shows which columns a source gives.",
            ko: "소스가 제공하는 열은 'bo-export plugins NAME'으로 확인할 수 있습니다."),
        examples: [
            "rows --source NAME --plugin-dir plugins",
            "rows --source NAME --columns a,b --format jsonl -o rows.jsonl",
        ],
        groups: [.rows, .origin, .output]
    ) { values, console throws(Fault) in
        try await ExportRun.run(values, console) { source throws(Fault) in
            try source.check(.rows)
            return Asked(.rows)
        }
    }

    /// The command `bo-export codes`, which exports a table of codes.
    static let codes: Command = Command(
        name: "codes", section: .films, summary: Message("A table of codes (공통코드).", ko: "공통코드 조회"),
        prose: Message("Without a class it lists the classes.", ko: "코드 종류를 생략하면 종류의 목록을 보여 줍니다."),
        examples: ["codes", "codes regions", "codes nations", "codes movie-types", "codes 220401"],
        argument: Argument(
            name: "class",
            help: Message(
                "regions, nations, movie-types, or a code of \(Registry.serviceTitle) (comCode).",
                ko: "regions, nations, movie-types 또는 {1} 코드(comCode)"),
            isOptional: true, values: ["regions", "nations", "movie-types"]),
        groups: [.origin, .output], meant: "code 코드 지역 region"
    ) { values, console throws(Fault) in
        guard let table = values.words.first else {
            return try await ExportRun.reporting(values, console) { _ async throws(Fault) in
                try await listCodes(values, console)
            }
        }
        return try await ExportRun.run(values, console) { source throws(Fault) in
            let known = source.register?.codeTables ?? [:]
            try source.check(.codes(table: known.values.min() ?? ""))
            let isCode = !table.isEmpty && table.allSatisfy { $0.isASCII && $0.isNumber }
            guard let code = known[table] ?? (isCode ? table : nil) else {
                throw .unknown(
                    Message("class of codes", ko: "코드 종류"), table, known: known.keys.sorted(),
                    otherWords: synonyms(
                        "regions: 지역 area areas; nations: 국적 국가 countries; movie-types: 영화유형 유형 types"
                    ))
            }
            return Asked(.codes(table: code))
        }
    }

    /// Prints the classes that have a name at the source.
    private static func listCodes(
        _ values: Values, _ console: Console
    ) async throws(Fault) -> Int32 {
        let given = OptionTable[[\.output, \.format, \.dryRun]].first { option in
            values.origin(of: option) == .argument && values.texts(of: option) != ["-"]
        }
        if let given {
            throw Fault(
                .usage, "no-class-of-codes",
                "\(given.long) needs a class of codes", ko: "{1}{을/를} 사용하려면 코드 종류가 필요합니다",
                hint: "'bo-export codes' lists the classes",
                hintKo: "코드 종류는 'bo-export codes'로 확인하세요")
        }
        guard values.sources.count == 1 else {
            throw .oneSource(values.command.name, values.sources.first ?? "")
        }
        let registry = try Registry.withExecutables(
            in: values.texts(\.pluginDir), asked: values.sources, console: console)
        let source = try await registry.source(named: values.sources.first ?? "")
        let tables = source.register?.codeTables ?? [:]
        try source.check(.codes(table: tables.values.min() ?? ""))
        let width = tables.keys.map(\.count).max() ?? 0
        for (name, code) in tables.sorted(by: { $0.key < $1.key }) {
            let label = Message("\(name.padded(to: width))  \(code)")
            try console.print(label, summaries[name] ?? "", width: width + 13)
        }
        console.note(
            "classes-of-codes",
            "'bo-export codes CLASS' gives the codes of one class; a code of \(Registry.serviceTitle) works, too",
            ko: "'bo-export codes CLASS'로 한 종류의 코드를 확인하세요. CLASS에 {1} 코드도 쓸 수 있습니다")
        return ExitStatus.success
    }

    /// The descriptions of the classes of codes.
    private static let summaries = [
        "regions": Message("지역: regions, for --region", ko: "지역 (--region에 사용)"),
        "nations": Message("국적: countries that films come from", ko: "영화의 국적"),
        "movie-types": Message("영화유형: types of films", ko: "영화유형"),
    ]
}
