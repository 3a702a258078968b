import Foundation
import Loopback
import Testing

/// The output of `doctor`, as a user reads it.
struct DoctorCommandTests {
    @Test("Without keys it says where to get them, and which one is optional")
    func withoutKeys() async throws {
        let home = try Household(key: "")
        let outcome = try await home.run(["doctor"], at: "")
        #expect(outcome.status == 78)
        #expect(
            outcome.output.contains(
                """
                KOBIS           no key
                  get one       https://www.kobis.or.kr/kobisopenapi
                  set it as     'bo-export key' asks for it and keeps it; or KOBIS_API_KEY, or a file with it as KOBIS_API_KEY_FILE
                  address       https://www.kobis.or.kr/kobisopenapi/webservice/rest
                KMDb            no key; needed only for --with posters
                  get one       https://www.kmdb.or.kr/info/api/apiDetail/6
                  set it as     'bo-export key kmdb' asks for it and keeps it; or KMDB_API_KEY, or a file with it as KMDB_API_KEY_FILE
                  address       https://api.koreafilm.or.kr/openapi-data2/wisenut/search_api
                Kakao           no key; needed only for --with posters

                """))
        let result = "result          not ready: one thing would stop a run\n"
        let next = "next            bo-export key\n"
        #expect(outcome.output.contains(result + next), "\(outcome.output)")
        #expect(outcome.errors.contains("error: there is no key: KOBIS_API_KEY is not set"))
        #expect(outcome.errors.contains("hint: a key is free at"))
        #expect(!outcome.errors.contains("KAKAO") && !outcome.errors.contains("KMDB"))
    }

    @Test("Every run finds a key in the configuration folder, and warns if others can read it")
    func keyFile() async throws {
        let home = try Household(key: "")
        let server = try LoopbackKOBIS()
        try await server.run { url in
            try home.configure("test\n", in: "kobis_api_key")
            let path = home.folder.path(".config/bo-export/kobis_api_key")
            let warning =
                "bo-export: warning: '\(path)' holds a key and can be read by others; "
                + "chmod 600 keeps them out\n"
            for (mode, errors) in [(0o600, ""), (0o640, warning), (0o604, warning)] {
                try FileManager.default.setAttributes(
                    [.posixPermissions: mode], ofItemAtPath: path)
                let run = try await home.run(["--date", "2022-06-05"], at: url)
                #expect(run.status == 0 && run.rows.count == 10 && run.errors == errors)
                for words in [["doctor"], ["doctor", "--online"]] {
                    let doctor = try await home.run(words, at: url)
                    #expect(doctor.status == 0 && doctor.errors == errors, "\(doctor.errors)")
                    #expect(
                        doctor.output.contains(
                            "KOBIS           key found in \(path) (4 characters)"))
                }
                for words in [["--date", "2022-06-05", "-q"], ["doctor", "-q"]] {
                    let quiet = try await home.run(words, at: url)
                    #expect(quiet.status == 0 && quiet.errors == "", "\(quiet.errors)")
                }
            }
            // The permissions of a file that a variable names are up to the user.
            let named = try await home.run(
                ["--date", "2022-06-05"], at: url, environment: ["KOBIS_API_KEY_FILE": path])
            #expect(named.status == 0 && named.errors == "")
            let report = try await home.run(["--date", "2022-06-05", "--report", path], at: url)
            #expect(report.status == 64)
            #expect(try home.folder.text(".config/bo-export/kobis_api_key") == "test\n")
        }
    }

    @Test("The first place that has a key counts: the variable, its file, credentials, the folder")
    func order() async throws {
        let home = try Household(key: "")
        try home.configure("FOLDER-KEY", in: "kobis_api_key")
        try home.configure("{\"kobis-api-key\": \"CONFIGURED-KEY\"}")
        let folder = home.folder.path(".config/bo-export")
        let other = try TemporaryFolder()
        try Data("CREDENTIAL-KEY".utf8).write(to: other.url.appending(path: "kobis_api_key"))
        try Data("FILE-KEY".utf8).write(to: other.url.appending(path: "k"))
        var environment: [String: String] = [:]
        for (name, value, place) in [
            ("X", "", "\(folder)/kobis_api_key"),
            ("CREDENTIALS_DIRECTORY", other.url.path, other.path("kobis_api_key")),
            ("KOBIS_API_KEY_FILE", other.path("k"), "KOBIS_API_KEY_FILE, \(other.path("k"))"),
            ("KOBIS_API_KEY", "VARIABLE-KEY", "KOBIS_API_KEY"),
        ] {
            environment[name] = value
            let doctor = try await home.run(["doctor", "-v"], at: "", environment: environment)
            #expect(doctor.output.contains("key found in \(place) ("), "\(doctor.output)")
            for key in ["FOLDER", "CONFIGURED", "CREDENTIAL", "FILE", "VARIABLE"] {
                #expect(!(doctor.output + doctor.errors).contains("\(key)-KEY"))
            }
        }
        // An empty folder of credentials does not hide the user's own.
        let empty = try await home.run(
            ["doctor"], at: "", environment: ["CREDENTIALS_DIRECTORY": "/nonexistent"])
        #expect(empty.output.contains("key found in \(folder)/kobis_api_key ("))
    }

    @Test("It shows the settings that are not the default, and all of them with -v")
    func settings() async throws {
        let home = try Household()
        try home.configure("{\"jobs\": 8}")
        let path = home.folder.path(".config/bo-export/config.json")
        let environment = ["BO_EXPORT_TOP": "5"]
        let short = try await home.run(["doctor"], at: "", environment: environment)
        #expect(short.status == 0)
        #expect(short.output.contains("\nsettings        3 set; -v shows all "))
        #expect(short.output.contains("\n  top           5  (BO_EXPORT_TOP)\n"))
        #expect(short.output.contains("\n  jobs          8  (\(path))\n"))
        #expect(!short.output.contains("(default)"))
        #expect(short.output.hasSuffix("run\nnext            bo-export\n"))
        let long = try await home.run(["doctor", "-v"], at: "", environment: environment)
        #expect(long.output.contains("30  (default)\n"))
        #expect(long.output.contains("a made-up key was redacted"))
    }

    @Test("It says whether the folders can be written, and what happens if not")
    func folders() async throws {
        guard try await Program.canBeUnprivileged() else { return }
        let folder = try TemporaryFolder()
        let outcome = try await Program.shell(
            Program.unprivileged + "unprivileged \"$0\" doctor",
            environment: [
                "HOME": folder.url.path, "XDG_CACHE_HOME": "/usr", "KOBIS_API_KEY": "key1",
            ])
        #expect(outcome.status == 0, "\(outcome.errors)")
        let note = "(not there, and cannot be made: answers are not kept for other runs)"
        #expect(outcome.output.contains("  cache         /usr/bo-export  \(note)\n"))
        let own = try await Household().run(["doctor"], at: "")
        #expect(own.output.contains(".cache/bo-export  (not there yet)\n"))
    }

    @Test("--online says what it asked, how many rows came, and that the key works")
    func online() async throws {
        let home = try Household()
        let server = try LoopbackKOBIS()
        try await server.run { url in
            let outcome = try await home.run(["doctor", "--online"], at: url)
            #expect(outcome.status == 0, "\(outcome.errors)")
            let line =
                /\nonline          asked KOBIS for the daily chart of [0-9-]{10}: it answered, 10 rows; the key works\n/
            #expect(outcome.output.firstMatch(of: line) != nil, "\(outcome.output)")
            let refused = try await Household(key: "wrong").run(["doctor", "--online"], at: url)
            #expect(refused.status == 77)
            #expect(!refused.output.contains("works"))
        }
    }
}
