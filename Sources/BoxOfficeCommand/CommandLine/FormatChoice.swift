internal import BoxOffice
internal import Executables

/// The format of a document, and the options that the ending of its file implies.
struct FormatChoice: Hashable, Sendable {
    /// The name of the format.
    let name: String
    /// The options as `KEY=VALUE`: `.tsv` is CSV with `delimiter=tab`.
    var assignments: [String] = []

    /// Returns the format of the document that `output` describes, as far as it is known without
    /// executable plugins: the one given, the one of the ending, the one set, a table if the
    /// document is shown on a terminal, or CSV.
    static func likely(
        _ output: Values, printsToTerminal: Bool = CurrentProcess.printsToTerminal
    ) -> FormatChoice {
        if let name = output.format { return FormatChoice(name: name) }
        if let choice = byEnding(of: output.output, among: Registry.formats) { return choice }
        if let name = output.usualFormat?.name { return FormatChoice(name: name) }
        let (usual, table) = (Registry.defaultFormat.manifest, Registry.terminalFormat.manifest)
        let isForUsual = output.givenOptions.contains { assignment in
            let key = String(assignment.prefix { $0 != "=" })
            return usual.has(key) && !table.has(key)
        }
        let isTable = output.output == "-" && printsToTerminal && !isForUsual
        return FormatChoice(name: isTable ? table.name : usual.name)
    }

    /// Returns the format among `formats` that writes files with the ending of `path`; nil if none
    /// does.
    static func byEnding(of path: String, among formats: [any Format]) -> FormatChoice? {
        for ending in endings(of: path) {
            for format in formats where format.traits.fileEndings.contains(ending) {
                let assignments = format.traits.optionsOfEndings[ending] ?? []
                return FormatChoice(name: format.manifest.name, assignments: assignments)
            }
        }
        return nil
    }

    /// Returns the note that a file called `.txt` is CSV, where one of `formats` writes sentences;
    /// nil if there is nothing to say.
    func note(on output: Values, among formats: [String]) -> Message? {
        let csv = Registry.defaultFormat.manifest.name
        guard name == csv, output.format == nil, formats.contains("text"),
            Self.endings(of: output.output).last == "txt"
        else { return nil }
        return Message(
            "text-file-is-csv",
            "'\(output.output)' is written as \(csv); --format text writes sentences",
            ko: "'{1}'에 {2} 형식으로 씁니다. 문장으로 쓰려면 --format text를 사용하세요")
    }

    /// Returns the endings of the file at `path` in lower case, of at most three words, the longest
    /// first: `jsonl.gz` and `gz` for `out/week.JSONL.gz`; empty for standard output and for a name
    /// without an ending.
    static func endings(of path: String) -> [String] {
        guard path != "-" else { return [] }
        let file = path.split(separator: "/", omittingEmptySubsequences: false).last ?? ""
        let parts = file.split(separator: ".", omittingEmptySubsequences: false).dropFirst()
            .suffix(3)
        return parts.indices.map { parts[$0...].joined(separator: ".").lowercased() }
            .filter { ending in
                !ending.isEmpty && !ending.hasSuffix(".") && !ending.contains("}")
                    && ending.utf8.count < file.utf8.count - 1
            }
    }

    /// Returns the ending in `known` that the unknown `ending` was probably meant to be; nil if
    /// there is none.
    ///
    /// It is one typing error away: a letter added, missing or replaced, or two swapped. Endings of
    /// two letters are too short to compare.
    static func ending(meantBy ending: String, among known: [String]) -> String? {
        if let meant = otherEndings[ending], known.contains(meant) { return meant }
        let isWord = ending.utf8.allSatisfy {
            (0x61...0x7A).contains($0) || (0x30...0x39).contains($0)
        }
        guard isWord, ending.count >= 3, foreignEndings[ending] == nil,
            !documentEndings.contains(ending)
        else { return nil }
        return known.first { $0.count >= 3 && $0.editDistance(to: ending) == 1 }
    }
}

extension Registry {
    /// Finds the format of the document that `output` describes.
    ///
    /// - Throws: a ``Fault`` of kind `usage` if no format writes files with its ending.
    func formatChoice(for output: Values) async throws(Fault) -> FormatChoice {
        if let name = output.format { return FormatChoice(name: name) }
        if let choice = FormatChoice.byEnding(of: output.output, among: formats) { return choice }
        let endings = FormatChoice.endings(of: output.output)
        let others = endings.isEmpty ? nil : try await executables?.format(ofEndings: endings)
        if let name = others?.name { return FormatChoice(name: name) }
        try checkEnding(of: output, besides: others?.known ?? [])
        return .likely(output)
    }

    /// Refuses an output whose ending no format has, but that is nearly the same as a known one or
    /// promises another kind of file.
    ///
    /// - Parameter others: the endings of executable plugins.
    func checkEnding(of output: Values, besides others: [String]) throws(Fault) {
        guard output.format == nil, let ending = FormatChoice.endings(of: output.output).last,
            FormatChoice.byEnding(of: output.output, among: formats) == nil
        else { return }
        let known = formats.flatMap { $0.traits.fileEndings } + others
        if let meant = FormatChoice.ending(meantBy: ending, among: known) {
            throw .misspeltEnding(ending, meant, of: output.output).of("output")
        }
        if documentEndings.contains(ending) {
            throw .documentEnding(ending, of: output.output).of("output")
        }
        if foreignEndings[ending] != nil { throw unknownEnding(ending).of("output") }
    }

    private func unknownEnding(_ ending: String) -> Fault {
        let known = formats.map { format in
            let endings = format.traits.fileEndings.map { ".\($0)" }.joined(separator: ", ")
            return format.manifest.name + (endings.isEmpty ? "" : " (\(endings))")
        }
        let names = (known + files(of: .format).map(\.name)).joined(separator: ", ")
        return Fault(
            .usage, "unknown-ending",
            "no format writes .\(ending) files; there are \(names)",
            ko: "확장자가 .{1}인 파일을 쓰는 형식이 없습니다 (사용 가능: {2})",
            hint: foreignEndings[ending])
    }
}

extension Fault {
    /// Returns the fault of an ending that no format has, but that is nearly the same as a known one.
    fileprivate static func misspeltEnding(
        _ ending: String, _ meant: String, of path: String
    ) -> Fault {
        Fault(
            .usage, "misspelt-ending",
            "no format writes .\(ending) files; the nearest is .\(meant)",
            ko: ".{1} 파일을 쓰는 형식이 없습니다. 가장 비슷한 확장자는 .{2}입니다"
        ).correcting(path, to: path.dropLast(ending.count) + meant)
    }

    /// Returns the fault of an ending of a word processor, which opens pages of HTML.
    fileprivate static func documentEnding(_ ending: String, of path: String) -> Fault {
        Fault(
            .usage, "ending-of-documents",
            "no format writes .\(ending) files; Word and Hangul (한글) open .html",
            ko: ".{1} 파일을 쓰는 형식이 없습니다. 워드와 한글에서 .html 파일을 열 수 있습니다"
        ).correcting(path, to: path.dropLast(ending.count) + "html")
    }
}

/// The endings that other programs use for what a format writes under a known ending.
private let otherEndings = [
    "xls": "xlsx", "exel": "xlsx", "excel": "xlsx", "htm": "html",
]

/// The endings of word processors.
private let documentEndings: Set = ["docx", "doc", "odt", "rtf", "hwp", "hwpx"]

/// The endings that promise content that no built-in format writes, and what to do instead.
private let foreignEndings: [String: Message] = [
    "xlsm xlsb xlt xltx xltm numbers ods ots": Message(
        "an output that ends in .xlsx is a workbook", ko: "통합 문서로 저장하려면 확장자를 .xlsx로 지정하세요"),
    "sqlite3 db3 duckdb": Message(
        "an output that ends in .sqlite is a database", ko: "데이터베이스로 저장하려면 확장자를 .sqlite로 지정하세요"),
    "parquet": Message(
        "a plugin writes it: bo-export-format-parquet, which is among the samples",
        ko: "샘플에 있는 플러그인 bo-export-format-parquet로 저장할 수 있습니다"),
    "gz zip bz2 xz zst": Message(
        "write to standard output and compress that: bo-export --format csv | gzip > x.csv.gz",
        ko: "표준 출력을 압축하세요: bo-export --format csv | gzip > x.csv.gz"),
    "jpg jpeg gif webp": Message(
        "an output that ends in .png or .svg is a picture",
        ko: "그림 파일로 저장하려면 확장자를 .png나 .svg로 지정하세요"),
    "pdf pptx": Message(
        "write .html or .xlsx, and print it as PDF",
        ko: "확장자를 .html이나 .xlsx로 지정하고 PDF로 인쇄하세요"),
    "xml yaml yml arrow feather avro orc": Message(
        "--format NAME says which format a file with that ending is to have",
        ko: "그 확장자로 쓸 형식을 --format NAME으로 지정하세요"),
].reduce(into: [:]) { (hints: inout [String: Message], entry) in
    for ending in entry.key.split(separator: " ") { hints[String(ending)] = entry.value }
}
