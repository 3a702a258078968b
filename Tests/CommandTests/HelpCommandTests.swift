import BoxOffice
import Foundation
import Loopback
import Testing

/// What `--help`, `help COMMAND` and `man` show.
struct HelpCommandTests {
    static let commands = [
        "daily", "weekly", "weekend", "weekdays", "trend", "movie", "movies", "person", "people",
        "company",
        "companies", "codes", "rows", "columns", "plugins", "plugins check", "doctor", "quota",
        "cache", "man",
    ]

    private func help(_ command: String) async throws -> String {
        let outcome = try await Program.run(
            ["help"] + command.split(separator: " ").map { "\($0)" })
        #expect(outcome.status == 0 && outcome.errors.isEmpty)
        return outcome.output
    }

    @Test("The program's help has every command, what is used most, and where the rest is")
    func program() async throws {
        let outcome = try await Program.run(["--help"])
        #expect(outcome.status == 0 && outcome.errors.isEmpty)
        for command in Self.commands where !command.contains(" ") {
            #expect(outcome.output.contains("\n  \(command) "), "\(command)")
        }
        let options = [
            "--date", "--from", "--to", "--last", "--month", "--year", "--region", "--columns",
            "--format", "-o, --output", "--profile", "--update", "--with", "--source",
        ]
        for option in options { #expect(outcome.output.contains("\n  \(option) "), "\(option)") }
        for text in [
            "top ten of each chart", "not the total of the market", "bo-export daily --help",
            "bo-export help COMMAND", "bo-export columns", "bo-export plugins", "man -l -",
        ] {
            #expect(outcome.output.contains(text), "\(text)")
        }
        for arguments in [["-h"], ["help"]] {
            #expect(try await Program.run(arguments).output == outcome.output, "\(arguments)")
        }
    }

    @Test("All help fits 80 columns, and usage is one short line", arguments: ["--help"] + commands)
    func width(command: String) async throws {
        let text =
            command == "--help"
            ? try await Program.run(["--help"]).output : try await help(command)
        for line in text.split(separator: "\n") {
            #expect(DisplayWidth()(String(line)) <= 80, "\(line)")
        }
        guard command != "--help" else { return }
        #expect(text.contains("\nUSAGE: bo-export \(command) "))
        #expect(text.contains("[OPTIONS]\n"))
    }

    @Test("The manual page has every command and every option of its help, always the same bytes")
    func manual() async throws {
        let page = try await Program.run(["man"])
        #expect(page.status == 0 && page.errors.isEmpty)
        #expect(page.output.hasPrefix(".Dd "))
        let again = try await Program.run(
            ["man"], environment: ["TZ": "Asia/Tokyo", "COLUMNS": "40"])
        #expect(again.output == page.output)
        let plain = page.output.replacing("\\-", with: "-")
        for command in Self.commands {
            #expect(plain.contains("\n.It Cm \(command)"), "\(command)")
            let names = try await help(command).matches(of: /(?m)^  (?:-. ?, )?--([a-z-]+)/)
                .map { String($0.output.1) }
            #expect(names.contains("help"))
            for name in names { #expect(plain.contains("Fl -\(name)"), "\(command): --\(name)") }
        }
        for section in [
            "NAME", "SYNOPSIS", "DESCRIPTION", "COMMANDS", "OPTIONS", "EXAMPLES", "ENVIRONMENT",
            "FILES", "EXIT STATUS", "SEE ALSO",
        ] {
            #expect(plain.contains("\n.Sh \(section)\n"), "\(section)")
        }
        let options = plain.matches(of: /(?m)^\.It .*Fl -(region|output|online)\b/)
        #expect(options.count == 3, "an option has one entry")
    }

    @Test(
        "mandoc finds nothing to warn of in the manual page, and shows its Hangul",
        .enabled(if: Tool.isThere("mandoc"), "this needs mandoc"))
    func lint() async throws {
        let outcome = try await Program.shell(
            "\"$0\" man > \"$DIR/page\" && mandoc -T lint -W warning \"$DIR/page\" &&"
                + " mandoc -T utf8 \"$DIR/page\"",
            environment: ["DIR": try TemporaryFolder().url.path])
        #expect(outcome.status == 0, "\(outcome.output)")
        #expect(outcome.output.contains("일별 박스오피스"))
    }

    @Test("'codes' without a class lists the classes, without a key or a network")
    func codes() async throws {
        let outcome = try await Program.run(["codes"])
        #expect(outcome.status == 0)
        let names = outcome.output.split(separator: "\n").map { $0.prefix { $0 != " " } }
        #expect(names == ["movie-types", "nations", "regions"])
        #expect(outcome.output.contains("지역"))
        #expect(outcome.errors.contains("'bo-export codes NAME'"))
        let quiet = try await Program.run(["codes", "-q"])
        #expect(quiet.errors.isEmpty && quiet.output == outcome.output)
        let file = try await Program.run(["codes", "-o", "x.csv"])
        #expect(file.status == 64 && file.errors.contains("'bo-export codes' lists the classes"))
    }
}
