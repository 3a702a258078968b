import BoxOffice
import Testing

@testable import BoxOfficeCommand

/// Help pages in both languages.
@Suite struct HelpPageTests {
    static let catalogues = [Catalogue.commandLine, .korean]

    /// The commands, described once: each description asks the parser for all it knows.
    static let commands = Result { try DescribedCommand.all() }

    /// Every page in English and in Korean.
    private static let english = Task { try await pages(in: .commandLine) }
    private static let korean = Task { try await pages(in: .korean) }

    /// Every page in the language of `catalogue`.
    private static func pages(in catalogue: Catalogue) async throws -> [(
        name: String, text: String
    )] {
        let commands = try commands.get()
        #expect(commands.count == 20)
        var pages = [("bo-export", ProgramHelp.text(in: catalogue))]
        for command in commands {
            pages.append((command.name, CommandHelp(of: command).text(in: catalogue)))
            await Task.yield()  // The services on the loopback share the threads of all tests.
        }
        return pages
    }

    @Test("Every page fits 80 cells, ends with a newline and has no empty lines in a row")
    func layout() async throws {
        for pages in [Self.english, Self.korean] {
            for (name, text) in try await pages.value {
                let odd = text.split(separator: "\n").filter { line in
                    DisplayWidth()(String(line)) > 80 || line.last?.isWhitespace != false
                }
                #expect(odd == [], "\(name)")
                #expect(text.hasSuffix("\n") && !text.contains("\n\n\n"), "\(name)")
                #expect(!text.contains("{1}"), "\(name)")
            }
        }
    }

    @Test("A command's page has its forms, examples, options and arguments, each with its text")
    func completeness() async throws {
        for catalogue in Self.catalogues {
            for command in try Self.commands.get() {
                await Task.yield()
                let text = CommandHelp(of: command).text(in: catalogue)
                for line in command.usage + command.examples {
                    #expect(text.contains("\(line)\n"), "\(line)")
                }
                for argument in command.arguments {
                    let label =
                        argument.names.isEmpty
                        ? argument.value?.uppercased() : argument.names.joined(separator: ", ")
                    #expect(text.contains("\n  \(try #require(label))"), "\(command.name)")
                    let words = argument.text(in: catalogue).split(separator: " ")
                    #expect(!words.isEmpty && words.allSatisfy(text.contains), "\(argument)")
                    // The words that an option takes stand in its label or its text.
                    for value in argument.values {
                        let line = (argument.value ?? "") + argument.text(in: catalogue)
                        #expect(line.contains(value), "\(command.name): \(value)")
                    }
                }
            }
        }
    }

    @Test("A Korean page has Korean headings, and none of the sentences of the English one")
    func isKorean() async throws {
        for ((name, english), (_, korean)) in zip(
            try await Self.english.value, try await Self.korean.value)
        {
            for heading in korean.split(separator: "\n")
            where heading.hasSuffix(":") && !heading.hasPrefix(" ") {
                #expect(heading.hasHangul, "\(name): \(heading)")
            }
            for line in english.split(separator: "\n")
            where line.contains(/[a-z] [a-z]+ [a-z]/) && !line.contains("bo-export") {
                #expect(!korean.contains("\(line)\n"), "\(name): \(line)")
            }
        }
    }

    @Test("Every text of commands, options and arguments has Korean")
    func texts() throws {
        for command in try Self.commands.get() {
            let texts = [command.abstract, command.prose] + command.subcommands.map(\.abstract)
            let own = command.arguments.flatMap { [$0.group, $0.purpose] }.compactMap { $0 }
            for text in texts + own where text != "" {
                #expect(text.key.hasPrefix("help."), "\(text)")
                #expect(text.text(in: .korean).hasHangul, "\(command.name): \(text.key)")
            }
            for standard in command.arguments.compactMap(\.standard) {
                // A word of the command line is not translated; a wording is.
                let isWord = !standard.description.contains(" ") && standard != "all"
                #expect(isWord || standard.text(in: .korean).hasHangul, "\(standard.key)")
            }
        }
    }

    @Test("Options of one name that differ between commands have a text each")
    func differentOptions() throws {
        for name in ["--limit", "--from", "--to", "--timeout"] {
            let options = try Self.commands.get().compactMap { $0.option(name) }
            for catalogue in Self.catalogues {
                let texts = Set(options.map { $0.text(in: catalogue) })
                #expect(texts.count == 2, "\(name): \(texts)")
            }
        }
    }

    @Test("Every Korean help text is shown somewhere")
    func noDeadTexts() async throws {
        let keys = Catalogue.koreanHelp.keys
        let marked = Catalogue(Dictionary(uniqueKeysWithValues: keys.map { ($0, "<\($0)>{1}") }))
        let manual = try Manual(services: Registry.services(AddedPlugins()), in: marked).mdoc
        let shown =
            try await Self.pages(in: marked).map(\.text).joined()
            + manual.replacing("\\-", with: "-")
        // What `codes` says of its classes is no part of a page.
        let others = ["regions", "nations", "movie-types"].map { "help.codes.\($0)" }
        for key in keys where !others.contains(key) {
            #expect(shown.contains("<\(key)>"), "\(key) is not shown")
        }
    }
}

extension StringProtocol {
    /// Whether there is a Hangul syllable in the text.
    var hasHangul: Bool { unicodeScalars.contains { (0xAC00...0xD7A3).contains($0.value) } }
}
