import Synchronization
import Testing

@testable import BoxOffice

/// Tasks that go on in a fixed order.
@Suite(.timeLimit(.minutes(1))) struct TurnsTests {
    @Test("A task waits for the turns before its own, also for those that only pass")
    func order() async {
        let turns = Turns()
        let order = Order()
        await withTaskGroup(of: Void.self) { group in
            for turn in [4, 2, 5, 0] {
                group.addTask {
                    await turns.wait(for: turn)
                    order.append(turn)
                    turns.pass(turn)
                    turns.pass(turn)
                }
            }
            // Two tasks fail before they wait.
            for turn in [3, 1] { group.addTask { turns.pass(turn) } }
        }
        #expect(order.turns == [0, 2, 4, 5])
        await turns.wait(for: 3)
    }
}

/// The turns that went on, in their order.
private final class Order: Sendable {
    private let list = Mutex<[Int]>([])

    var turns: [Int] { list.withLock { $0 } }

    func append(_ turn: Int) { list.withLock { $0.append(turn) } }
}
