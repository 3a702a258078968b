import Foundation
import Loopback
import Testing

/// What `doctor` shows, as a user reads it.
struct DoctorCommandTests {
    @Test("Without keys it says where to get them, and which one is not needed by all")
    func withoutKeys() async throws {
        let home = try Household(key: "")
        let outcome = try await home.run(["doctor"], at: "")
        #expect(outcome.status == 78)
        #expect(
            outcome.output.contains(
                """
                KOBIS           no key
                  get one       https://www.kobis.or.kr/kobisopenapi
                  set it as     KOBIS_API_KEY, or a file with it as KOBIS_API_KEY_FILE
                  address       https://www.kobis.or.kr/kobisopenapi/webservice/rest
                KMDb            no key; needed only for --with posters
                  get one       https://www.kmdb.or.kr/info/api/apiDetail/6
                  set it as     KMDB_API_KEY, or a file with it as KMDB_API_KEY_FILE
                  address       http://api.koreafilm.or.kr/openapi-data2/wisenut/search_api
                Kakao           no key; needed only for --with posters

                """))
        #expect(outcome.output.hasSuffix("result          not ready: one thing would stop a run\n"))
        #expect(outcome.errors.contains("error: there is no key: KOBIS_API_KEY is not set"))
        #expect(outcome.errors.contains("hint: get one free at"))
        #expect(!outcome.errors.contains("KAKAO") && !outcome.errors.contains("KMDB"))
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
        #expect(short.output.hasSuffix("result          ready: nothing would stop a run\n"))
        let long = try await home.run(["doctor", "-v"], at: "", environment: environment)
        #expect(long.output.contains("30  (default)\n"))
        #expect(long.output.contains("a made-up key was blotted out"))
    }

    @Test("It says whether the folders can be written, and what comes of it if not")
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
        #expect(own.output.contains(".cache/bo-export  (not there yet; made when needed)\n"))
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
