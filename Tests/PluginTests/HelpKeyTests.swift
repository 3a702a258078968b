import BoxOffice
import Foundation
import Testing

@testable import BoxOfficeCommand

/// The keys of help texts, as they stand in the sources.
@Suite struct HelpKeyTests {
    /// The keys that the sources of the command declare, without the `help.` before them.
    private static func declared() throws -> Set<String> {
        let root = URL(filePath: #filePath).deletingLastPathComponent()
            .deletingLastPathComponent().deletingLastPathComponent()
        let files = FileManager.default.enumerator(
            at: root.appending(path: "Sources/BoxOfficeCommand"), includingPropertiesForKeys: nil)
        var keys: Set<String> = []
        for case let url as URL in files ?? .init() where url.pathExtension == "swift" {
            let text = try String(contentsOf: url, encoding: .utf8)
            let texts = text.matches(of: /\.help\(\s*"(?<key>[a-z][a-z0-9.-]*)",/)
            let rows = text.matches(
                of: /Row\(\s*("[^"]*"|[a-z]+),\s*"(?<key>[a-z][a-z0-9.-]*)",/)
            let arguments = text.matches(of: /ArgumentHelp\(\s*"(?<key>[a-z][a-z0-9.-]*)",/)
            keys.formUnion(texts.map { String($0.output.key) })
            keys.formUnion(rows.map { String($0.output.key) })
            keys.formUnion(arguments.map { String($0.output.key) })
        }
        return keys
    }

    @Test("Every help text that the sources declare has Korean")
    func declaredKeys() throws {
        let keys = try Self.declared()
        #expect(keys.count > 120)
        // A discussion of nothing but examples has no words.
        let wordless = try HelpPageTests.commands.get().filter { $0.prose == "" }.map { command in
            "\(command.name.replacing(" ", with: ".")).discussion"
        }
        for key in keys.subtracting(wordless) {
            #expect(Catalogue.koreanHelp["help.\(key)"] != nil, "\(key)")
        }
    }

    @Test("A Korean help text has the arguments of the English one")
    func arguments() throws {
        for (key, wording) in Catalogue.koreanHelp {
            let count = wording.matches(of: /\{[0-9]+\}/).count
            let expected =
                switch key {
                case "help.man.variable.key", "help.man.variable.address": 2
                case "help.default", "help.man.with-commands": 1
                default: 0
                }
            #expect(count == expected, "\(key): \(wording)")
        }
    }
}
