internal import Dispatch

/// Runs an actor on a queue of its own, so that it may block without holding up anybody else.
final class BlockingExecutor: SerialExecutor {
    private let queue = DispatchQueue(label: "curl")

    func enqueue(_ job: consuming ExecutorJob) {
        let job = UnownedJob(job)
        queue.async { unsafe job.runSynchronously(on: self.asUnownedSerialExecutor()) }
    }
}
