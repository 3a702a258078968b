/// The work of ``inOrder(_:width:stride:by:consume:idle:)`` on an element, in three steps.
///
/// A step is done for several elements before the next step begins: the code of one step stays in the
/// caches of the processor, which are too small for that of all three.
protocol OrderedWork: Sendable {
    /// What is worked on, such as a question.
    associatedtype Element: Sendable
    /// What the first step gets for an element.
    associatedtype Prepared
    /// What comes out.
    associatedtype Output: Sendable
    /// Allocated memory that the elements of a stride use one after the other.
    associatedtype Memory

    /// The memory for a stride.
    var memory: Memory { get }

    /// Prepares `element`; this is in vain if an earlier element fails.
    func prepare(_ element: Element) async -> Prepared

    /// The number of bytes that `prepared` holds, roughly.
    func size(of prepared: Prepared) -> Int

    /// The output for `element`; this is in vain if the last step fails for an earlier one.
    func output(for element: Element, _ prepared: Prepared) async throws(Fault) -> Output

    /// The output in its last form.
    func finish(_ output: Output, using memory: inout Memory) throws(Fault) -> Output
}

/// Does `work` with `elements`, at most `width` at a time, and passes the results on in their order.
///
/// Elements are taken in strides of `stride`, which are worked on one after the other: if the work is
/// quick, a longer stride saves more than a second processor would. Elements are pulled only when there
/// is room: besides the strides in progress, at most `width` strides wait for an earlier one. `idle` is
/// called whenever the next result is not ready, so that output can be flushed before the wait.
///
/// The first error, in the order of the elements, ends the work and cancels what is in flight. If
/// the quota is exhausted, requests in flight may finish: they are already counted, and the archive
/// can keep their answers.
func inOrder<Work: OrderedWork>(
    _ elements: some Sequence<Work.Element>, width: Int, stride: Int = 1, by work: Work,
    consume: (Work.Output) async throws(Fault) -> Void,
    idle: () throws(Fault) -> Void
) async throws(Fault) {
    /// The results of a stride, up to the first failure.
    typealias Outcomes = [Result<Work.Output, Fault>]
    // The work is done on the pool, also where this task prefers another executor, which the tasks of the
    // group would inherit. A preference where none is needed would cost a lock whenever a task resumes.
    let prefersExecutor = unsafe withUnsafeCurrentTask { unsafe $0?.unownedTaskExecutor != nil }
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
                    var elements: [Work.Element] = []
                    while elements.count < stride, let element = remaining.next() {
                        elements.append(element)
                    }
                    guard !elements.isEmpty else {
                        exhausted = true
                        break
                    }
                    let index = pulled
                    let operation = { @Sendable [elements] in
                        (index, await work.outcomes(of: elements))
                    }
                    if prefersExecutor {
                        group.addTask(
                            executorPreference: globalConcurrentExecutor, operation: operation)
                    } else {
                        group.addTask(operation: operation)
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
                        if case .failure(let fault) = outcome, fault.kind == .cancelled,
                            !Task.isCancelled
                        {
                            // It waited for a film together with work that failed: that is the cause.
                            for try await (index, outcomes) in group { waiting[index] = outcomes }
                            let later = waiting.sorted { $0.key < $1.key }.flatMap(\.value)
                            for case .failure(let cause) in later where cause.kind != .cancelled {
                                throw cause
                            }
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

extension OrderedWork {
    /// The outputs for the elements of a stride, up to the first failure.
    fileprivate func outcomes(of stride: [Element]) async -> [Result<Output, Fault>] {
        var memory = memory
        var outcomes: [Result<Output, Fault>] = []
        outcomes.reserveCapacity(stride.count)
        var rest = stride[...]
        while !rest.isEmpty {
            let batch = await nextBatch(of: &rest)
            var outputs: [Output] = []
            outputs.reserveCapacity(batch.count)
            var failure: Fault?
            for (element, prepared) in batch {
                do throws(Fault) {
                    outputs.append(try await output(for: element, prepared))
                } catch {
                    failure = error
                    break
                }
            }
            for output in outputs {
                do throws(Fault) {
                    outcomes.append(.success(try finish(output, using: &memory)))
                } catch {
                    return outcomes + [.failure(error)]
                }
            }
            if let failure { return outcomes + [.failure(failure)] }
        }
        return outcomes
    }

    /// Takes some elements from the beginning of `rest` and prepares them.
    ///
    /// Eight are enough that nearly all is gained, and a quarter of a stride. Large ones are taken
    /// alone, for the sake of the memory.
    private func nextBatch(of rest: inout ArraySlice<Element>) async -> [(Element, Prepared)] {
        var batch: [(Element, Prepared)] = []
        batch.reserveCapacity(min(rest.count, 8))
        var size = 0
        while batch.count < 8, size < 256 * 1024, let element = rest.popFirst() {
            let prepared = await prepare(element)
            size += self.size(of: prepared)
            batch.append((element, prepared))
        }
        return batch
    }
}

extension Fault {
    /// The user or the system asked the program to stop.
    static let cancelled = Fault(.cancelled, "cancelled", "the run was cancelled")
}
