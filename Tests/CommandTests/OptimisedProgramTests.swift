import Foundation
import Loopback
import Testing

/// The check that decides if the optimised program is tested or is out of date.
struct OptimisedProgramTests {
    private let folder: TemporaryFolder
    private let program: OptimisedProgram

    /// Makes a checkout of a few files, and a program that was just built from them.
    init() throws {
        folder = try TemporaryFolder()
        program = OptimisedProgram(
            in: folder.url.appending(path: "build"), of: folder.url.standardized)
        for name in ["Sources/Core/Core.swift", "Plugins/CSV/CSV.swift"] { try write("", to: name) }
        for name in [
            "Sources/Conformance/Kit.swift", "Sources/CCore/core.c", "Sources/CCore/include/core.h",
            "Sources/CLib/shim.h", "Sources/CLib/module.modulemap", "Sources/Core/Core.docc/A.md",
            "Plugins/README.md", "README.md",
        ] {
            try write("", to: name)
        }
        try write("AB\n", to: "Plugins/Sample/Recordings/day.csv")
        try write(
            "struct PackageResources {\nstatic let day_rec: [UInt8] = [65,66,10]\n}\n",
            to: "build/Sample.build/DerivedSources/embedded_resources.swift")
        for (module, file) in [
            ("Core", "Sources/Core/Core.swift"), ("CSV", "Plugins/CSV/CSV.swift"),
            ("Kit", "Sources/Conformance/Kit.swift"), ("Tests", "Tests/CoreTests/Tests.swift"),
        ] {
            try write(path(file) + "\n", to: "build/\(module).build/sources")
        }
        try write("", to: "build/bo-export", secondsAgo: 0)
    }

    private func path(_ name: String) -> String { folder.url.standardized.path + "/\(name)" }

    private func write(_ text: String, to name: String, secondsAgo: Double = 60) throws {
        let url = URL(filePath: path(name))
        try FileManager.default.createDirectory(
            at: url.deletingLastPathComponent(), withIntermediateDirectories: true)
        try Data(text.utf8).write(to: url)
        try FileManager.default.setAttributes(
            [.modificationDate: Date(timeIntervalSinceNow: -secondsAgo)], ofItemAtPath: url.path)
    }

    @Test(
        "A program is out of date once a file that is compiled into it is edited or added",
        arguments: [
            "Sources/Core/Core.swift", "Plugins/CSV/CSV.swift", "Sources/CCore/core.c",
            "Sources/CCore/include/core.h", "Sources/Core/New.swift", "Plugins/New/New.swift",
            "build/Core.build/sources",
        ])
    func edited(name: String) throws {
        try #require(program.isUpToDate)
        let text = name.hasPrefix("build") ? path("Sources/Core/Core.swift") : ""
        try write(text, to: name, secondsAgo: -1)
        #expect(!program.isUpToDate)
    }

    @Test("An added or deleted source makes it out of date, whatever the dates of the files")
    func listed() throws {
        try write("", to: "Sources/Core/Older.swift")
        #expect(!program.isUpToDate)
        try FileManager.default.removeItem(atPath: path("Sources/Core/Older.swift"))
        #expect(program.isUpToDate)
        try FileManager.default.removeItem(atPath: path("Plugins/CSV/CSV.swift"))
        #expect(!program.isUpToDate)
    }

    @Test("A changed recording makes it out of date, one that was only touched does not")
    func recordings() throws {
        try write("AB\n", to: "Plugins/Sample/Recordings/day.csv", secondsAgo: -1)
        #expect(program.isUpToDate)
        try write("AC\n", to: "Plugins/Sample/Recordings/day.csv")
        #expect(!program.isUpToDate)
    }

    @Test(
        "Documents, tests and modules that only tests are linked with do not affect it",
        arguments: [
            "README.md", "Plugins/README.md", "Sources/Core/Core.docc/A.md",
            "Sources/Core/Core.docc/New.md", "Sources/Conformance/Kit.swift",
            "Sources/CLib/shim.h", "Tests/CoreTests/Tests.swift", "build/Tests.build/sources",
        ])
    func others(name: String) throws {
        try write("", to: name, secondsAgo: -1)
        #expect(program.isUpToDate)
    }

    @Test("Without a program there is none")
    func none() throws {
        try FileManager.default.removeItem(at: program.file)
        #expect(!program.isUpToDate)
    }
}
