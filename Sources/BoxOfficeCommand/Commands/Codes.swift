internal import BoxOffice
internal import Engine

extension Command {
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
        guard let table = values.words.first else { return try await listCodes(values, console) }
        return try await ExportRun.run(values, console) { source, _ throws(Fault) in
            try source.check(.codes(table: table))
            let known = (source as? any Register)?.codeTables ?? [:]
            let isCode = !table.isEmpty && table.allSatisfy { $0.isASCII && $0.isNumber }
            guard let code = known[table] ?? (isCode ? table : nil) else {
                throw .unknown(
                    Message("class of codes", ko: "코드 종류"), table, known: known.keys.sorted(),
                    otherWords: synonyms(
                        "regions: 지역 area areas; nations: 국적 국가 countries; movie-types: 영화유형 유형 types"
                    ))
            }
            return .codes(table: code)
        }
    }

    /// Prints the classes that have a name at the source.
    private static func listCodes(
        _ values: Values, _ console: Console
    ) async throws(Fault) -> Int32 {
        guard values.output == "-" else {
            throw Fault(
                .usage, "no-class-of-codes",
                "--output needs a class of codes to write", ko: "--output을 사용하려면 코드 종류가 필요합니다",
                hint: "'bo-export codes' lists the classes",
                hintKo: "코드 종류는 'bo-export codes'로 확인하세요")
        }
        guard values.sources.count == 1 else {
            throw .oneSource(values.command.name, values.sources.first ?? "")
        }
        let registry = try Registry.withExecutables(
            in: values.texts(\.pluginDir), asked: values.sources,
            isQuiet: values.flag(\.quiet), console: console)
        let source = try await registry.source(named: values.sources.first ?? "")
        try source.check(.codes(table: ""))
        let tables = (source as? any Register)?.codeTables ?? [:]
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
