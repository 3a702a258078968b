import Synchronization
import Testing

@testable import BoxOffice
@testable import Engine

/// The ordered map, whose results come in a fixed order whatever its tasks do.
@Suite(.timeLimit(.minutes(10))) struct TurnsTests {
    /// Returns a map of numbers.
    ///
    /// Some tasks yield once: among a thousand other tests, each yield is a long wait.
    private func map(
        _ count: Int, width: Int, batch: Int = 1, failing: Set<Int> = [], _ started: Numbers
    ) -> OrderedMap<Int, Int> {
        var next = 0
        return OrderedMap(
            width: width, batch: batch,
            of: { () async throws(Fault) in
                next += 1
                return next <= count ? next : nil
            }
        ) { number, _ async throws(Fault) in
            started.append(number)
            if number % 3 == 1 { await Task.yield() }
            if failing.contains(number) { throw Fault(.unavailable, "no \(number)") }
            return number
        }
    }

    @Test(
        "Results come in the order of the elements, each once", arguments: [1, 8], [1, 3])
    func order(width: Int, batch: Int) async throws {
        let map = map(30, width: width, batch: batch, Numbers())
        var results: [Int] = []
        while let result = try await map.next() { results.append(result) }
        #expect(results == Array(1...30))
    }

    @Test("Work that may run for several pages at once is chosen page by page")
    func chain() async throws {
        let first = map(20, width: 4, Numbers())
        let chosen = Numbers()
        let second = OrderedMap<Int, Int>(
            width: 4,
            of: { () async throws(Fault) in
                guard let number = try await first.next() else { return nil }
                chosen.append(number)
                return number
            }, isElementReady: { first.isReady }
        ) { number, _ async throws(Fault) in
            if number % 4 == 1 { await Task.yield() }
            return -number
        }
        var results: [Int] = []
        while let result = try await second.next() { results.append(result) }
        #expect(results == (1...20).map { -$0 } && chosen.list == Array(1...20))
    }

    @Test("The first failure comes after all results before it", arguments: [1, 4])
    func failure(batch: Int) async throws {
        let started = Numbers()
        let map = map(100, width: 4, batch: batch, failing: [7, 9], started)
        var results: [Int] = []
        let fault = await #expect(throws: Fault.self) {
            while let result = try await map.next() { results.append(result) }
        }
        #expect(fault?.message == "no 7" && results == Array(1...6))
        await map.finish(cancels: true)
        #expect(started.list.count <= (7 + 4) * batch)
    }

    @Test("A failure of the elements also comes in its place")
    func elements() async throws {
        var next = 0
        let map = OrderedMap<Int, Int>(
            width: 8,
            of: { () async throws(Fault) in
                next += 1
                guard next < 4 else { throw Fault(.unavailable, "no more") }
                return next
            }
        ) { number, _ async throws(Fault) in number }
        var results: [Int] = []
        await #expect(throws: Fault.self) {
            while let result = try await map.next() { results.append(result) }
        }
        #expect(results == [1, 2, 3])
    }
}

/// The numbers in order of arrival.
private final class Numbers: Sendable {
    private let numbers = Mutex<[Int]>([])

    var list: [Int] { numbers.withLock { $0 } }

    func append(_ number: Int) { numbers.withLock { $0.append(number) } }
}
