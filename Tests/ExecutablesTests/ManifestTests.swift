import SlowLane
import BoxOffice
import BoxOfficeConformance
import Executables
import Foundation
import Testing

/// Manifests of plugins, the folders they are found in, and the environment they start with.
@Suite(.timeLimit(.minutes(10))) struct ManifestTests {
    private func manifest(
        _ fields: String, kind: PluginFile.Kind = .source
    ) async throws -> PluginManifest {
        let shop = try Workshop()
        let file = try shop.make(
            kind, "test",
            """
            #!/bin/sh
            cat <<'MANIFEST'
            {"manifest":{"protocol":1,"name":"test","summary":"s",\(fields)}}
            MANIFEST
            """)
        return try await shop.host.manifest(of: file)
    }

    private static let option = #""dataset":"x","columns":[{"name":"a","type":"text"}],"options""#

    @Test(
        "A wrong manifest is refused with its fault",
        arguments: [
            (#""columns":[]"#, "field 'charts' names no charts"),
            (#""charts":["yearly"]"#, "'yearly' is not one of daily, weekly"),
            (#""charts":["daily"]"#, "field 'from' is not there"),
            (#""charts":["daily"],"from":"2022-02-30""#, "'2022-02-30' is not a day"),
            (#""charts":["daily"],"from":"2022-01-01""#, "field 'columns' has no columns"),
            (#""dataset":"movies""#, "a dataset cannot be called 'movies'"),
            (#""dataset":"A b""#, "a dataset cannot be called 'A b'"),
            (#""dataset":"x","columns":{}"#, "field 'columns': an object is not a list"),
            (
                #""dataset":"x","columns":[{"name":"A","type":"text"}]"#,
                "column 1: field 'name': 'A' is not a name of a to z, 0 to 9 and _"
            ),
            (
                #""dataset":"x","columns":[{"name":"a","type":"money"}]"#,
                "column 'a': field 'type': 'money' is not one of text, marker"
            ),
            (#""dataset":"x","columns":[{"name":"a"}]"#, "column 'a': field 'type' is not there"),
            (
                #""dataset":"x","columns":[{"name":"a","type":"text"},{"name":"a","type":"text"}]"#,
                "column 'a' is there twice"
            ),
            (
                #""charts":["daily"],"from":"2022-01-01","columns":[{"name":"rank","type":"text"}]"#,
                "'text' is not what charts have there, integer"
            ),
            (option + #":[{"name":"a"}]"#, "option 'a': field 'default' is not there"),
            (option + #":[{"name":"a","default":""}]"#, "option 'a': field 'help' is not there"),
            (
                option + #":[{"name":"a","type":"integer","default":1,"help":"h"}]"#,
                "option 'a': field 'minimum' is not there"
            ),
            (
                option
                    + #":[{"name":"a","type":"integer","minimum":2,"maximum":3,"default":1,"help":"h"}]"#,
                "option 'a': field 'default': 1 is not in 2 to 3"
            ),
            (
                option + #":[{"name":"a","type":"choice","default":"b","help":"h"}]"#,
                "option 'a': field 'choices' has no words"
            ),
            (
                option + #":[{"name":"a","type":"sort","default":"b","help":"h"}]"#,
                "'sort' is not one of text, boolean, integer, choice"
            ),
            (
                option + #":[{"name":"a=","default":"b","help":"h"}]"#,
                "option 1: field 'name': 'a=' is not a name of a to z, 0 to 9 and -"
            ),
            (option + #":[{"name":"a","default":"b","help":"h\nh"}]"#, "is not a line of text"),
        ])
    func wrong(fields: String, message: String) async throws {
        let fault = await #expect(throws: Fault.self) { try await manifest(fields) }
        #expect(fault?.kind == .malformed)
        #expect(fault?.message.contains(message) == true, "\(fault as Any)")
    }

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
            dataFolder: shop.path("none"), builtIn: [.format: ["csv"], .source: ["sample"]])
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
            chosen: [shop.path("a"), shop.path("b")], path: nil, dataFolder: nil, builtIn: [:])
        #expect(open.files.map(\.name) == ["good"])
        #expect(open.refusals.count == 2, "a folder, and a link into it: \(open.refusals)")
        let fault = #expect(throws: Fault.self) {
            try PluginFolders(
                chosen: ["/nonexistent"], path: nil, dataFolder: nil, builtIn: [:])
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

    @Test("A check finds the faults of a plugin, and none in a good one", .slow)
    func check() async throws {
        let shop = try Workshop()
        let now = Instant(startOf: Day(daysSince1970: 19_000))
        func problems(_ file: PluginFile) async throws -> [String] {
            let findings = try await shop.host.supervise { () async throws(Fault) in
                try await shop.host.check(file, now: now)
            }
            #expect(!findings.isEmpty)
            return findings.compactMap { finding in finding.problem.map { "\(finding.what): \($0)" }
            }
        }
        let careless = try await problems(try shop.format("exec cat"))
        #expect(careless.count == 2, "\(careless)")
        #expect(careless.first?.hasPrefix("it stops at the end: ") == true)
        #expect(careless.last?.hasPrefix("it fails if the rows are cut off: ") == true)
        let moody = try await problems(try shop.format("date +%N; exec cat", name: "moody"))
        #expect(moody.contains { $0.hasPrefix("it writes the same bytes") })
        #expect(try await problems(try shop.source("echo '{\"end\":{}}'", name: "good")) == [])
        let wrong = try await problems(
            try shop.source("echo '{\"row\":{}}'; echo '{\"end\":{}}'", name: "wrong"))
        #expect(wrong.count == 1)
        let silent = try await problems(try shop.make(.format, "silent", "#!/bin/sh\n"))
        #expect(silent.count == 1)
    }
}
