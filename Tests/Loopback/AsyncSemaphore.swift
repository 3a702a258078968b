/// Lets a few of many tasks go on at once: tests start together, and the descriptors of a process
/// are often limited to 1,024.
public actor AsyncSemaphore {
    /// For what starts a program.
    public static let programs = AsyncSemaphore(10)
    /// For what starts a server, and perhaps more of them.
    static let servers = AsyncSemaphore(64)
    /// Whether this task has a server.
    @TaskLocal static var hasServer = false

    private var free: Int
    private var waiting: [CheckedContinuation<Void, Never>] = []

    init(_ free: Int) { self.free = free }

    /// Does `body` with a permit, when there is one.
    public nonisolated func withPermit<Result>(
        _ body: () async throws -> Result
    ) async rethrows -> Result {
        await acquire()
        do {
            let result = try await body()
            await release()
            return result
        } catch {
            await release()
            throw error
        }
    }

    private func acquire() async {
        if free > 0 {
            free -= 1
        } else {
            await withCheckedContinuation { waiting.append($0) }
        }
    }

    private func release() {
        if waiting.isEmpty { free += 1 } else { waiting.removeFirst().resume() }
    }
}
