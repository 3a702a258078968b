/// Transforms `elements`, at most `width` at a time, and passes the results on in their order.
///
/// Elements are taken in strides of `stride`, whose elements are transformed one after the other:
/// if a transformation is quick, a longer stride saves more than a second processor would. Elements
/// are pulled only when there is room: besides the strides in progress, at most `width` strides
/// wait for an earlier one. The elements of a stride use the same `memory`. `idle` is called whenever
/// the next result is not ready, so that output can be flushed before the wait.
///
/// The first error, in the order of the elements, ends the work and cancels what is in flight. If
/// the quota is exhausted, requests in flight may finish: they are already counted, and the archive
/// can keep their answers.
func inOrder<Element: Sendable, Memory, Result: Sendable>(
    _ elements: some Sequence<Element>, width: Int, stride: Int = 1,
    memory: @escaping @Sendable () -> Memory,
    _ transform: @escaping @Sendable (Element, inout Memory) async throws(Fault) -> Result,
    consume: (Result) async throws(Fault) -> Void,
    idle: () throws(Fault) -> Void
) async throws(Fault) {
    /// The results of a stride, up to the first failure.
    typealias Outcomes = [Swift.Result<Result, Fault>]
    // A task that prefers an executor, even the pool, takes a lock whenever it is resumed.
    let isElsewhere = unsafe withUnsafeCurrentTask { unsafe $0?.unownedTaskExecutor != nil }
    do {
        try await withThrowingTaskGroup(of: (Int, Outcomes).self) { group in
            var remaining = elements.makeIterator()
            var waiting: [Int: Outcomes] = [:]
            var pulled = 0
            var running = 0
            var next = 0
            var exhausted = false
            while true {
                if Task.isCancelled { throw Fault.cancelled }
                while !exhausted, running < width, pulled - next < 2 * width {
                    var elements: [Element] = []
                    while elements.count < stride, let element = remaining.next() {
                        elements.append(element)
                    }
                    guard !elements.isEmpty else {
                        exhausted = true
                        break
                    }
                    let index = pulled
                    let work = { @Sendable [elements] in
                        (index, await outcomes(of: elements, memory(), transform))
                    }
                    // The work is done on the pool, wherever the results are consumed.
                    if isElsewhere {
                        group.addTask(
                            executorPreference: globalConcurrentExecutor, operation: work)
                    } else {
                        group.addTask(operation: work)
                    }
                    pulled += 1
                    running += 1
                }
                if let outcomes = waiting.removeValue(forKey: next) {
                    next += 1
                    for outcome in outcomes {
                        if case .failure(let fault) = outcome, fault.kind == .notYet {
                            for try await _ in group {}
                        }
                        try await consume(try outcome.get())
                    }
                    continue
                }
                guard running > 0 else { return }
                try idle()
                guard let (index, outcomes) = try await group.next() else { return }
                waiting[index] = outcomes
                running -= 1
            }
        }
    } catch let fault as Fault {
        throw fault
    } catch {
        throw Fault(.bug, "work-ended", "an unexpected error ended the work: \(error)")
    }
}

/// The results of `elements`, one after the other, up to the first failure.
private func outcomes<Element, Memory, Result>(
    of elements: [Element], _ memory: Memory,
    _ transform: (Element, inout Memory) async throws(Fault) -> Result
) async -> [Swift.Result<Result, Fault>] {
    var memory = memory
    var outcomes: [Swift.Result<Result, Fault>] = []
    outcomes.reserveCapacity(elements.count)
    for element in elements {
        do throws(Fault) {
            outcomes.append(.success(try await transform(element, &memory)))
        } catch {
            outcomes.append(.failure(error))
            break
        }
    }
    return outcomes
}

extension Fault {
    /// The user or the system asked the program to stop.
    static let cancelled = Fault(.cancelled, "cancelled", "the run was cancelled")
}
