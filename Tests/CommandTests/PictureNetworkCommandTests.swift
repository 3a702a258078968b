import Foundation
import Loopback
import Testing

/// `--posters-dir` without the network.
@Suite(.serialized) struct PictureNetworkCommandTests {
    @Test(
        "Without the network no picture is fetched, and one line says so",
        arguments: [["--offline"], ["--replay", "RECORDINGS"]])
    func withoutNetwork(arguments: [String]) async throws {
        let kakao = LoopbackKakao()
        let folder = try TemporaryFolder()
        let without = arguments.map { $0 == "RECORDINGS" ? folder.path("r") : $0 }
        try await LoopbackKOBIS().run { kobisURL in
            try await kakao.run { kakaoURL in
                @Sendable func run(_ more: [String]) async throws -> Program.Outcome {
                    try await Program.run(
                        ["--date", "2022-06-05", "--top", "3", "--with", "posters"] + more,
                        environment: [
                            "KOBIS_BASE_URL": kobisURL, "KOBIS_API_KEY": "test",
                            "KAKAO_BASE_URL": kakaoURL, "KAKAO_REST_API_KEY": "kakao-test",
                            "XDG_CACHE_HOME": folder.path("c"),
                        ])
                }
                let pictures = ["--posters-dir", folder.path("p")]
                let first = try await run(["--record", folder.path("r")])
                #expect(first.status == 0 && kakao.pictures.isEmpty)
                let second = try await run(pictures + without)
                #expect(second.status == 0 && kakao.pictures.isEmpty)
                #expect(second.output == first.output && second.rows.count == 3)
                #expect(
                    second.errors == "bo-export: warning: poster of 20135304: the picture cannot "
                        + "be fetched: with --offline and --replay no pictures are fetched, and 2 more "
                        + "such films\n")
                // Pictures in the folder need not be fetched.
                let third = try await run(pictures)
                #expect(third.errors == "" && kakao.pictures.count == 3)
                let fourth = try await run(pictures + without)
                #expect(fourth.status == 0 && fourth.errors == "" && kakao.pictures.count == 3)
            }
        }
    }
}
