import BoxOffice
import Executables
import Foundation
import Testing

/// The folders in which plugins are found, and the environment they start with.
@Suite(.timeLimit(.minutes(10))) struct ManifestTests {
    @Test("Only regular executables with the right name that no other user can write are plugins")
    func discovery() throws {
        let shop = try Workshop()
        for name in ["a", "b"] {
            try FileManager.default.createDirectory(
                atPath: shop.path(name), withIntermediateDirectories: true)
        }
        func put(_ name: String, mode: Int = 0o755) throws {
            try Data("#!/bin/sh\n".utf8).write(to: URL(filePath: shop.path(name)))
            try FileManager.default.setAttributes(
                [.posixPermissions: mode], ofItemAtPath: shop.path(name))
        }
        try put("a/bo-export-format-good")
        try put("a/bo-export-format-csv")
        try put("a/bo-export-source-csv")
        try put("a/bo-export-format-plain", mode: 0o644)
        try put("a/bo-export-format-open", mode: 0o757)
        try put("a/bo-export-format-Bad")
        try put("a/bo-export-format-x.py")
        try put("a/other")
        try FileManager.default.createDirectory(
            atPath: shop.path("a/bo-export-source-folder"), withIntermediateDirectories: true)
        try FileManager.default.createSymbolicLink(
            atPath: shop.path("b/bo-export-format-link"),
            withDestinationPath: shop.path("a/bo-export-format-good"))
        try put("b/bo-export-format-good")
        let folders = try PluginFolders(
            chosen: [shop.path("a")], path: "relative::\(shop.path("b")):/nonexistent",
            dataFolder: shop.path("none"),
            isBuiltIn: {
                $0 == .format ? $1 == "csv" : $1 == "sample"
            })
        let found = folders.files.map { "\($0.kind) \($0.name)" }
        #expect(found.sorted() == ["format good", "format link", "source csv"])
        #expect(folders.file(.format, named: "good")?.path == shop.path("a/bo-export-format-good"))
        let reasons = folders.refusals.map(\.reason.description)
        for part in [
            "format 'csv' is built in", "bo-export-format-plain' is ignored: it is not executable",
            "bo-export-format-open' is ignored: everybody may write to it",
            "bo-export-format-Bad' is not a plugin", "bo-export-format-x.py' is not a plugin",
            "bo-export-source-folder' is ignored: it is not a regular file", "comes first",
            "'relative', which is not an absolute path",
        ] {
            #expect(reasons.contains { $0.contains(part) }, "\(part)")
        }
        #expect(reasons.count == 8, "\(reasons)")

        try FileManager.default.setAttributes(
            [.posixPermissions: 0o777], ofItemAtPath: shop.path("a"))
        let open = try PluginFolders(
            chosen: [shop.path("a"), shop.path("b")], path: nil, dataFolder: nil,
            isBuiltIn: { _, _ in false })
        #expect(open.files.map(\.name) == ["good"])
        #expect(open.refusals.count == 2, "a folder, and a link into it: \(open.refusals)")
        let fault = #expect(throws: Fault.self) {
            try PluginFolders(
                chosen: ["/nonexistent"], path: nil, dataFolder: nil, isBuiltIn: { _, _ in false })
        }
        #expect(fault?.kind == .usage)
    }

    @Test("A plugin gets a cleared environment, and the variables it asks for if it may have them")
    func environment() async throws {
        let variables = [
            "KOBIS_API_KEY": "secret", "HOME": "/home", "COLOUR": "red", "MY_TOKEN": "token",
            "OTHER": "other",
        ]
        let fields = #","variables":["COLOUR","MY_TOKEN","KOBIS_API_KEY","PATH"]"#
        let body = """
            names=$(tr '\\0' '\\n' </proc/$$/environ | sort | sed 's,^TMPDIR=/.*,TMPDIR=own,' | tr '\\n' ' ')
            echo "{\\"row\\":{\\"a\\":1,\\"b\\":\\"$names\\"}}"
            echo '{"end":{}}'
            """
        func seen(_ allowed: [String]) async throws -> String {
            let shop = try Workshop(variables: variables, allowed: ["test": allowed])
            return try await shop.read(from: try shop.source(body, fields: fields)).text
        }
        let bare = "LANG=C.UTF-8 PATH=/usr/local/bin:/usr/bin:/bin TMPDIR=own TZ=KST-9 \n"
        #expect(try await seen([]) == "1 \(bare)")
        #expect(try await seen(["OTHER"]) == "1 \(bare)")
        #expect(try await seen(["*"]) == "1 COLOUR=red \(bare)")
        #expect(
            try await seen(["*", "MY_TOKEN"])
                == "1 COLOUR=red \(bare.replacing("PATH", with: "MY_TOKEN=token PATH"))")
    }
}
