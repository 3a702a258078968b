import Foundation
import Loopback
import Testing

/// `--posters-dir` without the network.
@Suite(.serialized) struct PictureNetworkCommandTests {
    @Test(
        "Without the network no picture is fetched, and one line says so",
        arguments: [["--offline"], ["--replay", "RECORDINGS"]])
    func withoutNetwork(arguments: [String]) async throws {
        let services = try PosterServices()
        let (kakao, folder) = (services.kakao, services.folder)
        let without = arguments.map { $0 == "RECORDINGS" ? folder.path("r") : $0 }
        let chart = [
            "--date", "2022-06-05", "--top", "3", "--with", "posters", "--posters-from", "kakao",
        ]
        let pictures = chart + ["--posters-dir", folder.path("p")]
        try await services.serve { run in
            let first = try await run(chart + ["--record", folder.path("r")])
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
