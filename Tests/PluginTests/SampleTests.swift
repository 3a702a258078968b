import BoxOffice
import Engine
import Foundation
import KOBIS
import Loopback
import Sample
import Testing

@Suite struct SampleTests {
    @Test("The recordings of the samples have the same charts of its week, of the same moment")
    func recordings() throws {
        let sample = Sample(of: KOBIS(.json))
        let last = Period(of: .daily, containing: try #require(sample.holdings.last))
        let query = Query.chart(
            ChartQuery(periods: Periods(from: last.advanced(by: -6), to: last)))
        let requests = Array(sample.requests(for: query))
        #expect(requests.count == 7)
        let folder = ChartFixtures.repository.appending(path: "Samples/week-2022-05-30/recordings")
        for request in requests {
            let answer = try #require(sample.ownAnswer(to: request))
            let file = folder.appending(path: Recording.path(for: request))
            var bytes = try Array(Data(contentsOf: file))
            let recording = try Recording(taking: &bytes)
            #expect(recording.answer.fetchedAt == answer.fetchedAt)
            let (own, other) = try (
                sample.read(answer, to: request), sample.read(recording.answer, to: request)
            )
            #expect(own.count == 10)
            #expect(own.records(ChartEntry.self) == other.records(ChartEntry.self))
        }
        let files = try FileManager.default.subpathsOfDirectory(
            atPath: folder.resolvingSymlinksInPath().path)
        #expect(files.filter { $0.hasSuffix(".rec") }.count == 7)
    }
}
