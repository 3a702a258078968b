import Engine
import Foundation
import Synchronization
import Testing

@testable import BoxOffice
@testable import Executables

/// Executables whose answers are kept, and that are asked at intervals.
@Suite(.timeLimit(.minutes(10))) struct KeptSourceTests {
    /// Makes a source of daily charts that logs its starts and what it is asked.
    private func source(_ shop: Workshop, _ fields: String) throws -> PluginFile {
        let columns =
            #"[{"name":"date"},{"name":"rank"},{"name":"title"},{"name":"seats","type":"integer"}]"#
        return try shop.plugin(
            .source, #","charts":["daily"],"from":"2000-01-01","columns":\#(columns)\#(fields)"#,
            """
            started=
            while IFS= read -r query; do
                [ "$started" ] || echo start >>starts
                started=yes
                day=${query##*'"from":"'}
                day=${day%%\\"*}
                echo "$day" >>asked
                echo "{\\"row\\":{\\"date\\":\\"$day\\",\\"rank\\":1,\\"title\\":\\"t\\",\\"seats\\":null}}"
                echo '{"end":{}}'
            done
            """)
    }

    /// Exports the five days up to 2022-06-07, on the day after.
    private func export(
        _ file: PluginFile, on host: PluginHost, keptIn archive: Shelf?,
        _ mode: ArchiveMode = .normal
    ) async throws -> Outcome {
        let outcome = Outcome()
        let today = try #require(Day("2022-06-08"))
        let days = [-5, -1].map { Period(of: .daily, containing: today.advanced(by: $0)) }
        do throws(Fault) {
            try await host.supervise { () async throws(Fault) in
                let source = try await ExecutableSource(file, host: host)
                let query = Query.chart(ChartQuery(periods: Periods(from: days[0], to: days[1])))
                let plan = try Plan(
                    [SourcePlan(Asked(query), to: source)], at: Instant(startOf: today))
                let transport = PluginTransport(
                    to: source.endpoint, besides: Nowhere(), now: { Instant(startOf: today) },
                    count: { (_) async throws(Fault) in })
                let export = Export(
                    plan,
                    with: Fetcher(
                        over: transport, kept: KeptAnswers(archive, mode: mode, terms: plan.terms)))
                let layout = plan.layout(
                    header: nil, medium: .file, options: try PluginOptions(for: Words().manifest))
                _ = try await export.run(Words(), layout) { _ in Page(outcome: outcome) }
            }
        } catch {
            outcome.fault = error
        }
        return outcome
    }

    @Test("Final days are asked for once, others in every run, and none offline")
    func keeps() async throws {
        let shop = try Workshop()
        let file = try source(shop, #","keeps":true"#)
        let shelf = Shelf()
        let first = try await export(file, on: shop.host, keptIn: shelf)
        #expect(first.fault == nil && first.text.split(separator: "\n").count == 5)
        #expect(shop.lines("asked").count == 5 && shop.lines("starts").count == 1)
        let second = try await export(file, on: shop.host, keptIn: shelf)
        #expect(second.bytes == first.bytes)
        // A chart is final three days after its last day.
        #expect(shop.lines("asked").suffix(2).sorted() == ["2022-06-06", "2022-06-07"])
        #expect(shop.lines("asked").count == 7 && shop.lines("starts").count == 2)
        let offline = try await export(file, on: shop.host, keptIn: shelf, .offline)
        #expect(offline.bytes == first.bytes && offline.fault == nil)
        #expect(shop.lines("starts").count == 2)
        let refreshed = try await export(file, on: shop.host, keptIn: shelf, .refresh)
        #expect(refreshed.bytes == first.bytes && shop.lines("asked").count == 12)
    }

    @Test("Without the field nothing is kept")
    func keepsNothing() async throws {
        let shop = try Workshop()
        let file = try source(shop, "")
        let shelf = Shelf()
        for count in [5, 10] {
            let outcome = try await export(file, on: shop.host, keptIn: shelf)
            #expect(outcome.fault == nil)
            #expect(shop.lines("asked").count == count && shelf.count == 0)
        }
    }

    @Test("Offline, only a plugin that needs no network is asked for what is not kept")
    func offline() async throws {
        let shop = try Workshop()
        for (fields, isAsked) in [
            (#","keeps":true"#, false), (#","keeps":true,"asks_network":false"#, true),
        ] {
            let file = try source(shop, fields)
            let outcome = try await export(file, on: shop.host, keptIn: Shelf(), .offline)
            #expect((outcome.fault == nil) == isAsked, "\(outcome.fault as Any)")
            #expect(outcome.fault.map { $0.code == "not-archived" } ?? true)
            #expect(shop.lines("asked").isEmpty != isAsked)
        }
    }

    @Test(
        "Answers from before a plugin changed are not used, whatever else changes in its manifest",
        arguments: [
            (#","version":"2""#, false), (#","currency":"USD""#, false),
            (#","to":"2030-01-01","final_after":2,"rows":1,"asks_network":false,"calls":9"#, true),
            (#","filters":{"nations":["korean"]}"#, false),
        ])
    func changed(fields: String, isUsed: Bool) async throws {
        let shop = try Workshop()
        let shelf = Shelf()
        _ = try await export(try source(shop, #","keeps":true"#), on: shop.host, keptIn: shelf)
        let later = try await export(
            try source(shop, #","keeps":true"# + fields), on: shop.host, keptIn: shelf, .offline)
        #expect((later.fault == nil) == isUsed, "\(later.fault as Any)")
        #expect(shop.lines("asked").count == 5)
    }

    @Test(
        "The host pauses between two queries as the manifest says, and a cancelled run stops waiting"
    )
    func pause() async throws {
        let shop = try Workshop()
        let file = try source(shop, #","pause":0.1"#)
        let start = ContinuousClock.now
        let outcome = try await export(file, on: shop.host, keptIn: nil)
        #expect(outcome.fault == nil && shop.lines("asked").count == 5)
        #expect(ContinuousClock.now - start >= .milliseconds(400))

        let slow = try Workshop()
        let lazy = try source(slow, #","pause":60"#)
        let run = Task { try await export(lazy, on: slow.host, keptIn: nil) }
        while slow.lines("asked").isEmpty { try await Task.sleep(for: .milliseconds(5)) }
        run.cancel()
        #expect(try await run.value.fault?.kind == .cancelled)
        #expect(slow.lines("asked").count == 1)
    }
}

/// An archive in memory.
private final class Shelf: AnswerArchive {
    private let answers = Mutex<[String: Answer]>([:])

    var count: Int { answers.withLock { $0.count } }

    func answer(to request: Request) -> Answer? { answers.withLock { $0[request.target] } }

    func keep(_ answer: Answer, to request: Request, _ freshness: Freshness?) {
        answers.withLock { $0[request.target] = answer }
    }

    func drop(answerTo request: Request) { answers.withLock { $0[request.target] = nil } }
}
