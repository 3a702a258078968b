import BoxOffice
import Curl
import Engine
import Foundation
import Testing

@testable import BoxOfficeCommand

/// The Korean wordings beside the messages in the sources.
@Suite struct KoreanCatalogueTests {
    /// Keys that the sources make from the names of cases and of plugins.
    private static let made: [String: String] = {
        var keys: [String: String] = [:]
        for chart in Chart.allCases {
            (keys["chart.\(chart.rawValue)"], keys["dataset.\(chart.rawValue)"]) = ("{1}", "{1}")
        }
        for name in ["item.row", "item.poster", "item.details"] { keys[name] = "{1}" }
        keys["summary"] = "{1}"
        for name in Dataset.all.map(\.name) where name != Poster.table.dataset.name {
            keys["dataset.\(name)"] = "{1}"
        }
        for term in [
            "top", "title", "director", "opened", "produced", "name", "film", "ceo", "films",
            "pivot", "codes", "table",
        ] { keys["term.\(term)"] = "{2}" }
        for unit in CalendarUnit.allCases { keys["by-\(unit.rawValue)"] = "{1}" }
        for unit in CalendarUnit.allCases.map(\.rawValue) + ["range"] {
            keys["unit.\(unit)"] = "{1}"
        }
        for kind in ["all", "commercial", "art"] { keys["kind.\(kind)"] = "{1}" }
        for nation in ["all", "korean", "foreign"] { keys["nation.\(nation)"] = "{1}" }
        for nation in ["korean", "foreign"] { keys["film_nation.\(nation)"] = "{1}" }
        for option in Registry.manifests.flatMap(\.options) {
            keys["option.\(option.name)"] = "{1}"
        }
        return keys
    }()

    @Test("The messages in the sources are where this test looks for them")
    func found() throws {
        let source = """
            Fault(
                .usage, "too-many", "\\(count) of \\(f("a)", 1)): \\(all)",
                hint: isOne ? "use one" : Message("other", "use \\(two)"))
            console.note("done", "it is done")  // Message("no", "comment")
            throw .unknown("shell", name)
            throw Malformed("row \\(row): \\(error.reason)")
            """
        let found = SourceMessage.messages(in: source, of: "")
        #expect(
            found.map { "\($0.key): \($0.wording)" } == [
                "too-many: {1} of {2}: {3}", "too-many.hint: use one", "other: use {1}",
                "done: it is done", "shell: shell", "row {1}: {2}: row {1}: {2}",
            ])
        #expect(try SourceMessage.all().count > 450)
    }

    @Test("Every message has a Korean wording with the same arguments")
    func complete() throws {
        // Frames of other messages, such as `{1}: {2}`, are the same in every language.
        for message in try SourceMessage.all() where message.key.contains(where: \.isLetter) {
            guard let wording = message.korean ?? Catalogue.korean[message.key] else {
                Issue.record("\(message.file): no Korean wording of \(message.key)")
                continue
            }
            #expect(
                SourceMessage.arguments(of: wording)
                    == SourceMessage.arguments(of: message.wording),
                "\(message.key): \(wording)")
        }
        for key in Self.made.keys {
            #expect(Catalogue.korean[key] != nil, "no Korean wording of \(key)")
        }
    }

    @Test("Every built-in plugin has its summary and its options in Korean, and no others")
    func plugins() throws {
        #expect(
            Registry.manifests.map(\.name)
                == (try Registry.builtIn()).builtInEntries.map(\.manifest.name))
        for manifest in Registry.manifests {
            let korean = manifest.korean()
            #expect(korean["summary"] != nil, "\(manifest.name)")
            #expect(
                Set(korean.keys.filter { $0.hasPrefix("option.") })
                    == Set(manifest.options.map { "option.\($0.name)" }), "\(manifest.name)")
        }
    }

    @Test("Neither another plugin nor the program has a wording for a plugin's code")
    func codesOfOne() {
        var owners: [String: String] = [:]
        for key in Catalogue.koreanLibrary.keys { owners[key] = "the library" }
        for manifest in Registry.manifests {
            for key in manifest.korean().keys
            where key != "summary" && !key.hasPrefix("option.") {
                #expect(owners.updateValue(manifest.name, forKey: key) == nil, "\(key)")
            }
        }
    }

    @Test("Every Korean wording belongs to an existing message")
    func alive() throws {
        let known = Set(try SourceMessage.all().map(\.key)).union(Self.made.keys)
            .union(try SourceMessage.texts())
        let ofOthers = [
            Catalogue.koreanLibcurl, Catalogue.koreanSystem,
        ].reduce(into: Set()) { $0.formUnion($1.keys) }
        for key in Catalogue.korean.keys.subtracting(ofOthers) {
            #expect(known.contains(key), "no message \(key)")
        }
        let system = Set((0..<200).map { unsafe String(cString: strerror($0)) })
        #expect(system.isSuperset(of: Catalogue.koreanSystem.keys))
    }

    @Test("Every wording is in Korean, without a full stop, and its particles come in pairs")
    func style() throws {
        let catalogue = Catalogue.korean.keys.map { ($0, Catalogue.korean[$0] ?? "") }
        // Texts of help pages may be several sentences.
        let inline = try SourceMessage.all().filter { !$0.wording.hasSuffix(".") }
            .compactMap { message in message.korean.map { (message.key, $0) } }
        #expect(inline.count > 100)
        for (key, wording) in catalogue + inline {
            #expect(!wording.hasSuffix("."), "\(key): \(wording)")
            for pair in wording.matches(of: /\{([^0-9{}][^{}]*)\}/) {
                let known = ["을/를", "이/가", "은/는", "과/와", "으로/로", "이어야/여야"]
                let isName = pair.output.1.allSatisfy { $0.isASCII }
                #expect(isName || known.contains(String(pair.output.1)), "\(key): \(wording)")
            }
            #expect(
                wording.firstMatch(of: /\{[0-9]+\}[을를은는이가과와]\s/) == nil, "\(key): \(wording)")
        }
    }
}
