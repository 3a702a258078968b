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

    @Test("It holds its whole week, and says what there is")
    func holdings() throws {
        let sample = Sample(of: KOBIS(.json))
        let today = try #require(Day("2026-11-21"))
        let periods = try PeriodSelection().periods(
            of: .daily, today: today, holdings: sample.holdings)
        #expect(periods?.map(\.description) == ["2022-06-05"])
        let fault = #expect(throws: Fault.self) {
            try PeriodSelection(date: "yesterday").periods(
                of: .daily, today: today, holdings: sample.holdings)
        }
        #expect(
            fault
                == Fault(
                    .usage, "not-held",
                    Message(
                        "not-recorded",
                        "no such chart of 2026-11-20 was recorded: \(try #require(sample.holdings.recorded))"
                    )))
    }
}
