import BoxOffice
import Engine
import Foundation
import Loopback
import SlowLane
import Storage
import Testing

@Suite struct AnswerFolderTests {
    private let url = TemporaryFolder.newURL
    private let today = Day(daysSince1970: 20_000)
    private var archive: RecordingFolder { RecordingFolder(at: url.path) }

    private func request(_ code: String, service: String = "kobis") -> Request {
        Request(
            service: service, path: "movie/searchMovieInfo.json",
            parameters: [("movieCd", code)], subject: .code(code))
    }

    private func search(_ page: Int) -> Request {
        Request(
            service: "kobis", path: "movie/searchMovieList.json",
            parameters: [("curPage", "\(page)")], subject: .page(page, after: 0))
    }

    /// The request for today's chart.
    private var chart: Request {
        let edition = ChartEdition(Period(of: .daily, containing: today))
        return Request(service: "kobis", path: "a", parameters: [], subject: .edition(edition))
    }

    private func answer(_ text: String = "{}", daysAgo: Int = 0) -> Answer {
        Answer(body: Array(text.utf8), fetchedAt: Instant(startOf: today.advanced(by: -daysAgo)))
    }

    private func file(of request: Request) -> URL {
        url.appending(path: Recording.path(for: request))
    }

    private func damage(_ request: Request) throws {
        let bytes = try Data(contentsOf: file(of: request))
        try bytes.dropLast().write(to: file(of: request))
    }

    /// The names of the files below the folder.
    private var names: [String] {
        get throws {
            let all = FileManager.default.enumerator(at: url, includingPropertiesForKeys: nil)
            let urls = (all?.allObjects ?? []).compactMap { $0 as? URL }
            return urls.filter { !$0.hasDirectoryPath }.map(\.lastPathComponent).sorted()
        }
    }

    @Test("A kept answer comes back, with its lifetime, and can be replaced")
    func roundTrip() throws {
        #expect(try archive.answer(to: request("1")) == nil)
        try archive.keep(answer("old"), to: request("1"))
        try archive.keep(answer("new"), to: request("1"))
        #expect(try archive.answer(to: request("1")) == answer("new"))
        let text = try String(contentsOf: file(of: request("1")), encoding: .utf8)
        let last = today.advanced(by: 30)
        #expect(text.contains("\nfreshness: good through \(last)\nstatus: 200\n"))
        #expect(try names == ["movieCd=1.rec"])
        archive.drop(answerTo: request("1"))
        #expect(try archive.answer(to: request("1")) == nil)
    }

    @Test("A recording made for replay is accepted as well")
    func foreignRecording() throws {
        try RecordingFolder(at: url.path).keep(answer(), to: request("1"), nil)
        #expect(try archive.answer(to: request("1")) == answer())
        #expect(try archive.status(on: today).total.good == 0)
        #expect(try archive.prune(at: Instant(startOf: today)).files == 0)
    }

    @Test("A damaged answer is dropped")
    func damaged() throws {
        // Cut off, empty, too long, or full of zeros from some place on, as after a power cut.
        let changes: [(Data) -> Data] = [
            { $0.dropLast() }, { _ in Data() }, { $0 + [1] }, { Data(count: $0.count) },
            { $0.dropLast(2) + [0, 0] }, { $0.prefix(20) + Data(count: $0.count - 20) },
        ]
        for change in changes {
            try archive.keep(answer(), to: request("1"))
            try change(Data(contentsOf: file(of: request("1")))).write(to: file(of: request("1")))
            #expect(try archive.answer(to: request("1")) == nil)
            #expect(try names == [])
        }
    }

    @Test("The remains of killed runs are removed when an answer is kept, but nothing in use")
    func leftovers() throws {
        let folder = file(of: request("1")).deletingLastPathComponent()
        try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
        for name in ["dead", "inuse"] {
            try Data().write(to: folder.appending(path: ".bo-export.\(name).tmp"))
        }
        let used = try FileHandle(forWritingTo: folder.appending(path: ".bo-export.inuse.tmp"))
        #expect(flock(used.fileDescriptor, LOCK_EX | LOCK_NB) == 0)
        try archive.keep(answer(), to: request("1"))
        #expect(try names == [".bo-export.inuse.tmp", "movieCd=1.rec"])
        try used.close()
    }

    @Test("Many concurrent readers and writers always see a whole answer")
    func concurrency() async throws {
        let bodies = (0..<8).map { String(repeating: "\($0)", count: 20_000) }
        try archive.keep(answer(bodies[0]), to: request("1"))
        let broken = try await withThrowingTaskGroup(of: Int.self) { group in
            for number in 0..<SlowLane.cases(32, quick: 6) {
                group.addTask {
                    var broken = 0
                    for _ in 0..<10 {
                        try archive.keep(answer(bodies[number % 8]), to: request("1"))
                        let text = try archive.answer(to: request("1")).map {
                            String(decoding: $0.body, as: UTF8.self)
                        }
                        if !bodies.contains(text ?? "") { broken += 1 }
                    }
                    return broken
                }
            }
            return try await group.reduce(0, +)
        }
        #expect(broken == 0)
        #expect(try names == ["movieCd=1.rec"])
    }

    @Test("While an archive is cleared, another run gets a whole answer or none")
    func clearedMeanwhile() async throws {
        try await withThrowingTaskGroup(of: Void.self) { group in
            for number in 0..<8 {
                group.addTask {
                    for _ in 0..<SlowLane.cases(20, quick: 8) {
                        try? archive.keep(answer(), to: request("\(number)"))
                        let kept = try archive.answer(to: request("\(number)"))
                        #expect(kept == nil || kept == answer())
                    }
                }
            }
            group.addTask { for _ in 0..<20 { _ = try archive.clear() } }
            try await group.waitForAll()
        }
        _ = try archive.clear()
        #expect(try names == [])
    }

    @Test("If nothing can be kept, the fault says so")
    func cannotStore() {
        let nowhere = RecordingFolder(at: "/dev/null/x")
        let fault = #expect(throws: Fault.self) { try nowhere.keep(answer(), to: request("1")) }
        #expect(fault?.kind == .cannotCreate)
        #expect(throws: Fault.self) { try nowhere.answer(to: request("1")) }
    }

    // MARK: - Maintenance

    @Test("The status lists the answers of each service, their age and how many are still good")
    func status() throws {
        #expect(try archive.status(on: today) == RecordingFolder(at: "/none").status(on: today))
        try archive.keep(answer(daysAgo: 40), to: request("1"))
        try archive.keep(answer(daysAgo: 3), to: request("2"))
        try archive.keep(answer(daysAgo: 1), to: search(1))
        // No run uses one that a wrong clock dated.
        try archive.keep(answer(daysAgo: -1), to: request("4", service: "kmdb"))
        try archive.keep(answer("abc"), to: request("1", service: "kakao"))
        try archive.keep(answer(), to: request("3"))
        try damage(request("3"))
        try Data().write(to: url.appending(path: "kobis/.bo-export.x1.tmp"))
        try Data().write(to: url.appending(path: "kobis/notes.txt"))
        let status = try archive.status(on: today)
        let kobis = try #require(status.services["kobis"])
        #expect(kobis.answers == 4 && kobis.good == 1 && kobis.damaged == 1)
        #expect(kobis.oldest == Instant(startOf: today.advanced(by: -40)))
        #expect(kobis.newest == Instant(startOf: today.advanced(by: -1)))
        #expect(status.services["kakao"]?.answers == 1 && status.strays == 1)
        #expect(status.total.answers == 6 && status.total.good == 2)
        #expect(status.total.newest == Instant(startOf: today.advanced(by: 1)))
        let size = try [request("1"), request("2"), request("3"), search(1)].reduce(0) {
            try $0 + Data(contentsOf: file(of: $1)).count
        }
        #expect(kobis.bytes == size)
    }

    @Test("Pruning removes damaged, outdated, long provisional and stray files")
    func prune() throws {
        let poster = Request(
            service: "kakao", path: "v2/search/image", parameters: [],
            subject: .film(Film(code: "1", title: "t")))
        try archive.keep(answer(daysAgo: 4000), to: poster)
        try archive.keep(answer(daysAgo: 30), to: request("good"))
        try archive.keep(answer(daysAgo: 31), to: request("outdated"))
        try archive.keep(answer(daysAgo: 30), to: search(1))
        try archive.keep(answer(daysAgo: 31), to: search(2))
        try archive.keep(answer(), to: request("damaged"))
        try damage(request("damaged"))
        let now = Instant(startOf: today)
        for (name, age) in [(".bo-export.old.tmp", 3601), (".bo-export.new.tmp", 60)] {
            try Data().write(to: url.appending(path: name))
            let changed = Date(timeIntervalSince1970: Double(now.secondsSince1970 - age))
            try FileManager.default.setAttributes(
                [.modificationDate: changed], ofItemAtPath: url.appending(path: name).path)
        }
        let removal = try archive.prune(at: now)
        #expect(removal.files == 4 && removal.bytes > 0)
        #expect(
            try names == [".bo-export.new.tmp", "all.rec", "curPage=1.rec", "movieCd=good.rec"])
        #expect(try archive.prune(at: now).files == 0)
    }

    @Test("Clearing leaves files of others, and never follows a link")
    func clear() throws {
        let manager = FileManager.default
        let outside = TemporaryFolder.newURL
        try manager.createDirectory(at: outside, withIntermediateDirectories: true)
        try Data("x".utf8).write(to: outside.appending(path: "precious.rec"))
        try archive.keep(answer(), to: request("1"))
        try archive.keep(answer(), to: request("1", service: "kakao"))
        for name in [".bo-export.1.tmp", ".bo-export.inuse.tmp"] {
            try Data().write(to: url.appending(path: name))
        }
        let used = try FileHandle(forWritingTo: url.appending(path: ".bo-export.inuse.tmp"))
        #expect(flock(used.fileDescriptor, LOCK_EX | LOCK_NB) == 0)
        try Data("x".utf8).write(to: url.appending(path: "kobis/notes.txt"))
        try manager.createSymbolicLink(
            at: url.appending(path: "link"), withDestinationURL: outside)
        try manager.createSymbolicLink(
            at: url.appending(path: "kobis/link.rec"),
            withDestinationURL: outside.appending(path: "precious.rec"))
        let status = try archive.status(on: today)
        #expect(status.total.answers == 2 && status.strays == 1)
        let removal = try archive.clear()
        #expect(removal.files == 3)
        #expect(try manager.contentsOfDirectory(atPath: outside.path) == ["precious.rec"])
        let left = try manager.subpathsOfDirectory(atPath: url.path).sorted()
        #expect(
            left == [".bo-export.inuse.tmp", "kobis", "kobis/link.rec", "kobis/notes.txt", "link"])
        try used.close()
    }

    @Test("Answers of a service at another address are kept apart, and nobody else's are removed")
    func addresses() throws {
        let other = RecordingFolder(at: url.path, hosts: ["kobis": "a%3A8"])
        try archive.keep(answer("real"), to: request("1"))
        try archive.keep(answer("film"), to: request("1", service: "kakao"))
        #expect(try other.answer(to: request("1")) == nil)
        try other.keep(answer("test"), to: request("1"))
        #expect(try archive.answer(to: request("1")) == answer("real"))
        #expect(try other.answer(to: request("1")) == answer("test"))
        #expect(try other.answer(to: request("1", service: "kakao")) == answer("film"))
        let left = try FileManager.default.contentsOfDirectory(atPath: url.path).sorted()
        #expect(left == ["kakao", "kobis", "kobis@a%3A8"])
        let services = try other.status(on: today).services
        #expect(services.mapValues(\.answers) == ["kakao": 1, "kobis": 1])
        #expect(try archive.clear().files == 2)
        #expect(try other.answer(to: request("1")) == answer("test"))
    }

    @Test("A correction of more films than an object may have fields is read again")
    func films() throws {
        let films = Dictionary(uniqueKeysWithValues: (0..<4100).map { ("\($0)", $0) })
        try archive.keep(answer(), to: chart, .final) { _ in (films: films, isOfFinal: true) }
        let corrections = archive.corrections()
        #expect(corrections.fault == nil && corrections[chart]?.films == films)
    }

    @Test("Of runs that correct one answer at once, each remembers what the one before it kept")
    func race() throws {
        try archive.keep(answer("x"), to: chart)
        for (text, isOfFinal, count) in [("y", false, 0), ("z", true, 1), ("x", false, 1)] {
            // Each run found x before.
            try archive.keep(answer(text), to: chart, .final) { known in
                known.map {
                    (films: [String(decoding: $0.body, as: UTF8.self): 0], isOfFinal: isOfFinal)
                }
            }
            #expect(archive.corrections().count == count)
        }
        #expect(archive.corrections()[chart]?.films == ["x": 0, "y": 0, "z": 0])
    }

    @Test("All of many answers are examined")
    func many() throws {
        let count = SlowLane.cases(100, quick: 20)
        for number in 0..<count { try archive.keep(answer(), to: request("\(number)")) }
        #expect(try archive.status(on: today).total.good == count)
        #expect(try archive.clear().files == count)
        #expect(try names == [])
    }
}

extension AnswerArchive {
    /// Keeps `answer` for the usual time of its kind.
    func keep(_ answer: Answer, to request: Request) throws(Fault) {
        try keep(answer, to: request, Freshness(of: request.subject, in: answer))
    }
}
