import Foundation
import Loopback
import Testing

/// Pages as a user asks for them.
@Suite struct HTMLCommandTests {
    private static let week = ["--source", "sample", "--from", "2022-05-30", "--to", "2022-06-05"]

    @Test(
        "The same rows give the same bytes: another time zone, locale or number of jobs",
        arguments: ["table", "cards", "mail"])
    func sameBytes(layout: String) async throws {
        var pages: [String] = []
        for (jobs, environment) in [
            ("1", ["TZ": "Asia/Seoul"]),
            ("8", ["TZ": "Pacific/Kiritimati", "LC_ALL": "de_DE.UTF-8"]),
        ] {
            let outcome = try await Program.run(
                Self.week + ["--jobs", jobs, "--format", "html", "-O", "layout=\(layout)"],
                environment: environment)
            #expect(outcome.status == 0 && outcome.errors == "", "\(outcome.errors)")
            pages.append(outcome.output)
        }
        #expect(pages[0] == pages[1])
        #expect(pages[0].hasSuffix("</html>\n"))
        #expect(!pages[0].contains("2026"))
        if layout == "mail" { #expect(pages[0].utf8.count < 100_000) }
    }

    @Test("A missing day is noted at the top and in the foot, and the run ends with 2")
    func missing() async throws {
        let folder = try TemporaryFolder()
        let server = try LoopbackKOBIS()
        server.give(.status(500), to: "20220602")
        let outcome = try await server.run { url in
            try await Program.run(
                against: url,
                [
                    "--from", "2022-06-01", "--to", "2022-06-03", "--keep-going", "-o",
                    folder.path("x.html"),
                ])
        }
        #expect(outcome.status == 2)
        let page = try folder.text("x.html")
        #expect(page.contains("<p class=\"lacks\">이 자료에는 빠진 것이 1건 있습니다."))
        #expect(
            page.components(separatedBy: "<dt>빠진 것</dt>\n<dd>").last?.contains("2022-06-02") == true
        )
        #expect(page.components(separatedBy: "<table").count == 3)
    }

    @Test(
        "Only figures that may still change are called provisional, in charts, runs and markets"
    )
    func provisional() async throws {
        let server = try LoopbackKOBIS()
        try await server.run { url in
            for (arguments, isProvisional) in [
                (["--date", "yesterday"], true), (["--date", "2022-06-01"], false),
                (["market", "--date", "yesterday"], true),
                (["market", "--date", "2022-06-01"], false),
            ] {
                let outcome = try await Program.run(
                    against: url, arguments + ["--format", "html", "-q"])
                #expect(outcome.status == 0, "\(outcome.errors)")
                #expect(outcome.output.contains("잠정치이며") == isProvisional, "\(arguments)")
            }
        }
    }

    @Test("Posters are embedded in the page, each once; offline and in a mail they are links")
    func posters() async throws {
        let folder = try TemporaryFolder()
        let kakao = LoopbackKakao()
        kakao.set(.gallery)
        let kobis = try LoopbackKOBIS()
        try await kobis.run { kobisURL in
            try await kakao.run { kakaoURL in
                func page(_ name: String, _ words: [String]) async throws -> String {
                    let outcome = try await Program.run(
                        [
                            "--from", "2022-06-04", "--to", "2022-06-05", "--top", "2", "--with",
                            "posters", "-o", folder.path("\(name).html"),
                        ] + words,
                        environment: [
                            "KOBIS_BASE_URL": kobisURL, "KOBIS_API_KEY": "test",
                            "KAKAO_BASE_URL": kakaoURL, "KAKAO_REST_API_KEY": "kakao-test",
                            "XDG_CACHE_HOME": folder.path("c"),
                        ])
                    #expect(outcome.status == 0, "\(outcome.errors)")
                    return try folder.text("\(name).html")
                }
                for layout in ["table", "cards"] {
                    let page = try await page(layout, ["-O", "layout=\(layout)"])
                    #expect(page.components(separatedBy: "<image id=\"poster-").count == 3)
                    #expect(page.components(separatedBy: "<use href=\"#poster-").count == 3)
                    #expect(page.contains("aria-label=\"범죄도시2 포스터\""))
                }
                let offline = try await page("offline", ["--offline"])
                #expect(!offline.contains("<image"))
                #expect(offline.components(separatedBy: "rel=\"noreferrer\">포스터</a>").count == 5)
                let mail = try await page("mail", ["-O", "layout=mail"])
                #expect(!mail.contains("<image"))
                #expect(mail.components(separatedBy: "rel=\"noreferrer\">포스터</a>").count == 5)
                let none = try await page("none", ["-O", "layout=mail", "-O", "posters=none"])
                #expect(!none.contains("<image") && !none.contains("<a "))
            }
        }
    }
}
