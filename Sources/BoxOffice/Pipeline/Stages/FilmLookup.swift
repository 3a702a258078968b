/// Looks films up, each once, however many rows it has and however many lookups are in flight.
actor FilmLookup<Result: Sendable> {
    private struct Entry {
        let task: Task<Result, any Error>
        var waiters = 0
    }

    private var entries: [String: Entry] = [:]

    /// The result of `lookUp` for `film`, which is called at most once per film.
    ///
    /// A lookup is cancelled if nothing waits for it any more.
    func result(
        for film: Film, _ lookUp: @escaping @Sendable (Film) async throws(Fault) -> Result
    ) async throws(Fault) -> Result {
        let task = entries[film.code]?.task ?? Task { try await lookUp(film) }
        entries[film.code, default: Entry(task: task)].waiters += 1
        do {
            return try await withTaskCancellationHandler {
                try await task.value
            } onCancel: {
                Task { await self.leave(film.code) }
            }
        } catch let fault as Fault {
            throw fault
        } catch {
            throw Fault(.bug, "lookup-ended", "an unexpected error ended a lookup: \(error)")
        }
    }

    private func leave(_ code: String) {
        entries[code]?.waiters -= 1
        if let entry = entries[code], entry.waiters <= 0 { entry.task.cancel() }
    }
}
