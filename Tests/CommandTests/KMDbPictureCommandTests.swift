import Foundation
import Loopback
import Testing

/// `--posters-dir` with posters of KMDb.
@Suite(.serialized, .timeLimit(.minutes(10))) struct KMDbPictureCommandTests {
    private let services: PosterServices
    private var kmdb: LoopbackKMDb { services.kmdb }
    private var folder: TemporaryFolder { services.folder }

    init() throws { services = try PosterServices() }

    @Test("The first of several posters with a valid picture is taken, and Markdown shows its file")
    func pictures() async throws {
        try services.chartRecordedFilms()
        kmdb.breakPictures("DPF026592")
        let day = ["--date", "2023-06-01", "--with", "posters", "--top", "1"]
        let dir = ["--posters-dir", folder.path("p")]
        let runs = try await services.run([
            day + dir + ["--columns", "poster_url,poster_file"],
            day + ["--columns", "poster_url,poster_file"],
            day + dir + ["--columns", "poster_url,poster_file"],
        ])
        #expect(runs[0].status == 0 && runs[0].errors == "", "\(runs[0].errors)")
        let kept = "/tn_DPF026681.jpg,\(folder.path("p"))/19968227.jpg"
        #expect(runs[0].rows.first?.hasSuffix(kept) == true)
        #expect(runs[1].rows.first?.hasSuffix("/tn_DPF026592.jpg,") == true)
        #expect(kmdb.pictures.count { $0.contains("DPF026592") } == 1)
        // The next run fetches nothing, and its address is still that of the file.
        #expect(runs[2].status == 0 && runs[2].rows == runs[0].rows)
        try FileManager.default.createDirectory(
            atPath: folder.path("out"), withIntermediateDirectories: true)
        let documents = try await services.run([
            day + dir + ["-o", folder.path("out/day.md")],
            day + dir + ["-o", folder.path("out/day.xlsx")],
            day + dir + ["--offline", "-o", folder.path("out/day.html")],
        ])
        #expect(documents.map(\.status) == [0, 0, 0])
        #expect(try folder.text("out/day.html").contains("<image id=\"poster-1\""))
        #expect(try folder.text("out/day.md").contains("](../p/19968227.jpg)]("))
        let manifest = try folder.text("p/manifest.jsonl")
        #expect(manifest.contains(#""source":"kmdb","match":"rating-number","sha256":"#))
    }

    @Test("A picture from an image search is replaced by KMDb's, one from the user is not")
    func betterPictures() async throws {
        try services.chartRecordedFilms()
        let day = [
            "--date", "2023-06-01", "--with", "posters", "--top", "2", "--posters-dir",
            folder.path("p"), "--columns", "movie_code,poster_file",
        ]
        let before = try await services.run(day + ["--posters-from", "kakao"])
        #expect(before.status == 0 && before.errors == "")
        let own = URL(filePath: folder.path("p/20212851.jpg"))
        try Data("mine".utf8).write(to: own)
        let guess = try folder.text("p/manifest.jsonl")
        #expect(guess.contains(#""source":"kakao","match":"image-search""#))
        let runs = try await services.run([day, day])
        #expect(runs[0].status == 0 && runs[0].errors == "")
        let manifest = try folder.text("p/manifest.jsonl")
        #expect(manifest.contains(#""source":"kmdb","match":"rating-number""#))
        #expect(manifest.split(separator: "\n").count == 2)
        #expect(try Data(contentsOf: own) == Data("mine".utf8))
        #expect(runs[1].output == runs[0].output && kmdb.pictures.count == 1)
    }

    @Test("If KMDb's poster is kept, Kakao is not asked, even if KMDb fails")
    func keptPoster() async throws {
        try services.chartRecordedFilms()
        let day = [
            "--date", "2023-06-01", "--with", "posters", "--top", "2", "--posters-dir",
            folder.path("p"), "--refresh",
        ]
        let columns = [
            "--columns",
            "poster_url,poster_page_url,poster_match,poster_confidence,poster_source,poster_file",
        ]
        // The services use different ports in every run.
        func shown(_ outcome: Program.Outcome) -> [String] {
            outcome.rows.map { String($0).replacing(/127.0.0.1:[0-9]+/, with: "") }
        }
        let before = try await services.run(day + columns)
        #expect(before.status == 0 && before.errors == "")
        kmdb.set(.status(500))
        let after = try await services.run(day + columns)
        #expect(after.status == 0 && after.errors.split(separator: "\n").count == 1)
        let alone = try await services.run(day + columns + ["--posters-from", "kmdb"])
        #expect(alone.status == 0 && shown(alone) == shown(before))
        #expect(shown(after) == shown(before) && services.kakao.queries.isEmpty)
    }
}
