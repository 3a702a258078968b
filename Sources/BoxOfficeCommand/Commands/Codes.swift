internal import ArgumentParser
internal import BoxOffice
internal import Engine

/// `bo-export codes`.
struct Codes: RunnableCommand {
    static var settings: [Setting] { Setting.export }

    static let configuration = CommandConfiguration(
        commandName: "codes", _superCommandName: "bo-export",
        abstract: .help("codes", "A table of codes (공통코드)."),
        usage: "bo-export codes [CLASS] [OPTIONS]",
        discussion: .help(
            "codes.discussion",
            """
            Without a class it lists the classes.

            EXAMPLES
              bo-export codes
              bo-export codes regions
              bo-export codes nations
              bo-export codes movie-types
              bo-export codes 220401
            """))

    @Argument(
        help: ArgumentHelp(
            "codes.class", "regions, nations, movie-types, or a code of KOBIS (comCode).",
            valueName: "class"),
        completion: .list(["regions", "nations", "movie-types"]))
    var table: String?

    @OptionGroup(title: "Where from") var origin: SourceOptions
    @OptionGroup(title: "Where to and how") var output: OutputOptions
    @OptionGroup(title: "Running") var running: RunningOptions

    func run(console: Console) async throws(Fault) -> Int32 {
        guard let table else { return try await list(on: console) }
        let run = ExportRun(origin, output, running)
        return try await run.run(console: console) { source, _ throws(Fault) in
            try source.check(.codes(table: table))
            let known = (source as? any Register)?.codeTables ?? [:]
            let isCode = !table.isEmpty && table.allSatisfy { $0.isASCII && $0.isNumber }
            guard let code = known[table] ?? (isCode ? table : nil) else {
                throw .unknown(
                    "class of codes", table, known: known.keys.sorted(),
                    otherWords: OtherWords.codes)
            }
            return .codes(table: code)
        }
    }

    /// Prints the classes that the source has names for.
    private func list(on console: Console) async throws(Fault) -> Int32 {
        guard output.output == "-" else { throw .noClass }
        let registry = try Registry.withExecutables(
            in: origin.pluginDir, asked: [origin.source], isQuiet: running.quiet, console: console)
        let source = try await registry.source(named: origin.source)
        try source.check(.codes(table: ""))
        let tables = (source as? any Register)?.codeTables ?? [:]
        let width = tables.keys.map(\.count).max() ?? 0
        var text = ""
        for (name, code) in tables.sorted(by: { $0.key < $1.key }) {
            let columns = [
                name.padded(to: width), code.padded(to: 10),
                console.text(of: Self.summary(of: name)),
            ]
            text += columns.joined(separator: "  ").trimming { $0 == " " } + "\n"
        }
        try console.print(text)
        console.note(
            "classes-of-codes",
            "'bo-export codes NAME' gives the codes of one class; a code of KOBIS works, too")
        return ExitStatus.success
    }

    /// What the codes of the class `name` are for.
    private static func summary(of name: String) -> Message {
        switch name {
        case "regions": .help("codes.regions", "지역: regions, for --region")
        case "nations": .help("codes.nations", "국적: countries that films come from")
        case "movie-types": .help("codes.movie-types", "영화유형: types of films")
        default: ""
        }
    }
}

extension Fault {
    fileprivate static let noClass = Fault(
        .usage, "no-class-of-codes", "--output needs a class of codes to write",
        hint: "'bo-export codes' lists the classes")
}
