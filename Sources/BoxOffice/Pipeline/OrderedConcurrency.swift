/// Transforms `elements` at most `width` at a time and hands the results over in their order.
///
/// Elements are pulled only when there is room: besides those being transformed, at most `width`
/// results wait for one before them. `idle` is called whenever the next result is not there yet,
/// so that what was handed over can be flushed before the wait.
///
/// The first error, in the elements' order, ends the work: what is under way is cancelled. But where
/// a quota is used up, it is waited for: it has been counted, and the archive can keep it.
func inOrder<Element: Sendable, Result: Sendable>(
    _ elements: some Sequence<Element>, width: Int,
    _ transform: @escaping @Sendable (Element) async throws(Fault) -> Result,
    consume: (Result) async throws(Fault) -> Void,
    idle: () throws(Fault) -> Void
) async throws(Fault) {
    typealias Outcome = Swift.Result<Result, Fault>
    do {
        try await withThrowingTaskGroup(of: (Int, Outcome).self) { group in
            var remaining = elements.makeIterator()
            var waiting: [Int: Outcome] = [:]
            var pulled = 0
            var running = 0
            var next = 0
            var exhausted = false
            while true {
                if Task.isCancelled { throw Fault.cancelled }
                while !exhausted, running < width, pulled - next < 2 * width {
                    guard let element = remaining.next() else {
                        exhausted = true
                        break
                    }
                    let place = pulled
                    // On the pool, be the results consumed where they may.
                    group.addTask(executorPreference: globalConcurrentExecutor) {
                        do throws(Fault) {
                            return (place, .success(try await transform(element)))
                        } catch {
                            return (place, .failure(error))
                        }
                    }
                    pulled += 1
                    running += 1
                }
                if let outcome = waiting.removeValue(forKey: next) {
                    next += 1
                    if case .failure(let fault) = outcome, fault.kind == .notYet {
                        for try await _ in group {}
                    }
                    try await consume(try outcome.get())
                    continue
                }
                guard running > 0 else { return }
                try idle()
                guard let (place, outcome) = try await group.next() else { return }
                waiting[place] = outcome
                running -= 1
            }
        }
    } catch let fault as Fault {
        throw fault
    } catch {
        throw Fault(.bug, "an unexpected error ended the work: \(error)")
    }
}

extension Fault {
    /// The user or the system asked the program to stop.
    static let cancelled = Fault(.cancelled, "the run was cancelled")
}
