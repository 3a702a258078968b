import BoxOffice
import Foundation
import Loopback
import Testing

@testable import BoxOfficeCommand

@Suite struct RegistryTests {
    @Test("Every folder of Plugins is in the registry, and nothing else")
    func foldersAreRegistered() throws {
        let registry = try Registry.builtIn()
        var modules: Set<Substring> = []
        for source in registry.sources {
            modules.insert(String(reflecting: type(of: source)).prefix { $0 != "." })
        }
        for posters in registry.posters {
            modules.insert(String(reflecting: type(of: posters)).prefix { $0 != "." })
        }
        for format in registry.formats {
            modules.insert(String(reflecting: type(of: format)).prefix { $0 != "." })
        }
        let folder = ChartFixtures.repository.appending(path: "Plugins")
        let folders = try FileManager.default.contentsOfDirectory(
            at: folder, includingPropertiesForKeys: [.isDirectoryKey]
        ).filter { try $0.resourceValues(forKeys: [.isDirectoryKey]).isDirectory == true }
        #expect(modules == Set(folders.map { $0.lastPathComponent[...] }))
    }

    @Test("Names and endings are unique")
    func names() throws {
        let registry = try Registry.builtIn()
        let names = registry.providerNames + registry.formatNames
        #expect(Set(names).count == names.count)
        let endings = registry.formats.flatMap(\.traits.fileEndings)
        #expect(Set(endings).count == endings.count)
    }

    @Test("An external plugin's own Korean texts are used in messages and documents")
    func othersInKorean() throws {
        let wide = Wide()
        let console = Console(
            environment: Environment([:]), added: AddedPlugins(formats: [wide]))
        let fault = try #require(#expect(throws: Fault.self) { try wide.document(wide.layout(31)) })
        #expect(fault.message == "31 columns make the table too wide")
        #expect(fault.wording.text(in: console.korean) == "열이 31개라서 표가 너무 넓습니다")
        #expect(fault.advice?.text(in: console.korean) == "30개까지 고르세요")
        #expect(fault.about("x").wording.text(in: console.korean) == "x: 열이 31개라서 표가 너무 넓습니다")
        #expect(fault.wording.text(in: .korean) == fault.message)
        let korean = DocumentFacts(try wide.layout(1)).missing(
            DocumentEnding(missing: [fault]))
        #expect(korean.map(\.text) == ["열이 31개라서 표가 너무 넓습니다"])
        let english = DocumentFacts(try wide.layout(1, .en)).missing(
            DocumentEnding(missing: [fault]))
        #expect(english.map(\.text) == [fault.message])
    }

    @Test("Every kind of fault has an exit status of the contract")
    func exitStatuses() {
        let statuses = Fault.Kind.allCases.map(ExitStatus.of)
        #expect(Set(statuses) == [0, 64, 65, 69, 70, 71, 73, 74, 75, 77, 78, 130])
        #expect(ExitStatus.endedBy(signal: SIGINT) == 130)
        #expect(ExitStatus.endedBy(signal: SIGTERM) == 143)
    }
}

/// A format of another package, with its own Korean texts.
private struct Wide: Format {
    let manifest = Manifest(
        name: "wide", summary: "a table",
        korean: [
            "wide-too-wide": "열이 {1}개라서 표가 너무 넓습니다", "wide-too-wide.hint": "{1}개까지 고르세요",
        ])
    let traits = FormatTraits(mediaType: "text/plain", fileEndings: ["wide"])

    func layout(_ count: Int, _ header: Layout.Header? = nil) throws(Fault) -> Layout {
        Layout(
            columns: Array(repeating: Column("a", "가", .text), count: count), header: header,
            options: try PluginOptions(for: manifest))
    }

    func document(_ layout: Layout) throws(Fault) -> any Document {
        throw Fault(
            .usage, "wide-too-wide", "\(layout.columns.count) columns make the table too wide",
            hint: "choose up to \(30)")
    }
}
