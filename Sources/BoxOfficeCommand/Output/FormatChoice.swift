internal import BoxOffice
internal import Executables

/// The format of a document, and the options that the ending of its file stands for.
struct FormatChoice: Hashable, Sendable {
    /// The name of the format.
    let name: String
    /// Options as `KEY=VALUE`: `.tsv` is CSV with `delimiter=tab`.
    var assignments: [String] = []

    /// The format without `--format`, if the ending of the file says nothing: the one that is set,
    /// else a table if the document is shown on a terminal, else CSV.
    ///
    /// - Parameters:
    ///   - name: the format that is set.
    ///   - path: where the document goes.
    ///   - options: the options of the format that are given, as `KEY=VALUE`.
    ///   - printsToTerminal: whether standard output is a terminal.
    static func usual(
        _ name: String?, path: String, options: [String], printsToTerminal: Bool
    ) -> FormatChoice {
        if let name { return FormatChoice(name: name) }
        let isTable = path == "-" && printsToTerminal && !areOfDefaultFormat(options)
        return FormatChoice(
            name: (isTable ? Registry.terminalFormat : Registry.defaultFormat).manifest.name)
    }

    /// Whether one of `options` is for the default format and not for the one on terminals.
    private static func areOfDefaultFormat(_ options: [String]) -> Bool {
        options.contains { assignment in
            let key = assignment.prefix { $0 != "=" }
            return Registry.defaultFormat.manifest.options.contains { $0.name == key }
                && !Registry.terminalFormat.manifest.options.contains { $0.name == key }
        }
    }

    /// The format that writes files with the ending of `path`, among `exporters`; nil if none does.
    static func ofEnding(
        of path: String, among exporters: [any (Exporter & ~Copyable).Type]
    ) -> FormatChoice? {
        for ending in endings(of: path) {
            for exporter in exporters where exporter.traits.fileEndings.contains(ending) {
                return FormatChoice(
                    name: exporter.manifest.name,
                    assignments: exporter.traits.optionsOfEndings[ending] ?? [])
            }
        }
        return nil
    }

    /// The endings of the file at `path` in lower case, the longest first: `jsonl.gz` and `gz` of
    /// `out/week.JSONL.gz`; none of standard output and of a name without an ending.
    static func endings(of path: String) -> [String] {
        let file = path.split(separator: "/", omittingEmptySubsequences: false).last ?? ""
        guard path != "-" else { return [] }
        var endings: [String] = []
        for part in file.split(separator: ".", omittingEmptySubsequences: false).dropFirst()
            .suffix(mostParts).reversed()
        {
            endings.insert(([String(part)] + endings.prefix(1)).joined(separator: "."), at: 0)
        }
        return endings.map { $0.lowercased() }.filter { ending in
            !ending.isEmpty && !ending.hasSuffix(".") && !ending.contains("}")
                && ending.utf8.count < file.utf8.count - 1
        }
    }
}

extension FormatChoice {
    /// The format of a document without `--format`, as far as it is known without the plugins of
    /// others.
    ///
    /// - Parameters:
    ///   - name: the format that is set.
    ///   - path: where the document goes.
    ///   - options: the options of the format that are given, as `KEY=VALUE`.
    ///   - hasProfile: whether a profile is given, which only the default format has.
    static func likely(
        set name: String?, path: String, options: [String], hasProfile: Bool
    ) -> FormatChoice {
        ofEnding(of: path, among: Registry.formats)
            ?? usual(
                name, path: path, options: options + (hasProfile ? ["profile="] : []),
                printsToTerminal: CurrentProcess.printsToTerminal)
    }

    /// The format of the document that `output` describes, as far as it is known without the plugins
    /// of others.
    static func likely(_ output: OutputOptions) -> FormatChoice {
        if let name = output.format { return FormatChoice(name: name) }
        return likely(
            set: output.usualFormat, path: output.output,
            options: output.options, hasProfile: output.profile != nil)
    }
}

extension Registry {
    /// The format of the document that `output` describes.
    ///
    /// - Throws: a ``Fault`` of kind `usage` if no format writes files with its ending.
    func formatChoice(for output: OutputOptions) async throws(Fault) -> FormatChoice {
        if let name = output.format { return FormatChoice(name: name) }
        if let choice = FormatChoice.ofEnding(of: output.output, among: exporters) { return choice }
        let endings = FormatChoice.endings(of: output.output)
        if let ending = endings.last {
            if let name = try await executables?.format(ofEndings: endings) {
                return FormatChoice(name: name)
            }
            let isRefused =
                promisedEndings.contains(ending)
                || (output.usualFormat == nil && foreignEndings.contains(ending))
            if isRefused { throw unknownEnding(ending) }
        }
        return .likely(output)
    }

    private func unknownEnding(_ ending: String) -> Fault {
        var known: [String] = []
        for exporter in exporters {
            let endings = exporter.traits.fileEndings.map { ".\($0)" }.joined(separator: ", ")
            known.append(
                endings.isEmpty ? exporter.manifest.name : "\(exporter.manifest.name) (\(endings))")
        }
        known += executables?.names(of: .format) ?? []
        return Fault(
            .usage, "unknown-ending",
            "no format writes .\(ending) files; there are \(known.joined(separator: ", "))",
            hint: Self.hint(for: ending))
    }

    private static func hint(for ending: String) -> Message {
        switch ending {
        case "xls", "xlsm", "xlsb", "xlt", "xltx", "xltm", "numbers", "ods", "ots":
            Message(
                "unknown-ending-spreadsheet", "an output that ends in .xlsx is a workbook")
        case "json":
            Message(
                "unknown-ending-json", "an output that ends in .jsonl has one JSON object a line")
        case "sqlite3", "db3", "duckdb":
            Message("unknown-ending-database", "an output that ends in .sqlite is a database")
        case "parquet":
            Message(
                "unknown-ending-parquet",
                "a plugin writes it: bo-export-format-parquet, which is among the samples")
        case "gz", "zip", "bz2", "xz", "zst":
            Message(
                "unknown-ending-compressed",
                "write to standard output and compress that: bo-export --format csv | gzip > x.csv.gz"
            )
        default:
            Message(
                "unknown-ending-other",
                "--format NAME says which format a file with that ending is to have")
        }
    }
}

/// How many words an ending has at most.
private let mostParts = 3

/// The endings of databases and tables that no text format may hide behind.
private let promisedEndings: Set = ["sqlite3", "db3", "duckdb", "parquet"]

/// Endings that promise other content than any format writes.
private let foreignEndings: Set = [
    "json", "xml", "yaml", "yml", "pdf", "docx", "hwp", "hwpx", "pptx", "gz", "zip", "bz2", "xz",
    "zst", "xls", "xlsm", "xlsb", "xlt", "xltx", "xltm", "numbers", "ods", "ots", "arrow",
    "feather", "avro", "orc", "png", "jpg",
]
