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

    @Test("Names are unique")
    func names() throws {
        let registry = try Registry.builtIn()
        let names = registry.providerNames + registry.formatNames
        #expect(Set(names).count == names.count)
    }

    @Test("Every kind of fault has an exit status of the contract")
    func exitStatuses() {
        let statuses = Fault.Kind.allCases.map(ExitStatus.of)
        #expect(Set(statuses) == [0, 64, 65, 69, 70, 71, 73, 74, 75, 77, 78, 130])
        #expect(ExitStatus.endedBy(signal: SIGINT) == 130)
        #expect(ExitStatus.endedBy(signal: SIGTERM) == 143)
    }
}
