import BoxOffice
import Engine
import Foundation
import Loopback
import SlowLane
import Storage
import Synchronization
import Testing

@Suite struct QuotaLedgerTests {
    private let folder = TemporaryFolder.newURL
    private let quota = Quota(service: "kobis", keyHash: "0123456789abcdef", limit: 3000)
    private let noon = Clock("2022-06-08T12:00:00+09:00")

    private var file: URL { folder.appending(path: "kobis-0123456789abcdef-2022-06-08") }

    private func ledger(_ clock: Clock? = nil) -> QuotaLedger {
        QuotaLedger(at: folder.path, now: { [clock = clock ?? noon] in clock.now })
    }

    /// Takes `calls` calls, and returns the fault of the first that was refused.
    private func take(_ calls: Int, of quota: Quota, from ledger: QuotaLedger) async -> Fault? {
        for _ in 0..<calls {
            do throws(Fault) {
                try await ledger.take(quota)
            } catch {
                return error
            }
        }
        return nil
    }

    @Test("Calls are counted across ledgers, by service, key and day, in a small file each")
    func counts() async throws {
        #expect(await take(3, of: quota, from: ledger()) == nil)
        #expect(await take(2, of: quota, from: ledger()) == nil)
        let other = Quota(service: "kobis", keyHash: "f", limit: 3000)
        #expect(await take(1, of: other, from: ledger()) == nil)
        #expect(try await ledger().use(of: quota).calls == 5)
        #expect(try await ledger().use(of: other).calls == 1)
        let unused = Quota(service: "kakao", keyHash: "f", limit: 1)
        #expect(try await ledger().use(of: unused).calls == 0)
        let names = try FileManager.default.contentsOfDirectory(atPath: folder.path).sorted()
        #expect(names == ["kobis-0123456789abcdef-2022-06-08", "kobis-f-2022-06-08"])
        let text = try String(contentsOf: file, encoding: .utf8)
        #expect(text == ".....")
    }

    @Test("A key is identified only by a part of its hash")
    func hash() {
        let hash = QuotaLedger.hash(of: Secret("abc"))
        #expect(hash == "ba7816bf8f01cfea")
    }

    @Test("When the quota is exhausted, nothing more is counted, and the fault says until when")
    func usedUp() async throws {
        let small = Quota(service: "kobis", keyHash: "k", limit: 2)
        let clock = Clock("2022-06-08T18:48:00+09:00")
        let fault = await take(3, of: small, from: ledger(clock))
        #expect(
            fault
                == Fault(
                    .notYet, "quota-exhausted",
                    "the day's quota of kobis is used up: 2 of 2 calls made; it resets at 00:00 in Seoul, in 5 h 12 min",
                    hint: "run the same command again then"))
        #expect(try await ledger(clock).use(of: small).calls == 2)
        clock.set("2022-06-08T23:59:59+09:00")
        let late = await take(1, of: small, from: ledger(clock))
        #expect(late?.message.hasSuffix("in 1 min") == true)
    }

    @Test("At midnight in Seoul, and not before, the count restarts")
    func midnight() async throws {
        let small = Quota(service: "kobis", keyHash: "k", limit: 2)
        let clock = Clock("2022-06-08T23:59:58+09:00")
        let ledger = ledger(clock)
        #expect(await take(3, of: small, from: ledger)?.kind == .notYet)
        clock.set("2022-06-08T23:59:59+09:00")
        #expect(await take(1, of: small, from: ledger)?.kind == .notYet)
        clock.set("2022-06-09T00:00:00+09:00")
        #expect(try await ledger.use(of: small).calls == 0)
        #expect(await take(1, of: small, from: ledger) == nil)
        #expect(try await ledger.use(of: small).calls == 1)
        // Setting the clock back over midnight forgets nothing.
        clock.set("2022-06-08T23:59:59+09:00")
        #expect(try await ledger.use(of: small).calls == 2)
        #expect(await take(1, of: small, from: ledger)?.kind == .notYet)
        clock.set("2021-06-08T23:59:59+09:00")
        #expect(try await ledger.use(of: small).calls == 0)
        clock.set("2022-06-09T00:00:01+09:00")
        #expect(try await ledger.use(of: small).calls == 1)
    }

    @Test(
        "A clock that jumps and comes back finds the day's count again, in every run",
        arguments: ["2022-06-10", "2022-06-06", "2022-06-09", "2031-01-01", "1970-01-02"])
    func jump(other: String) async throws {
        let clock = Clock("2022-06-08T12:00:00+09:00")
        #expect(await take(10, of: quota, from: ledger(clock)) == nil)
        clock.set("\(other)T12:00:00+09:00")
        #expect(await take(3, of: quota, from: ledger(clock)) == nil)
        clock.set("2022-06-08T13:00:00+09:00")
        #expect(await take(10, of: quota, from: ledger(clock)) == nil)
        #expect(try await ledger(clock).use(of: quota).calls == 20)
        clock.set("\(other)T13:00:00+09:00")
        #expect(try await ledger(clock).use(of: quota).calls == 3)
    }

    @Test("Fourteen days are kept, and the most distant ones are removed first")
    func manyDays() async throws {
        let clock = Clock("2031-01-01T12:00:00+09:00")
        #expect(await take(1, of: quota, from: ledger(clock)) == nil)
        for day in 10...30 {
            clock.set("2022-06-\(day)T12:00:00+09:00")
            #expect(await take(day - 9, of: quota, from: ledger(clock)) == nil)
        }
        let names = try FileManager.default.contentsOfDirectory(atPath: folder.path).sorted()
        #expect(names == (17...30).map { "kobis-0123456789abcdef-2022-06-\($0)" })
        clock.set("2022-06-17T12:00:00+09:00")
        #expect(try await ledger(clock).use(of: quota).calls == 8)
    }

    @Test(
        "A quota that the service reports as used up closes the day, but not just after midnight")
    func closed() async throws {
        let clock = Clock("2022-06-08T00:09:59+09:00")
        await ledger(clock).close(quota)
        #expect(await take(1, of: quota, from: ledger(clock)) == nil)
        clock.set("2022-06-08T00:10:00+09:00")
        await ledger(clock).close(quota)
        let fault = await take(1, of: quota, from: ledger(clock))
        #expect(fault?.message.contains("used up: as the service says;") == true)
        let use = try await ledger(clock).use(of: quota)
        #expect(use.isClosed && use.calls == 1)
        clock.set("2022-06-09T00:00:00+09:00")
        #expect(await take(1, of: quota, from: ledger(clock)) == nil)
    }

    @Test("Many concurrent runs count every call, and never exceed the quota")
    func concurrency() async throws {
        let calls = SlowLane.cases(10, quick: 4)
        let exact = Quota(service: "kobis", keyHash: "k", limit: 30 * calls)
        let ledgers = (0..<4).map { _ in ledger() }
        let taken = await withTaskGroup(of: Int.self) { group in
            for number in 0..<40 {
                group.addTask {
                    var taken = 0
                    for _ in 0..<calls {
                        let fault = await take(1, of: exact, from: ledgers[number % 4])
                        if fault == nil { taken += 1 }
                    }
                    return taken
                }
            }
            return await group.reduce(0, +)
        }
        #expect(taken == exact.limit)
        #expect(try await ledger().use(of: exact).calls == exact.limit)
        for ledger in ledgers { #expect(await ledger.warnings == []) }
    }

    @Test(
        "A damaged file stops no run: each counts its own calls, with a warning",
        arguments: [
            { _ in Data("hello".utf8) }, { _ in Data(count: 10_000) },
            { Data($0.enumerated().map { $0.offset == 2 ? $0.element ^ 1 : $0.element }) },
            { $0 + Data(count: 3) },
        ] as [@Sendable (Data) -> Data])
    func damage(_ damage: @Sendable (Data) -> Data) async throws {
        let run = ledger()
        #expect(await take(3, of: quota, from: run) == nil)
        try damage(Data(contentsOf: file)).write(to: file)
        #expect(await take(1, of: quota, from: run) == nil)
        #expect(try await run.use(of: quota).calls == 4)
        #expect(await run.warnings.map(\.kind) == [.malformed])

        let other = ledger()
        #expect(await take(2, of: quota, from: other) == nil)
        let message = await other.warnings.first?.message
        #expect(message?.contains("it is damaged; only this run's calls are counted") == true)
        #expect(try await other.use(of: quota).calls == 2)
        await #expect(throws: Fault.self) { try await ledger().use(of: quota) }
    }

    @Test(
        "A file that is lost or cut off during the run is damaged: the run's own calls count",
        arguments: [0, 2, nil])
    func lostFile(length: Int?) async throws {
        let run = ledger()
        #expect(await take(3, of: quota, from: run) == nil)
        if let length {
            try Data(contentsOf: file).prefix(length).write(to: file)
        } else {
            try FileManager.default.removeItem(at: folder)
        }
        #expect(await take(1, of: quota, from: run) == nil)
        #expect(await run.warnings.map(\.kind) == [.malformed])
        #expect(try await run.use(of: quota).calls == 4)
        #expect(try await ledger().use(of: quota).calls == (length ?? 0) + 1)
    }

    @Test("A call that is given back after the file was removed does not damage the new file")
    func removedFile() async throws {
        let run = ledger()
        #expect(await take(1, of: quota, from: run) == nil)
        try FileManager.default.removeItem(at: file)
        await run.giveBack(quota)
        #expect(await take(2, of: quota, from: ledger()) == nil)
        #expect(try await ledger().use(of: quota).calls == 2)
        #expect(await run.warnings == [])
    }

    @Test("An unreadable file does not count as 0 calls")
    func unreadable() async throws {
        func kind() async throws -> Fault.Kind? {
            do throws(Fault) {
                _ = try await ledger().use(of: quota)
                return nil
            } catch {
                return error.kind
            }
        }
        #expect(try await kind() == nil)
        try FileManager.default.createDirectory(at: file, withIntermediateDirectories: true)
        #expect(try await kind() == .configuration)
        try FileManager.default.removeItem(at: file)
        try Data("y".utf8).write(to: file)
        #expect(try await kind() == .malformed)
        try FileManager.default.removeItem(at: folder)
        try Data().write(to: folder)
        #expect(try await kind() == .configuration)
    }

    @Test("A pipe in place of the file is not waited for", .timeLimit(.minutes(10)))
    func pipe() async throws {
        try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
        let made = unsafe mkfifo(file.path, 0o600)
        #expect(made == 0)
        let run = ledger()
        #expect(await take(2, of: quota, from: run) == nil)
        #expect(await run.warnings.map(\.kind) == [.cannotWrite])
        #expect(await run.warnings.first?.message.contains("it is not a regular file") == true)
        #expect(try await run.use(of: quota).calls == 2)
        await #expect(throws: Fault.self) { try await ledger().use(of: quota) }
    }

    @Test(
        "If nothing can be written, the run counts on its own, and says so once",
        arguments: ["/proc/none", "/dev/null/x"])
    func readOnly(path: String) async throws {
        let run = QuotaLedger(at: path, now: { [noon] in noon.now })
        let small = Quota(service: "kobis", keyHash: "k", limit: 3)
        let fault = await take(4, of: small, from: run)
        #expect(fault?.message.contains("3 of 3 calls made") == true)
        #expect(await run.warnings.map(\.kind) == [.cannotWrite])
        #expect(try await run.use(of: small).calls == 3)
    }

    @Test("A run that could not count for a while knows its own calls when it can again")
    func writableAgain() async throws {
        let small = Quota(service: "kobis", keyHash: "0123456789abcdef", limit: 0)
        try Data().write(to: folder)
        let run = ledger()
        #expect(await take(1, of: small, from: run)?.kind == .notYet)
        #expect(await take(2, of: quota, from: run) == nil)
        try FileManager.default.removeItem(at: folder)
        #expect(await take(1, of: quota, from: run) == nil)
        #expect(try await run.use(of: quota).calls == 3)
        #expect(try await ledger().use(of: quota).calls == 1)
        #expect(await run.warnings.map(\.kind) == [.cannotWrite, .malformed])
    }
}

/// A clock that shows the time it is set to.
private final class Clock: Sendable {
    private let moment: Mutex<Instant>

    init(_ text: String) {
        moment = Mutex(Self.read(text))
    }

    var now: Instant { moment.withLock { $0 } }

    func set(_ text: String) { moment.withLock { $0 = Self.read(text) } }

    private static func read(_ text: String) -> Instant {
        Instant(text) ?? Instant(secondsSince1970: 0)
    }
}
