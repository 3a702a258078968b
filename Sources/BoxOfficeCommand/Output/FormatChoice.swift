internal import BoxOffice

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
        guard let ending = ending(of: path) else { return nil }
        for exporter in exporters where exporter.traits.fileEndings.contains(ending) {
            return FormatChoice(
                name: exporter.manifest.name,
                assignments: exporter.traits.optionsOfEndings[ending] ?? [])
        }
        return nil
    }

    /// The ending of the file at `path` in lower case: `csv` of `out/week.CSV`; nil for standard
    /// output and for a name without an ending.
    static func ending(of path: String) -> String? {
        let file = path.split(separator: "/", omittingEmptySubsequences: false).last ?? ""
        guard path != "-", let dot = file.lastIndex(of: "."), dot > file.startIndex else {
            return nil
        }
        let ending = file[dot...].dropFirst()
        return ending.isEmpty || ending.contains("}") ? nil : ending.lowercased()
    }
}

extension Registry {
    /// The format of the document that `output` describes.
    ///
    /// - Throws: a ``Fault`` of kind `usage` if no format writes files with its ending.
    func formatChoice(for output: OutputOptions) async throws(Fault) -> FormatChoice {
        if let name = output.format { return FormatChoice(name: name) }
        if let choice = FormatChoice.ofEnding(of: output.output, among: exporters) { return choice }
        if let ending = FormatChoice.ending(of: output.output) {
            if let name = try await executables?.format(ofEnding: ending) {
                return FormatChoice(name: name)
            }
            let isRefused =
                promisedEndings.contains(ending)
                || (output.usualFormat == nil && foreignEndings.contains(ending))
            if isRefused { throw unknownEnding(ending) }
        }
        return .usual(
            output.usualFormat, path: output.output,
            options: output.options + (output.profile == nil ? [] : ["profile="]),
            printsToTerminal: CurrentProcess.printsToTerminal)
    }

    private func unknownEnding(_ ending: String) -> Fault {
        var known: [String] = []
        for exporter in exporters {
            let endings = exporter.traits.fileEndings.map { ".\($0)" }.joined(separator: ", ")
            known.append(
                endings.isEmpty ? exporter.manifest.name : "\(exporter.manifest.name) (\(endings))")
        }
        return Fault(
            .usage, "unknown-ending",
            "no format writes .\(ending) files; there are \(known.joined(separator: ", "))",
            hint: spreadsheetEndings.contains(ending)
                ? Message(
                    "unknown-ending-spreadsheet",
                    "--profile excel with an output that ends in .csv makes a file for Excel")
                : Message(
                    "unknown-ending-other",
                    "--format NAME says which format a file with that ending is to have"))
    }
}

/// The endings of workbooks, pages and databases, which no text format may hide behind.
private let promisedEndings: Set = [
    "xlsx", "xls", "ods", "html", "htm", "sqlite", "sqlite3", "db", "parquet",
]

/// Endings that promise other content than any format writes.
private let foreignEndings: Set = [
    "json", "xml", "yaml", "yml", "pdf", "docx", "hwp", "hwpx", "pptx", "gz", "zip", "bz2", "xz",
    "zst", "arrow", "feather", "avro", "orc", "png", "jpg",
]

/// The endings of files for spreadsheets.
private let spreadsheetEndings: Set = ["xlsx", "xls", "ods"]
