import Foundation
import Loopback
import SlowLane
import Testing

/// The output of `--help`, `help COMMAND` and `man`.
struct HelpCommandTests {
    static let commands = [
        "daily", "weekly", "weekend", "weekdays", "trend", "movie", "movies", "person", "people",
        "company",
        "companies", "codes", "rows", "columns", "plugins", "plugins check", "key", "doctor",
        "quota",
        "cache", "man",
    ]

    /// The help page of each command, shared by several tests.
    private static let pages = Task {
        var pages: [String: Program.Outcome] = [:]
        for command in commands {
            pages[command] = try await Program.run(
                ["help"] + command.split(separator: " ").map { "\($0)" })
        }
        return pages
    }

    private func help(_ command: String) async throws -> String {
        let outcome = try #require(try await Self.pages.value[command])
        #expect(outcome.status == 0 && outcome.errors.isEmpty)
        return outcome.output
    }

    @Test("All ways to ask for a page give the same one, in either language")
    func waysToAsk() async throws {
        let ways = [
            "help daily": ["daily --help", "daily -h", "--top 3 --help", "daily --wrong -h"],
            "help cache": ["cache --help", "cache status --help", "help cache status"],
            "help plugins": ["plugins -h", "plugins list --help", "plugins csv -h"],
            "help plugins check": ["plugins check --help", "plugins check x -h"],
            "--help": ["-h", "help", "help --help", "help help"],
        ]
        for (first, others) in ways {
            var pages: [String] = []
            for language in ["ko_KR.UTF-8", "C"] {
                for way in [first] + SlowLane.cases(of: others, quick: 1) {
                    let outcome = try await Program.run(
                        way.split(separator: " ").map { String($0) },
                        environment: ["LANG": language, "COLUMNS": "40"])
                    #expect(outcome.status == 0 && outcome.errors.isEmpty, "\(way)")
                    #expect(outcome.output.hasSuffix("\n"))
                    pages.append(outcome.output)
                }
            }
            let half = pages.count / 2
            #expect(Set(pages.prefix(half)).count == 1, "\(first)")
            #expect(Set(pages.suffix(half)).count == 1, "\(first)")
            #expect(pages.first?.contains("사용법") == true && pages.last?.contains("USAGE") == true)
        }
    }

    @Test("Completion scripts are the same in every language")
    func completion() async throws {
        for shell in ["bash", "zsh", "fish"] {
            let arguments = ["--generate-completion-script", shell]
            let english = try await Program.run(arguments)
            let korean = try await Program.run(arguments, environment: ["LANG": "ko_KR.UTF-8"])
            #expect(english.status == 0 && english.output == korean.output)
        }
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
        "mandoc has no warnings about the manual page, and shows its Hangul",
        .enabled(if: Tool.isThere("mandoc"), "this needs mandoc"))
    func lint() async throws {
        let outcome = try await Program.shell(
            "\"$0\" man --lang ko > \"$DIR/page\" && mandoc -T lint -W warning \"$DIR/page\" &&"
                + " \"$0\" man > \"$DIR/page\" && mandoc -T lint -W warning \"$DIR/page\" &&"
                + " mandoc -T utf8 \"$DIR/page\"",
            environment: ["DIR": try TemporaryFolder().url.path])
        #expect(outcome.status == 0, "\(outcome.output)")
        #expect(outcome.output.contains("일별 박스오피스"))
    }

    @Test(
        "groff has no warnings about the manual page, in either language",
        .enabled(if: Tool.isThere("groff"), "this needs groff"), arguments: ["ko", "en"])
    func groff(language: String) async throws {
        let outcome = try await Program.shell(
            "\"$0\" man --lang \(language) > \"$DIR/page\" &&"
                + " groff -mdoc -Tutf8 -Kutf8 -ww \"$DIR/page\"",
            environment: ["DIR": try TemporaryFolder().url.path])
        #expect(outcome.status == 0 && outcome.errors.isEmpty, "\(outcome.errors)")
        #expect(outcome.output.contains("박스오피스"))
    }
}
