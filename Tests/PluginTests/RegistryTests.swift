import BoxOffice
import Executables
import Foundation
import Loopback
import Testing

@testable import BoxOfficeCommand

@Suite struct RegistryTests {
    @Test("Every folder of Plugins is in the registry, and nothing else")
    func foldersAreRegistered() throws {
        let registry = try Registry.builtIn()
        let sources = (registry.sources + [registry.posters]).map {
            String(reflecting: type(of: $0))
        }
        var exporters: [String] = []
        for exporter in registry.exporters { exporters.append(String(reflecting: exporter)) }
        let host = String(reflecting: PluginHost.self)
        let modules = Set((sources + exporters + [host]).map { String($0.prefix { $0 != "." }) })
        let folder = ChartFixtures.repository.appending(path: "Plugins")
        let folders = try FileManager.default.contentsOfDirectory(
            at: folder, includingPropertiesForKeys: [.isDirectoryKey]
        ).filter { try $0.resourceValues(forKeys: [.isDirectoryKey]).isDirectory == true }
        #expect(modules == Set(folders.map(\.lastPathComponent)))
    }

    @Test("Names are unique, and say what they are in lower case")
    func names() throws {
        let registry = try Registry.builtIn()
        var manifests = registry.sources.map(\.manifest) + registry.posters.map(\.manifest)
        for exporter in registry.exporters { manifests.append(exporter.manifest) }
        #expect(Set(manifests.map(\.name)).count == manifests.count)
        for manifest in manifests {
            #expect(manifest.name.allSatisfy { $0.isLowercase || $0.isNumber || $0 == "-" })
            #expect(!manifest.summary.isEmpty && !manifest.summary.hasSuffix("."))
            #expect(manifest.options.allSatisfy { !$0.help.isEmpty })
        }
    }

    @Test("Every kind of fault has an exit status of the contract")
    func exitStatuses() {
        let statuses = Fault.Kind.allCases.map(ExitStatus.of)
        #expect(Set(statuses) == [0, 64, 65, 69, 70, 71, 73, 74, 75, 77, 78, 130])
        #expect(ExitStatus.endedBy(signal: SIGINT) == 130)
        #expect(ExitStatus.endedBy(signal: SIGTERM) == 143)
    }
}
