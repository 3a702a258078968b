/// A semaphore that lets only a few tasks run at once: tests start together, and a process is often
/// limited to 1,024 descriptors.
public actor AsyncSemaphore {
    /// The permits for starting a program.
    public static let programs = AsyncSemaphore(10)
    /// The permits for starting a server, and perhaps further servers.
    static let servers = AsyncSemaphore(64)
    /// True if this task has a server.
    @TaskLocal static var hasServer = false

    private var free: Int
    private var waiting: [CheckedContinuation<Void, Never>] = []

    init(_ free: Int) { self.free = free }

    /// Runs `body` with a permit, as soon as one is free.
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
