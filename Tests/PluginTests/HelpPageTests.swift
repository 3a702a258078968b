import BoxOffice
import Testing

@testable import BoxOfficeCommand

/// Help pages in both languages.
@Suite struct HelpPageTests {
    static let catalogues = [Catalogue.english, .korean]

    private static let commands = Command.all.filter { !$0.isAlias }

    /// Every page in English.
    private static let english = Task { await pages(in: .english) }
    private static let korean = Task { await pages(in: .korean) }

    /// Returns every page in the language of `catalogue`.
    private static func pages(in catalogue: Catalogue) async -> [(
        name: String, text: String
    )] {
        #expect(commands.count > 20)
        var pages = [("bo-export", ProgramHelp.text(in: catalogue))]
        for command in commands {
            pages.append((command.name, CommandHelp.text(of: command, in: catalogue)))
            await Task.yield()  // The services on the loopback share the threads of all tests.
        }
        return pages
    }

    @Test("Every page fits 80 cells, ends with a newline and has no empty lines in a row")
    func layout() async throws {
        for pages in [Self.english, Self.korean] {
            for (name, text) in await pages.value {
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
            for command in Self.commands {
                await Task.yield()
                let text = CommandHelp.text(of: command, in: catalogue)
                let written = Set(text.split(whereSeparator: \.isWhitespace))
                for line in [command.usage] + command.examples {
                    #expect(text.contains("bo-export \(line)\n"), "\(line)")
                }
                if let argument = command.argument {
                    #expect(text.contains("\n  \(argument.name.uppercased())"), "\(command.name)")
                }
                for option in command.options {
                    #expect(text.contains("\n  \(option.names.joined(separator: ", "))"))
                    let said = [option.help, option.note].compactMap { $0?.text(in: catalogue) }
                    let words = said.joined(separator: " ").split(separator: " ")
                    #expect(!words.isEmpty && written.isSuperset(of: words), "\(option.name)")
                    // The words that an option takes are in its label or its text.
                    for value in option.takes.words {
                        let line = option.placeholder + said.joined()
                        #expect(line.contains(value), "\(command.name): \(value)")
                    }
                }
            }
        }
    }

    @Test("A Korean page has Korean headings, and none of the sentences of the English one")
    func isKorean() async throws {
        for ((name, english), (_, korean)) in zip(
            await Self.english.value, await Self.korean.value)
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
    func texts() {
        for command in Self.commands {
            let texts = [command.summary, command.prose, command.argument?.help]
            let ofOptions = command.options.flatMap { [$0.help, $0.unset, $0.group.title] }
            for text in (texts + ofOptions).compactMap(\.self) {
                #expect(text.text(in: .korean).hasHangul, "\(command.name): \(text)")
            }
        }
    }

    @Test("Options with the same name that differ between commands have separate texts")
    func differentOptions() {
        for name in ["limit", "from", "to", "timeout"] {
            let options = OptionTable.all.filter { $0.name == name }
            for catalogue in Self.catalogues {
                let texts = Set(options.map { $0.help.text(in: catalogue) })
                #expect(options.count == 2 && texts.count == 2, "\(name): \(texts)")
            }
        }
    }

    @Test("A Korean wording has the arguments of the English one")
    func arguments() {
        for text in OptionTable.all.map(\.help)
            + Self.commands.flatMap({ [$0.summary, $0.prose ?? ""] })
        {
            let korean = text.text(in: .korean)
            #expect(korean.firstMatch(of: /\{[0-9]\}/) == nil, "\(korean)")
        }
    }
}

extension StringProtocol {
    /// True if the text contains a Hangul syllable.
    var hasHangul: Bool { unicodeScalars.contains { (0xAC00...0xD7A3).contains($0.value) } }
}
