import BoxOffice
import Testing

@testable import BoxOfficeCommand

/// The choice of a document's format.
@Suite struct FormatChoiceTests {
    /// Returns the options for `words`, with `set` as the format in the environment.
    private func document(_ words: [String], set: String? = nil) throws -> Values {
        let environment = Environment(set.map { ["BO_EXPORT_FORMAT": $0] } ?? [:])
        let settings = try Settings(at: nil, environment: environment)
        return try Values(Arguments(words)).with(settings)
    }

    /// Returns the choice for `words`, with `set` as the format in the environment.
    private func choice(_ words: [String], set: String? = nil) async throws -> FormatChoice {
        try await Registry.builtIn().formatChoice(for: try document(words, set: set))
    }

    @Test(
        "The option decides, then the ending, then the setting, then CSV",
        arguments: [
            (["--format", "csv", "-o", "x.md"], "csv", nil), (["-o", "x.csv"], "csv", nil),
            (["-o", "x.jsonl"], "jsonl", nil), (["-o", "a.b/x.NDJSON"], "jsonl", nil),
            (["-o", "{date}.md"], "markdown", nil), (["-o", "x.markdown"], "markdown", nil),
            (["-o", "x.xlsx"], "xlsx", nil), (["-o", "x.XLSX"], "xlsx", "csv"),
            (["-o", "x.html"], "html", nil), (["-o", "x.HTML"], "html", "csv"),
            (["-o", "x.db"], "sqlite", nil), (["-o", "x.SQLITE"], "sqlite", "csv"),
            (["-o", "x.tsv"], "csv", nil), (["-o", "x"], "csv", nil),
            (["-o", "a.md/x"], "csv", nil),
            (["-o", ".md"], "csv", nil),
            (["-o", "x.json.csv"], "csv", nil), (["-o", "2022.06.05.md"], "markdown", nil),
            (["-o", "x.txt"], "csv", nil), (["-o", "x.{format}"], "csv", nil),
            (["-o", "x.md"], "markdown", "jsonl"),
            (["-o", "x.txt"], "jsonl", "jsonl"),
            (["-o", String(repeating: "a.", count: 100_000) + "md"], "markdown", nil),
            (["-o", "/dev/null"], "csv", nil),
            (["-o", "x.json", "--format", "jsonl"], "jsonl", nil),
        ] as [([String], String, String?)])
    func names(words: [String], name: String, set: String?) async throws {
        #expect(try await choice(words, set: set).name == name)
    }

    @Test(".tsv is CSV with tabs")
    func tabs() async throws {
        #expect(
            try await choice(["-o", "x.tsv"])
                == FormatChoice(name: "csv", assignments: ["delimiter=tab"]))
    }

    @Test("On a terminal it is a table, unless another format is set or CSV is meant")
    func terminal() throws {
        func name(_ set: String?, _ words: [String], _ isTerminal: Bool) throws -> String {
            let output = try document(words, set: set)
            return FormatChoice.likely(output, printsToTerminal: isTerminal).name
        }
        #expect(try name(nil, [], true) == "markdown")
        #expect(try name(nil, ["-O", "marker=plain"], true) == "markdown")
        #expect(try name(nil, ["-O", "unheard=of"], true) == "markdown")
        #expect(try name(nil, ["-O", "delimiter=;"], true) == "csv")
        #expect(try name(nil, ["--profile", "machine"], true) == "csv")
        #expect(try name(nil, [], false) == "csv")
        #expect(try name(nil, ["-o", "x"], true) == "csv")
        #expect(try name("jsonl", [], true) == "jsonl")
    }

    @Test(
        "An ending that is one slip from a known one is refused with a correction, whatever is set",
        arguments: [
            ("a.xlxs", "a.xlsx"), ("a.xslx", "a.xlsx"), ("a.exel", "a.xlsx"), ("a.XLS", "a.xlsx"),
            ("a.excel", "a.xlsx"), ("a.htm1", "a.html"), ("a.htm", "a.html"), ("a.cvs", "a.csv"),
            ("a.cs1", "a.csv"), ("a.csvv", "a.csv"), ("a.tvs", "a.tsv"), ("a.jsom", "a.json"),
            ("a.jsnol", "a.jsonl"), ("a.njson", "a.ndjson"), ("a.sqlit", "a.sqlite"),
            ("b.d/{date}.markdwon", "b.d/{date}.markdown"), ("a.singr", "a.singer"),
            ("a.txt", nil), ("a.text", nil), ("a.log", nil), ("a.tmp", nil), ("a.dat", nil),
            ("a.bak", nil), ("a.old", nil), ("a.out", nil), ("a.data", nil), ("a.md5", nil),
            ("a.dbf", nil), ("a.mdx", nil), ("a.d", nil), ("a.svg", nil), ("2022.06.05", nil),
            ("a.csv~", nil), ("a.csv.part", nil),
        ] as [(String, String?)])
    func misspelt(path: String, meant: String?) async throws {
        for set in [nil, "jsonl"] {
            do {
                _ = try await choice(["-o", path], set: set)
                #expect(meant == nil)
            } catch let fault as Fault {
                #expect(fault.code == "misspelt-ending" && fault.kind == .usage)
                #expect(fault.corrections.map(\.meant) == [meant])
            }
        }
    }

    @Test(
        "An ending of an unknown format is refused, with a list of the known ones",
        arguments: [
            ("x.ods", nil), ("x.SQLITE3", "csv"), ("x.csv.gz", nil), ("x.pdf", nil),
            ("x.parquet", "csv"),
        ] as [(String, String?)])
    func foreign(path: String, set: String?) async throws {
        let fault = await #expect(throws: Fault.self) {
            try await choice(["-o", path], set: set)
        }
        #expect(fault?.kind == .usage)
        #expect(
            fault?.message.hasSuffix(
                "files; there are csv (.csv, .tsv), jsonl (.jsonl, .ndjson), json (.json), text, "
                    + "markdown (.md, .markdown), xlsx (.xlsx), "
                    + "html (.html), svg (.svg), png (.png), sqlite (.sqlite, .db), "
                    + "singer (.singer)") == true)
    }
}
