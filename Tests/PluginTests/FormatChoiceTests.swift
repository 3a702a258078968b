import ArgumentParser
import BoxOffice
import Testing

@testable import BoxOfficeCommand

/// Which format a document has.
@Suite struct FormatChoiceTests {
    private func choice(_ words: [String]) async throws -> FormatChoice {
        try await Registry.builtIn().formatChoice(for: OutputOptions.parse(words))
    }

    @Test(
        "The option decides, then the ending, then what is set, then CSV",
        arguments: [
            (["--format", "csv", "-o", "x.md"], "csv"), (["-o", "x.csv"], "csv"),
            (["-o", "x.jsonl"], "jsonl"), (["-o", "a.b/x.NDJSON"], "jsonl"),
            (["-o", "{date}.md"], "markdown"), (["-o", "x.markdown"], "markdown"),
            (["-o", "x.xlsx"], "xlsx"), (["-o", "x.XLSX", "--usual-format", "csv"], "xlsx"),
            (["-o", "x.html"], "html"), (["-o", "x.HTML", "--usual-format", "csv"], "html"),
            (["-o", "x.db"], "sqlite"), (["-o", "x.SQLITE", "--usual-format", "csv"], "sqlite"),
            (["-o", "x.tsv"], "csv"), (["-o", "x"], "csv"), (["-o", "a.md/x"], "csv"),
            (["-o", ".md"], "csv"),
            (["-o", "x.json.csv"], "csv"), (["-o", "2022.06.05.md"], "markdown"),
            (["-o", "x.txt"], "csv"), (["-o", "x.{format}"], "csv"),
            (["-o", "x.md", "--usual-format", "jsonl"], "markdown"),
            (["-o", "x.txt", "--usual-format", "jsonl"], "jsonl"),
            (["-o", "x.ods", "--usual-format", "jsonl"], "jsonl"),
            (["-o", String(repeating: "a.", count: 100_000) + "md"], "markdown"),
            (["-o", "/dev/null"], "csv"), (["-o", "x.json", "--format", "jsonl"], "jsonl"),
        ])
    func names(words: [String], name: String) async throws {
        #expect(try await choice(words).name == name)
    }

    @Test(".tsv is CSV with tabs")
    func tabs() async throws {
        #expect(
            try await choice(["-o", "x.tsv"])
                == FormatChoice(name: "csv", assignments: ["delimiter=tab"]))
    }

    @Test("On a terminal it is a table, unless something else is set or CSV is meant")
    func terminal() {
        func name(_ set: String?, _ path: String, _ options: [String], _ isTerminal: Bool) -> String
        {
            FormatChoice.usual(set, path: path, options: options, printsToTerminal: isTerminal).name
        }
        #expect(name(nil, "-", [], true) == "markdown")
        #expect(name(nil, "-", ["marker=plain"], true) == "markdown")
        #expect(name(nil, "-", ["unheard=of"], true) == "markdown")
        #expect(name(nil, "-", ["delimiter=;"], true) == "csv")
        #expect(name(nil, "-", ["profile="], true) == "csv")
        #expect(name(nil, "-", [], false) == "csv")
        #expect(name(nil, "x", [], true) == "csv")
        #expect(name("jsonl", "-", [], true) == "jsonl")
    }

    @Test(
        "An ending that is one slip from a known one is refused with that, whatever is set",
        arguments: [
            ("a.xlxs", "a.xlsx"), ("a.xslx", "a.xlsx"), ("a.exel", "a.xlsx"), ("a.XLS", "a.xlsx"),
            ("a.excel", "a.xlsx"), ("a.htm1", "a.html"), ("a.htm", "a.html"), ("a.cvs", "a.csv"),
            ("a.cs1", "a.csv"), ("a.csvv", "a.csv"), ("a.tvs", "a.tsv"), ("a.json", "a.jsonl"),
            ("a.jsnol", "a.jsonl"), ("a.njson", "a.ndjson"), ("a.sqlit", "a.sqlite"),
            ("b.d/{date}.markdwon", "b.d/{date}.markdown"), ("a.singr", "a.singer"),
            ("a.txt", nil), ("a.text", nil), ("a.log", nil), ("a.tmp", nil), ("a.dat", nil),
            ("a.bak", nil), ("a.old", nil), ("a.out", nil), ("a.data", nil), ("a.md5", nil),
            ("a.dbf", nil), ("a.mdx", nil), ("a.d", nil), ("a.svg", nil), ("2022.06.05", nil),
            ("a.csv~", nil), ("a.csv.part", nil),
        ] as [(String, String?)])
    func misspelt(path: String, meant: String?) async throws {
        for set in [[], ["--usual-format", "jsonl"]] {
            do {
                _ = try await choice(["-o", path] + set)
                #expect(meant == nil)
            } catch let fault as Fault {
                #expect(fault.code == "misspelt-ending" && fault.kind == .usage)
                #expect(fault.corrections.map(\.meant) == [meant])
            }
        }
    }

    @Test(
        "An ending that promises something else is refused, with what there is",
        arguments: [
            ["-o", "x.ods"], ["-o", "x.SQLITE3", "--usual-format", "csv"],
            ["-o", "x.csv.gz"], ["-o", "x.pdf"],
            ["-o", "x.parquet", "--usual-format", "csv"],
        ])
    func foreign(words: [String]) async throws {
        let fault = await #expect(throws: Fault.self) { try await choice(words) }
        #expect(fault?.kind == .usage)
        #expect(
            fault?.message.hasSuffix(
                "files; there are csv (.csv, .tsv), jsonl (.jsonl, .ndjson), "
                    + "markdown (.md, .markdown), xlsx (.xlsx), "
                    + "html (.html), sqlite (.sqlite, .db), singer (.singer)") == true)
    }
}
