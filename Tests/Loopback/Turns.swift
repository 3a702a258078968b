/// Lets a few of many tasks go on at once: tests start together, and the descriptors of a process
/// are often limited to 1,024.
public actor Turns {
    /// For what starts a program.
    public static let programs = Turns(24)
    /// For what starts a server, and perhaps more of them.
    static let servers = Turns(64)
    /// Whether this task has a server.
    @TaskLocal static var hasServer = false

    private var free: Int
    private var waiting: [CheckedContinuation<Void, Never>] = []

    init(_ free: Int) { self.free = free }

    /// Does `body` when its turn comes.
    public nonisolated func take<Result>(
        _ body: () async throws -> Result
    ) async rethrows -> Result {
        await begin()
        do {
            let result = try await body()
            await end()
            return result
        } catch {
            await end()
            throw error
        }
    }

    private func begin() async {
        if free > 0 {
            free -= 1
        } else {
            await withCheckedContinuation { waiting.append($0) }
        }
    }

    private func end() {
        if waiting.isEmpty { free += 1 } else { waiting.removeFirst().resume() }
    }
}
