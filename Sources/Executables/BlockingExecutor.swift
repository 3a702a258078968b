internal import BoxOffice
internal import Dispatch

/// Runs tasks one after the other on a queue of their own, so that they may block without holding
/// up anybody else, however few threads the others have.
final class BlockingExecutor: TaskExecutor {
    private let queue = DispatchQueue(label: "plugin")

    func enqueue(_ job: consuming ExecutorJob) {
        let job = UnownedJob(job)
        queue.async { unsafe job.runSynchronously(on: self.asUnownedTaskExecutor()) }
    }

    /// Does `body`, which may block.
    func run<Result: Sendable>(
        _ body: @escaping @Sendable () throws(Fault) -> Result
    ) async throws(Fault) -> Result {
        let task = Task(executorPreference: self) { () -> Swift.Result<Result, Fault> in
            do throws(Fault) {
                return .success(try body())
            } catch {
                return .failure(error)
            }
        }
        return try await task.value.get()
    }
}
