import Foundation
import Loopback
import Testing

/// Which libraries a run opens, and what it says without them.
struct LibraryCommandTests {
    @Test("libcurl is opened for a run that sends requests")
    func opened() async throws {
        let server = try LoopbackKOBIS()
        try await server.run { url in
            let asked = try await Program.run(
                ["--date", "2022-06-01"],
                environment: [
                    "LD_DEBUG": "files", "KOBIS_BASE_URL": url, "KOBIS_API_KEY": "test",
                ])
            #expect(asked.status == 0)
            #expect(asked.errors.contains("libcurl.so.4"))
        }
    }

    @Test(
        "libcurl is not opened for what sends no request",
        arguments: [
            ["--source", "sample"], ["--source=sample", "--top", "1"], ["--version"], ["--help"],
            ["weekly", "-h"], ["help", "daily"], ["columns"], ["--generate-completion-script=bash"],
            ["--date", "2022-06-01", "--offline"], ["--date", "2022-06-01", "--dry-run"],
            ["--date", "2022-06-01", "--replay", "/"],
        ])
    func notOpened(_ arguments: [String]) async throws {
        let outcome = try await Program.run(arguments, environment: ["LD_DEBUG": "files"])
        #expect(outcome.errors.contains("libc.so.6"))
        #expect(!outcome.errors.contains("libcurl"))
    }

    @Test("libcurl is not opened if what is set sends no request")
    func notOpenedBySettings() async throws {
        for (name, value) in [
            ("BO_EXPORT_SOURCE", "sample"), ("BO_EXPORT_OFFLINE", "true"),
            ("BO_EXPORT_REPLAY", "/"),
        ] {
            let outcome = try await Program.run(
                ["--date", "2022-06-01"], environment: ["LD_DEBUG": "files", name: value])
            #expect(outcome.errors.contains("libc.so.6"))
            #expect(!outcome.errors.contains("libcurl"), "\(name)")
        }
    }

    @Test("With a broken libcurl a run that needs none goes on; another says what is wrong")
    func broken() async throws {
        let folder = try TemporaryFolder()
        try Data("no library".utf8).write(to: folder.url.appending(path: "libcurl.so.4"))
        let environment = [
            "LD_LIBRARY_PATH": folder.url.path, "KOBIS_BASE_URL": "http://127.0.0.1:9",
            "KOBIS_API_KEY": "test",
        ]
        let sample = try await Program.run(["--source", "sample"], environment: environment)
        #expect(sample.status == 0)
        let message = "libcurl, which sends requests, cannot be used: "
        let asked = try await Program.run(["--date", "2022-06-01"], environment: environment)
        #expect(asked.status == 78)
        #expect(asked.errors.hasPrefix("bo-export: error: 2022-06-01: \(message)"))
        #expect(asked.errors.contains(folder.url.path))
        let doctor = try await Program.run(["doctor"], environment: environment)
        #expect(doctor.status == 78)
        #expect(doctor.errors.hasPrefix("bo-export: error: \(message)"))
    }
}
