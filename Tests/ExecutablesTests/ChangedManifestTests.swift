import BoxOffice
import Executables
import Foundation
import Testing

/// Plugins whose manifest changes between runs: the host asks for it every time.
@Suite(.timeLimit(.minutes(10))) struct ChangedManifestTests {
    /// Makes a plugin that answers the greeting with the content of the file `manifest`.
    ///
    /// The file is separate from the executable, so a change leaves no trace in the plugin's file.
    private func plugin(
        _ shop: Workshop, _ kind: PluginFile.Kind, _ body: String
    ) throws -> PluginFile {
        try shop.make(
            kind, "test",
            """
            #!/bin/sh
            cd '\(shop.folder.path)'
            IFS= read -r hello
            cat manifest
            IFS= read -r asked || exit 0
            \(body)
            """)
    }

    private func say(_ fields: String, _ shop: Workshop) throws {
        let line = #"{"manifest":{"protocol":1,"name":"test","summary":"s","# + fields + "}}\n"
        try Data(line.utf8).write(to: URL(filePath: shop.path("manifest")))
    }

    @Test("A format whose manifest has changed is used with the new one")
    func format() async throws {
        let shop = try Workshop()
        let file = try plugin(shop, .format, "printf '%s\\n' \"$asked\"; exec cat >/dev/null")
        try say(#""columns":["number"]"#, shop)
        #expect(try await shop.host.manifest(of: file).wanted == ["number"])
        try say(#""columns":["text"],"options":[{"name":"big","default":"x","help":"h"}]"#, shop)
        let outcome = try await shop.write(2, through: file, options: ["big=y"])
        #expect(outcome.fault == nil && outcome.isCommitted, "\(outcome.fault as Any)")
        #expect(outcome.text.hasSuffix("\"options\":{\"big\":\"y\"}}\n"), "\(outcome.text)")
        #expect(try await shop.host.manifest(of: file).wanted == ["text"])
    }

    @Test("A source whose manifest has changed is read with the new one")
    func source() async throws {
        let shop = try Workshop()
        let file = try plugin(
            shop, .source, "echo '{\"row\":{\"b\":\"new\"}}'; echo '{\"end\":{}}'")
        try say(#""dataset":"things","columns":[{"name":"a","type":"integer"}]"#, shop)
        #expect(try await shop.host.manifest(of: file).columns.map(\.name) == ["a"])
        try say(#""dataset":"things","columns":[{"name":"b","type":"text"}]"#, shop)
        let outcome = try await shop.read(from: file)
        #expect(outcome.fault == nil && outcome.isCommitted, "\(outcome.fault as Any)")
        #expect(outcome.text == "new\n")
    }

    @Test("An executable replaced by one of the same size and time is asked again")
    func replaced() async throws {
        let shop = try Workshop()
        func wanted(_ word: String) async throws -> [String] {
            let file = try shop.plugin(.format, #","columns":["\#(word)"]"#, "")
            try FileManager.default.setAttributes(
                [.modificationDate: Date(timeIntervalSince1970: 1_000_000)],
                ofItemAtPath: file.path)
            return try await shop.host.manifest(of: try PluginFile(at: file.path)).wanted
        }
        #expect(try await wanted("one") == ["one"])
        #expect(try await wanted("two") == ["two"])
    }
}
