import Foundation
import Loopback
import Testing

/// A KOBIS, a KMDb and a Kakao on this machine, and a folder for the files of runs.
struct PosterServices {
    let kobis: LoopbackKOBIS
    let kmdb: LoopbackKMDb
    let kakao = LoopbackKakao()
    let folder: TemporaryFolder

    init() throws {
        kobis = try LoopbackKOBIS()
        kmdb = try LoopbackKMDb()
        folder = try TemporaryFolder()
    }

    /// Runs `body` with a function that runs the program, each time with the services at the same
    /// addresses and with the same archive.
    func serve<Result: Sendable>(
        environment: [String: String] = [:],
        _ body:
            @escaping @Sendable (
                _ run: @escaping @Sendable ([String]) async throws -> Program.Outcome
            ) async throws -> Result
    ) async throws -> Result {
        let (kmdb, kakao, folder) = (kmdb, kakao, folder)
        return try await kobis.run { kobisURL in
            try await kmdb.run { kmdbURL in
                try await kakao.run { kakaoURL in
                    try await body { arguments in
                        try await Program.run(
                            arguments,
                            environment: [
                                "KOBIS_BASE_URL": kobisURL, "KOBIS_API_KEY": "test",
                                "KMDB_BASE_URL": kmdbURL, "KMDB_API_KEY": kmdb.key,
                                "KAKAO_BASE_URL": kakaoURL, "KAKAO_REST_API_KEY": "kakao-test",
                                "XDG_CACHE_HOME": folder.path("c"),
                            ].merging(environment) { $1 })
                    }
                }
            }
        }
    }

    /// Runs the program several times, once for each of `runs`.
    func run(_ runs: [[String]]) async throws -> [Program.Outcome] {
        try await serve { run in
            var outcomes: [Program.Outcome] = []
            for arguments in runs { outcomes.append(try await run(arguments)) }
            return outcomes
        }
    }

    func run(
        _ arguments: [String], environment: [String: String] = [:]
    ) async throws -> Program.Outcome {
        try await serve(environment: environment) { run in try await run(arguments) }
    }

    /// Adds the recorded films to the chart of a day.
    func chartRecordedFilms() throws {
        let films = try KMDbFilm.recordedAtKOBIS().enumerated().map { index, film in
            (
                code: film["movieCd"] ?? "", title: film["movieNm"] ?? "",
                admissions: 1000 - index
            )
        }
        kobis.set(films: films, on: "20230601")
    }
}
