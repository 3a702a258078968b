internal import BoxOffice
internal import Engine

/// The commands about films, people and companies: details by code, and searches.
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
                    if code.isEmpty {
                        return Fault(.usage, "empty-code", "a code is empty", ko: "코드가 비어 있습니다")
                    }
                    guard !code.utf8.allSatisfy({ $0 < 0x80 }) else { return nil }
                    return Fault(
                        .usage, "not-a-code", "'\(code)' is not a code", ko: "'{1}'{은/는} 코드가 아닙니다")
                }),
            groups: [.origin, .output]
        ) { values, console throws(Fault) in
            try await ExportRun.run(values, console) { _, _ in
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
            title: $0.text(\.title), director: $0.text(\.director), opened: $0.years(\.opened),
            produced: $0.years(\.produced))
    }

    static let people: Command = search(
        "people", .people, Message("Search for people (영화인목록).", ko: "영화인 검색 (영화인목록)"),
        examples: ["--name 송강호", "--film 기생충 --limit 500"],
        meant: "actor actors director persons 영화인 인물 감독 배우"
    ) { .people(name: $0.text(\.personName), film: $0.text(\.film)) }

    static let companies: Command = search(
        "companies", .companies, Message("Search for companies (영화사목록).", ko: "영화사 검색 (영화사목록)"),
        examples: ["--name 바른손", "--ceo 김"], meant: "영화사 회사 distributor 제작사 배급사"
    ) { .companies(name: $0.text(\.companyName), ceo: $0.text(\.ceo)) }

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
            try await ExportRun.run(values, console) { _, _ in Asked(query(values)) }
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
        try await ExportRun.run(values, console) { source, _ throws(Fault) in
            try source.check(.rows)
            return Asked(.rows)
        }
    }
}
