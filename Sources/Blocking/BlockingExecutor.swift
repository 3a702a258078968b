internal import Dispatch

/// A task executor that runs tasks one at a time on its own queue, where a call may block without
/// holding up other tasks.
///
/// It is a task executor rather than the serial executor of an actor: an actor runs on the executor
/// that its caller's task prefers, so this one type serves both actors and plain functions.
package final class BlockingExecutor: TaskExecutor {
    private let queue = DispatchQueue(label: "bo-export.blocking")

    /// Creates a new queue.
    package init() {}

    /// Puts `job` at the end of the queue.
    package func enqueue(_ job: consuming ExecutorJob) {
        let job = UnownedJob(job)
        queue.async { unsafe job.runSynchronously(on: self.asUnownedTaskExecutor()) }
    }

    /// Runs `body`, which may block, on the queue and returns its result.
    ///
    /// Cancelling the caller's task does not cancel `body`.
    package func run<Result: Sendable, Failure: Error>(
        _ body: @escaping @Sendable () async throws(Failure) -> Result
    ) async throws(Failure) -> Result {
        let task = Task(executorPreference: self) { () -> Swift.Result<Result, Failure> in
            do throws(Failure) {
                return .success(try await body())
            } catch {
                return .failure(error)
            }
        }
        return try await task.value.get()
    }
}
