import Testing

@testable import BoxOffice
@testable import Engine

/// The answers that an export takes from its archive and keeps there.
@Suite struct ExportArchiveTests {
    private let archive = ScriptedArchive()
    private let today = Day(daysSince1970: 20_000)
    private let details = Request.about(.code("1"))

    private func edition(_ daysAgo: Int, region: Region? = nil) -> Request {
        let period = Period(of: .daily, containing: today.advanced(by: -daysAgo))
        return .about(.edition(ChartEdition(period, filter: ChartFilter(region: region))))
    }

    /// Sends `request` with those `outcomes`, and returns the answer and the number of requests sent.
    private func ask(
        _ request: Request, _ outcomes: [Result<Answer, Fault>] = [.success(Answer(1))],
        _ mode: ArchiveMode = .normal, in archive: ScriptedArchive? = nil,
        _ change: (inout ExportSetup) -> Void = { _ in }
    ) async -> (answer: Answer?, asked: Int, fault: Fault?, summary: ExportSummary) {
        let transport = ScriptedTransport(outcomes)
        var setup = ExportSetup(from: ScriptedSource(), over: transport, today: today)
        setup.archive = archive ?? self.archive
        setup.archiveMode = mode
        setup.retry = .withoutWaits()
        change(&setup)
        var summary = ExportSummary()
        do throws(Fault) {
            let fetcher = try setup.fetcher()
            let (_, answer) = try await fetcher.answer(
                to: AddressedRequest(request, to: ScriptedSource(), fetcher.kept))
            setup.tally.add(to: &summary)
            return (answer, transport.sent.count, nil, summary)
        } catch {
            setup.tally.add(to: &summary)
            return (nil, transport.sent.count, error, summary)
        }
    }

    @Test("A final answer is requested once; a provisional one is kept and requested again")
    func editions() async {
        for (daysAgo, isFinal) in [(1, false), (2, false), (3, true), (4000, true)] {
            let first = await ask(edition(daysAgo), [.success(Answer(1, on: today))])
            #expect(first.asked == 1 && first.summary.archiveHits == 0)
            let second = await ask(edition(daysAgo), [.success(Answer(1, on: today))])
            #expect(second.asked == (isFinal ? 0 : 1))
            #expect(second.summary.archiveHits == (isFinal ? 1 : 0))
            #expect(second.answer?.source == "scripted")
        }
        #expect(archive.kept.count == 4)
    }

    @Test("While the clocks disagree, no figure becomes final, and one warning says so")
    func uncertainDates() async {
        for difference in [-32_400, 32_400, 172_800] {
            let archive = ScriptedArchive()
            var answer = Answer(1, on: today)
            answer.date(
                by: answer.fetchedAt,
                service: Instant(
                    secondsSince1970: answer.fetchedAt.secondsSince1970 - difference))
            let first = await ask(edition(10), [.success(answer)], in: archive)
            #expect(first.fault == nil && first.summary.warnings.count == 1)
            #expect(first.summary.warnings.first?.message.contains("hours") == true)
            let second = await ask(
                edition(10), [.success(Answer(1, on: today))], in: archive)
            #expect(second.asked == 1 && second.summary.warnings.isEmpty)
            #expect(await ask(edition(10), in: archive).asked == 0)
        }
    }

    @Test("If the local clock is ahead, the service's earlier clock dates the answer")
    func earlierClock() {
        var answer = Answer(1, on: today)
        let local = answer.fetchedAt
        let service = Instant(secondsSince1970: local.secondsSince1970 - 1700)
        answer.date(by: local, service: service, age: 100)
        #expect(answer.fetchedAt == service && answer.clockDifference == 1600)
        #expect(!answer.isDateUncertain)
        answer.date(by: local, service: nil, age: 100)
        #expect(answer.fetchedAt.secondsSince1970 == local.secondsSince1970 - 100)
        #expect(answer.clockDifference == 0)
    }

    @Test("A broken answer of undeclared length may have been cut off, and is requested again")
    func cutOff() async {
        var cut = Answer(9)
        cut.endsWithConnection = true
        let healed = await ask(details, [.success(cut), .success(Answer(1))])
        #expect(healed.fault == nil && healed.asked == 2)
        let broken = await ask(edition(10), [.success(cut)])
        #expect(broken.fault?.kind == .malformed && broken.asked == 4)
        #expect(await ask(edition(11), [.success(Answer(9))]).asked == 1)
    }

    @Test(
        "A service that was asked too often and names no wait is asked again after the usual wait")
    func tooOften() async {
        let busy = Answer(0, status: 429).asking(wait: 0)
        let result = await ask(details, [.success(busy), .success(Answer(1))])
        #expect(result.fault == nil && result.asked == 2)
    }

    @Test("Details are requested again after thirty days, and never taken from the future")
    func details() async throws {
        for (age, isGood) in [(0, true), (30, true), (31, false), (-1, false)] {
            try archive.store(Answer(1, on: today.advanced(by: -age)), to: details)
            #expect(await ask(details).asked == (isGood ? 0 : 1))
        }
    }

    @Test("A search is always requested again, and kept for offline runs")
    func searches() async {
        let search = Request.about(.page(1, after: 0))
        for _ in 0..<2 { #expect(await ask(search).asked == 1) }
        let offline = await ask(search, [], .offline)
        #expect(offline.fault == nil && offline.summary.archiveHits == 1)
    }

    @Test("A poster that was found is kept; a search without a result is not")
    func posters() async {
        let search = Request.about(.film(Film(code: "1", title: "t")))
        #expect(await ask(search, [.success(Answer(0))]).fault == nil)
        #expect(archive.kept.isEmpty)
        #expect(await ask(search).asked == 1)
        #expect(await ask(search).asked == 0)
    }

    @Test("Offline, everything kept is used, and nothing missing is requested")
    func offline() async throws {
        try archive.store(Answer(1, on: today.advanced(by: -900)), to: details)
        try archive.store(Answer(1, on: today), to: edition(1))
        for request in [details, edition(1)] {
            let result = await ask(request, [], .offline)
            #expect(result.fault == nil && result.asked == 0 && result.summary.archiveHits == 1)
        }
        let missing = await ask(edition(2), [.success(Answer(1))], .offline)
        #expect(missing.fault?.kind == .unavailable && missing.asked == 0)
        #expect(missing.fault?.message.contains("not in the archive") == true)
        #expect(missing.summary.retries == 0)
    }

    @Test("An answer of a plugin without a service is not kept")
    func noService() async throws {
        var source = ScriptedSource()
        source.service = nil
        let transport = ScriptedTransport([.success(Answer(1, on: today))])
        var setup = ExportSetup(from: source, over: transport, today: today)
        setup.archive = archive
        for _ in 0..<2 { _ = try await setup.fetcher().page(for: edition(10), from: source) }
        #expect(archive.kept.isEmpty && transport.sent.count == 2)
    }

    @Test("A refresh requests everything again and replaces what is kept")
    func refresh() async throws {
        let old = Answer(1, on: today.advanced(by: -10))
        try archive.store(old, to: edition(20))
        let result = await ask(edition(20), [.success(Answer(1, on: today))], .refresh)
        #expect(result.asked == 1 && result.summary.archiveHits == 0)
        #expect(archive.kept.values.map(\.fetchedAt.dayInSeoul) == [today])
    }

    @Test("Only answers that could be read are kept")
    func badAnswers() async {
        let bad: [Result<Answer, Fault>] = [
            .success(Answer(9)), .success(Answer(2)), .success(Answer(1, status: 500)),
            .success(Answer(0)), .failure(Fault(.malformed, "too large")),
        ]
        for outcome in bad {
            #expect(await ask(details, [outcome]).fault != nil)
            #expect(await ask(edition(1), [outcome]).fault != nil)
        }
        #expect(archive.kept.isEmpty)
    }

    @Test("An empty chart is kept only if it may really be empty")
    func emptyEditions() async throws {
        let seoul = try Region(named: "서울")
        for request in [edition(10), edition(1), edition(1, region: seoul)] {
            let result = await ask(request, [.success(Answer(0, on: today))]) {
                $0.allowsEmpty = true
            }
            #expect(result.fault == nil && archive.kept.isEmpty)
        }
        #expect(await ask(edition(10, region: seoul), [.success(Answer(0))]).fault == nil)
        #expect(archive.kept.count == 1)
    }

    @Test("A kept answer that cannot be read is dropped and requested again, but not offline")
    func unreadable() async throws {
        try archive.store(Answer(9), to: details)
        let offline = await ask(details, [], .offline)
        #expect(offline.fault?.kind == .unavailable && archive.kept.count == 1)
        let failing = await ask(details, [.failure(Fault(.keyRefused, "no"))])
        #expect(failing.asked == 1 && archive.kept.isEmpty)
        try archive.store(Answer(9), to: details)
        let healed = await ask(details)
        #expect(healed.asked == 1 && healed.summary.archiveHits == 0)
        #expect(archive.kept.values.map(\.body) == [[1]])
    }

    @Test("An archive that fails costs one warning, and no row")
    func brokenArchive() async {
        let broken = ScriptedArchive(isBroken: true)
        let result = await ask(details, in: broken)
        #expect(result.fault == nil && result.asked == 1)
        #expect(result.summary.warnings.map(\.message) == ["archive: disk full"])
        let tally = Tally()
        for _ in 0..<3 { tally.warn(ofArchive: Fault(.cannotWrite, "disk full")) }
        var summary = ExportSummary()
        tally.add(to: &summary)
        #expect(summary.warnings.count == 1)
    }

    @Test("A cross-check asks both sources; the chosen poster stays")
    func crossCheck() async {
        let poster = Request.about(.film(Film(code: "1", title: "t")))
        for (request, asked) in [(edition(10), 1), (details, 1), (poster, 0)] {
            _ = await ask(request)
            let again = await ask(request) { $0.isCrossCheck = true }
            #expect(again.asked == asked)
        }
    }
}
