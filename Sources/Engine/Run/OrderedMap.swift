internal import BoxOffice
internal import Synchronization

/// A concurrent map that returns its results in the order of the elements.
///
/// Elements are pulled only when there is room: at most `width` tasks are running or waiting for an
/// earlier one. If elements are quick to map, a task takes several in a row: that saves more than a
/// second processor would.
///
/// A map may pull its elements from another map, and do work between the two that must be done in
/// order. It is used by one task.
final class OrderedMap<Element: Sendable, Output: Sendable> {
    /// A function that makes the output for an element, in memory that the task reuses for the next
    /// one: allocating it for every page takes as long as filling it.
    typealias Transform = @Sendable (Element, inout [Value]) async throws(Fault) -> Output

    /// The results of a task's elements, up to the first failure.
    private typealias Results = [Result<Output, Fault>]

    private let width: Int
    private let batch: Int
    private let elements: () async throws(Fault) -> Element?
    private let isElementReady: () -> Bool
    private let transform: Transform
    private var work: [(task: Task<Results, Never>, isDone: Flag)] = []
    private var results: ArraySlice<Result<Output, Fault>> = []
    /// The outcome of the elements; nil as long as there may be more.
    private var end: Result<Void, Fault>?

    /// Makes a map of the elements that `elements` gives until it gives nil.
    ///
    /// - Parameters:
    ///   - width: the maximum number of tasks at once.
    ///   - batch: the number of elements per task.
    ///   - elements: gives the next element. Its failure is thrown once all earlier results are
    ///     taken.
    ///   - isElementReady: returns true if `elements` gives the next one without waiting.
    ///   - transform: makes the output for an element; the work is wasted if an earlier one fails.
    init(
        width: Int, batch: Int = 1, of elements: @escaping () async throws(Fault) -> Element?,
        isElementReady: @escaping () -> Bool = { true },
        transform: @escaping Transform
    ) {
        self.width = max(1, width)
        self.batch = max(1, batch)
        self.elements = elements
        self.isElementReady = isElementReady
        self.transform = transform
    }

    /// True if ``next(idle:)`` returns without waiting.
    var isReady: Bool {
        !results.isEmpty || (work.first.map { $0.isDone.isSet } ?? (end != nil))
    }

    /// Returns the next result; nil after the last.
    ///
    /// - Parameter idle: called before a wait, so that output can be flushed.
    /// - Throws: the failure of the first element that failed.
    func next(idle: () throws(Fault) -> Void = {}) async throws(Fault) -> Output? {
        if Task.isCancelled { throw Fault.cancelled }
        if results.isEmpty {
            try await pull(idle)
            guard let (task, isDone) = work.first else {
                try end?.get()
                return nil
            }
            if !isDone.isSet { try idle() }
            let tasks = work.map(\.task)
            results = await withTaskCancellationHandler {
                await task.value[...]
            } onCancel: {
                for task in tasks { task.cancel() }
            }
            work.removeFirst()
        }
        return try results.popFirst()?.get()
    }

    /// Pulls elements as long as there is room, and starts their tasks.
    private func pull(_ idle: () throws(Fault) -> Void) async throws(Fault) {
        while end == nil, work.count < width, work.isEmpty || isElementReady() {
            if work.isEmpty, !isElementReady() { try idle() }
            var pulled: [Element] = []
            do throws(Fault) {
                while pulled.count < batch, let element = try await elements() {
                    pulled.append(element)
                }
                if pulled.count < batch { end = .success(()) }
            } catch {
                end = .failure(error)
            }
            guard !pulled.isEmpty else { return }
            let isDone = Flag()
            let task = Task { [pulled, transform] in
                var results: Results = []
                results.reserveCapacity(pulled.count)
                var cells: [Value] = []
                for element in pulled {
                    do throws(Fault) {
                        results.append(.success(try await transform(element, &cells)))
                    } catch {
                        results.append(.failure(error))
                        break
                    }
                }
                isDone.value.store(true, ordering: .releasing)
                return results
            }
            work.append((task, isDone))
        }
    }

    /// Waits for the tasks that are running; `cancels` tells them to end.
    func finish(cancels: Bool) async {
        if cancels { for (task, _) in work { task.cancel() } }
        for (task, _) in work { _ = await task.value }
        work = []
    }
}

/// A flag that a task sets when it is done.
private final class Flag: Sendable {
    let value = Atomic(false)

    var isSet: Bool { value.load(ordering: .acquiring) }
}
