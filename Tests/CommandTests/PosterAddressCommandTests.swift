import Foundation
import Loopback
import SlowLane
import Testing

/// The addresses of posters: those that are fetched, and those that are written.
@Suite(.serialized, .timeLimit(.minutes(10))) struct PosterAddressCommandTests {
    /// Kakao's answer with one upright picture at `url`.
    private func answer(_ url: String, thumbnail: String = "", page: String = "") throws -> String {
        let document: [String: Any] = [
            "image_url": url, "thumbnail_url": thumbnail, "doc_url": page, "width": 700,
            "height": 1000, "display_sitename": "",
        ]
        let data = try JSONSerialization.data(withJSONObject: ["documents": [document]])
        return String(decoding: data, as: UTF8.self)
    }

    /// Downloads the picture at `url`, which Kakao returned in an earlier run, and returns the outcome.
    ///
    /// The second run has another address for Kakao, so that Kakao's place on this machine does not
    /// permit private addresses.
    private func download(
        _ url: String, from host: String = "kakao.example", environment: [String: String]
    ) async throws -> Program.Outcome {
        let kakao = LoopbackKakao()
        kakao.set(.status(200, try answer(url)))
        let folder = try TemporaryFolder()
        let arguments = [
            "--source", "sample", "--top", "1", "--with", "posters", "--columns", "poster_url",
        ]
        let variables = [
            "KAKAO_REST_API_KEY": "kakao-test", "XDG_CACHE_HOME": folder.path("c"),
        ]
        let first = try await kakao.run { kakaoURL in
            try await Program.run(
                arguments, environment: variables.merging(["KAKAO_BASE_URL": kakaoURL]) { $1 })
        }
        #expect(first.status == 0 && first.errors == "")
        guard first.output.contains("http") else { return first }  // The address was refused.
        // Answers are stored by the host that sent them.
        let archives = folder.url.appending(path: "c/bo-export/archive")
        let name = try #require(
            FileManager.default.contentsOfDirectory(atPath: archives.path).first)
        try FileManager.default.moveItem(
            at: archives.appending(path: name),
            to: archives.appending(path: "kakao@\(host)"))
        return try await Program.run(
            arguments + ["--posters-dir", folder.path("p")],
            environment: variables.merging(["KAKAO_BASE_URL": "https://\(host)"]) { $1 }
                .merging(environment) { $1 })
    }

    @Test(
        "No picture is fetched from a private address, whatever proxy the environment names",
        arguments: [
            ("http://a.localhost:PORT/p.jpg", ["https_proxy": "NOBODY"]),
            ("https://a.localhost:PORT/p.jpg", ["http_proxy": "NOBODY"]),
            (
                "http://a.localhost:PORT/p.jpg",
                ["http_proxy": "NOBODY", "no_proxy": "localhost"]
            ),
            (
                "http://a.localhost:PORT/p.jpg",
                ["all_proxy": "NOBODY", "NO_PROXY": "x.kr,.a.localhost"]
            ),
            ("https://a.localhost:PORT/p.jpg", [:]), ("http://0x7f.1:PORT/p.jpg", [:]),
        ])
    func refusedBeforeTheConnection(
        url: String, environment: [String: String]
    ) async throws {
        let listener = try CountingListener()
        defer { listener.stop() }
        let outcome = try await download(
            url.replacing("PORT", with: "\(listener.port)"),
            environment: environment.mapValues {
                $0.replacing("NOBODY", with: "http://127.0.0.1:1")
            })
        #expect(outcome.status == 0, "\(outcome.errors)")
        #expect(listener.connections == 0, "\(outcome.errors)")
    }

    @Test(
        "A proxy is not asked for a private address either, whatever is behind it",
        arguments: ["http://10.0.0.1/\u{301}.x.com/p.jpg", "http://[64:ff9b::a00:1]/p.jpg"])
    func notThroughAProxy(url: String) async throws {
        let proxy = try CountingListener()
        defer { proxy.stop() }
        let outcome = try await download(
            url, environment: ["http_proxy": "http://127.0.0.1:\(proxy.port)"])
        #expect(outcome.status == 0, "\(outcome.errors)")
        #expect(proxy.connections == 0)
    }

    @Test(
        "A link-local address is not asked for, by Kakao on a private network or through a proxy",
        .slow,
        arguments: [
            "http://169.254.77.77/p.jpg", "http://0xa9fe4d4d/p.jpg", "http://[fe80::1]/p.jpg",
            "http://[::ffff:169.254.77.77]/p.jpg",
        ], ["kakao.example", "127.9.9.9"])
    func linkLocal(url: String, host: String) async throws {
        let proxy = try CountingListener()
        defer { proxy.stop() }
        for environment in [[:], ["http_proxy": "http://127.0.0.1:\(proxy.port)"]] {
            let outcome = try await download(url, from: host, environment: environment)
            #expect(outcome.status == 0)
            #expect(proxy.connections == 0, "\(outcome.errors)")
            guard host == "127.9.9.9", !outcome.errors.isEmpty else { continue }
            #expect(outcome.errors.contains("the address is link-local"), "\(outcome.errors)")
        }
    }

    @Test(
        "Without encryption a picture is fetched only from KMDb's hosts",
        arguments: ["http://a.example/p.jpg", "http://koreafilm.or.kr.example/p.jpg"])
    func notEncrypted(url: String) async throws {
        let proxy = try CountingListener()
        defer { proxy.stop() }
        let outcome = try await download(
            url, environment: ["http_proxy": "http://127.0.0.1:\(proxy.port)"])
        #expect(outcome.status == 0)
        #expect(outcome.errors.contains("is asked without encryption"), "\(outcome.errors)")
        #expect(outcome.errors.split(separator: "\n").count == 1 && proxy.connections == 0)
    }

    @Test("A proxy may be on this machine")
    func throughAProxy() async throws {
        let proxy = try CountingListener()
        defer { proxy.stop() }
        let outcome = try await download(
            "http://file.koreafilm.or.kr/p.jpg",
            environment: ["http_proxy": "http://127.0.0.1:\(proxy.port)", "no_proxy": "b.example"])
        #expect(outcome.status == 0 && outcome.errors == "", "\(outcome.errors)")
        #expect(proxy.connections == 1)
    }

    @Test(
        "No address is written that a terminal or a reader could read as more than one",
        arguments: ["csv", "jsonl", "markdown"])
    func written(format: String) async throws {
        let kakao = LoopbackKakao()
        kakao.set(
            .status(
                200,
                try answer(
                    "https://a.example/p.jpg", thumbnail: "https://a.example/\u{1B}[31mEVIL",
                    page: "https://a.example/\r\nEVIL")))
        let outcome = try await kakao.run { kakaoURL in
            try await Program.run(
                [
                    "--source", "sample", "--top", "1", "--with", "posters", "--format", format,
                    "--columns", "poster_url,poster_thumbnail_url,poster_page_url",
                ],
                environment: [
                    "KAKAO_REST_API_KEY": "kakao-test", "KAKAO_BASE_URL": kakaoURL,
                    "XDG_CACHE_HOME": "/proc/none",
                ])
        }
        #expect(outcome.status == 0)
        #expect(outcome.output.contains("https://a.example/p.jpg"))
        #expect(!outcome.output.contains("EVIL"), "\(outcome.output)")
    }
}
