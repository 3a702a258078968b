import Blocking
import Foundation
import Testing

@Suite struct BlockingExecutorTests {
    /// A barrier at which callers wait until all have arrived.
    private final class Meeting: @unchecked Sendable {
        private let condition = NSCondition()
        private var missing: Int

        init(of count: Int) { missing = count }

        /// Blocks until all callers have arrived; false if one is missing after a minute.
        func attend() -> Bool {
            condition.lock()
            defer { condition.unlock() }
            missing -= 1
            condition.broadcast()
            let end = Date.now.addingTimeInterval(60)
            while missing > 0, condition.wait(until: end) {}
            return missing <= 0
        }
    }

    private actor Attendant {
        private let executor = BlockingExecutor()

        nonisolated func attend(_ meeting: Meeting) async -> Bool {
            await executor.run { await self.block(in: meeting) }
        }

        private func block(in meeting: Meeting) -> Bool { meeting.attend() }
    }

    private let count = 4 * ProcessInfo.processInfo.activeProcessorCount

    @Test("More actors block at once than the machine has processors")
    func actors() async {
        let meeting = Meeting(of: count)
        let outcomes = await withTaskGroup(of: Bool.self) { group in
            for _ in 0..<count { group.addTask { await Attendant().attend(meeting) } }
            return await group.reduce(into: []) { $0.append($1) }
        }
        #expect(outcomes == Array(repeating: true, count: count))
    }

    @Test("The error of what ran is the error of the call")
    func errors() async {
        await #expect(throws: CancellationError.self) {
            try await BlockingExecutor().run { () throws(CancellationError) in
                throw CancellationError()
            }
        }
    }
}
