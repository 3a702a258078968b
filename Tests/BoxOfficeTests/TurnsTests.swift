import Synchronization
import Testing

@testable import BoxOffice

/// Tasks that go on in a fixed order.
@Suite(.timeLimit(.minutes(1))) struct TurnsTests {
    @Test("Whoever comes first waits for the turns before it, also those that never come")
    func order() async {
        let turns = Turns()
        let order = Mutex<[Int]>([])
        await withTaskGroup(of: Void.self) { group in
            for turn in [4, 2, 5, 0] {
                group.addTask {
                    await turns.wait(for: turn)
                    order.withLock { $0.append(turn) }
                    turns.pass(turn)
                    turns.pass(turn)
                }
            }
            // Two tasks fail before they wait.
            for turn in [3, 1] { group.addTask { turns.pass(turn) } }
        }
        #expect(order.withLock { $0 } == [0, 2, 4, 5])
        await turns.wait(for: 3)
    }
}
