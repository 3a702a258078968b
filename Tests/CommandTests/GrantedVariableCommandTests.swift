import Foundation
import Loopback
import Testing

/// The values of variables granted to a plugin, which no message of the program reveals.
@Suite(.serialized, .timeLimit(.minutes(10))) struct GrantedVariableCommandTests {
    private let day = ["--source", "sample", "--date", "2022-06-01", "--top", "3"]

    /// Returns a folder with a format of that name, which runs `body` after the greeting.
    private func folder(_ name: String, _ body: String) throws -> TemporaryFolder {
        let folder = try TemporaryFolder()
        let fields = #","variables":["MY_TOKEN","LEVEL","HOME"],"columns":["rank","title"]"#
        try folder.add(format: name, fields: fields, body)
        return folder
    }

    @Test(
        "The values of granted variables appear in no message",
        arguments: [
            "echo \"token $MY_TOKEN level $LEVEL\" >&2",
            "echo 'token d0n0tt3ll/\"+42 %64%30n0tt3ll%2F%22%2b42' >&2",
            "echo 'token d0n0tt3ll\\/\\\"+42 \\u0064\\u0030n0tt3ll/\\u0022+42' >&2",
            "printf '%0990d %s\\n' 0 \"$MY_TOKEN\" >&2",
            "echo \"$MY_TOKEN\" >&2; echo last >&2",
        ])
    func variables(body: String) async throws {
        let folder = try folder("spy", "\(body); exit 65")
        let outcome = try await Program.run(
            day + [
                "--format", "spy", "--plugin-dir", folder.url.path, "--report",
                folder.path("report"),
            ],
            environment: [
                "BO_EXPORT_PLUGIN_VARIABLES": "spy:MY_TOKEN,spy:LEVEL",
                "MY_TOKEN": "d0n0tt3ll/\"+42", "LEVEL": "3",
            ])
        #expect(outcome.status == 65)
        let said = outcome.errors + (try folder.text("report"))
        for piece in ["0n0t", "d0n", "tt3ll"] { #expect(!said.contains(piece), "\(said)") }
        #expect(said.contains("***") || said.contains("last") || body.hasPrefix("printf"))
        if body.contains("LEVEL") { #expect(said.contains("level 3"), "\(said)") }
    }

    @Test("A granted key of several lines is not revealed line by line")
    func lines() async throws {
        let folder = try folder("spy", "printf '%s\\n' \"$MY_TOKEN\" >&2; exit 65")
        let outcome = try await Program.run(
            day + ["--format", "spy", "--plugin-dir", folder.url.path],
            environment: [
                "BO_EXPORT_PLUGIN_VARIABLES": "spy:MY_TOKEN",
                "MY_TOKEN": "-----BEGIN KEY-----\nd0n0tt3ll\nn0rth1s0ne\n-----END KEY-----",
            ])
        #expect(outcome.status == 65)
        #expect(outcome.errors.contains("bo-export: spy: ***\n"))
        for piece in ["d0n0", "n0rth"] { #expect(!outcome.errors.contains(piece)) }
    }

    @Test("An existing path is not a secret, unless its variable looks like that of a key")
    func paths() async throws {
        let folder = try folder("spy", "echo \"home $HOME token $MY_TOKEN\" >&2; exit 65")
        let outcome = try await Program.run(
            day + ["--format", "spy", "--plugin-dir", folder.url.path],
            environment: [
                "BO_EXPORT_PLUGIN_VARIABLES": "spy:HOME,spy:MY_TOKEN", "HOME": folder.url.path,
                "MY_TOKEN": "/usr/bin",
            ])
        #expect(outcome.errors.contains("home \(folder.url.path) token ***\n"), "\(outcome.errors)")
    }

    @Test("The values of granted variables are data in the rows that a plugin writes")
    func rows() async throws {
        let folder = try folder("spy", "cat >/dev/null; echo \"$MY_TOKEN\"")
        let outcome = try await Program.run(
            day + ["--format", "spy", "--plugin-dir", folder.url.path],
            environment: [
                "BO_EXPORT_PLUGIN_VARIABLES": "spy:MY_TOKEN", "MY_TOKEN": "d0n0tt3ll",
            ])
        #expect(outcome.output == "d0n0tt3ll\n")
    }

    @Test(
        "A token in an invalid row is not quoted, not even its beginning",
        arguments: [
            ("this is not a row and it has the token $MY_TOKEN in it", "neither a row nor the end"),
            ("{\\\"row\\\":{\\\"a\\\":\\\"it is $MY_TOKEN\\\"}}", "but takes a whole number"),
        ])
    func quoted(line: String, message: String) async throws {
        let folder = try TemporaryFolder()
        try folder.add(
            executable: "bo-export-source-spy",
            """
            #!/bin/sh
            read -r hello
            echo '{"manifest":{"protocol":1,"name":"spy","summary":"a test","dataset":"things",\
            "variables":["MY_TOKEN"],"columns":[{"name":"a","type":"integer"}]}}'
            read -r query || exit 0
            echo "\(line)"
            echo '{"end":{}}'
            """)
        let outcome = try await Program.run(
            ["rows", "--source", "spy", "--plugin-dir", folder.url.path],
            environment: [
                "BO_EXPORT_PLUGIN_VARIABLES": "spy:MY_TOKEN",
                "MY_TOKEN": "d0n0tt3ll-what-this-is-and-how-it-goes-on-and-on",
            ])
        #expect(outcome.status == 65)
        #expect(outcome.errors.contains(message), "\(outcome.errors)")
        #expect(!outcome.errors.contains("d0n"), "\(outcome.errors)")
    }
}
