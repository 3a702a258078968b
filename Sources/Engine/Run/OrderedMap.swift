internal import BoxOffice
internal import Synchronization

/// Maps elements in concurrent tasks, and gives the results in the order of the elements.
///
/// Elements are pulled only when there is room: at most `width` tasks are running or wait for an
/// earlier one. Of elements that are quick to map, a task takes several, one after the other: that
/// saves more than a second processor would.
///
/// A map may pull its elements from another, and do what must be done in their order in between. It
/// is used by one task.
final class OrderedMap<Element: Sendable, Output: Sendable> {
    /// Makes the output for an element, with memory that a task uses again for the next one: allocating it
    /// for every page takes as long as filling it.
    typealias Transform = @Sendable (Element, inout [Value]) async throws(Fault) -> Output

    /// What came of the elements of a task, up to the first failure.
    private typealias Results = [Result<Output, Fault>]

    private let width: Int
    private let batch: Int
    private let elements: () async throws(Fault) -> Element?
    private let isElementReady: () -> Bool
    private let transform: Transform
    private var work: [(task: Task<Results, Never>, isDone: Flag)] = []
    private var results: ArraySlice<Result<Output, Fault>> = []
    /// How the elements ended; nil as long as there may be more.
    private var end: Result<Void, Fault>?

    /// Makes a map of the elements that `elements` gives until it gives nil.
    ///
    /// - Parameters:
    ///   - width: how many tasks there are at once.
    ///   - batch: how many elements a task takes.
    ///   - elements: gives the next element. Its failure comes when all results before it are taken.
    ///   - isElementReady: whether `elements` gives the next one without a wait.
    ///   - transform: gives the output for an element; this is in vain if an earlier one fails.
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

    /// Whether ``next(idle:)`` returns without a wait.
    var isReady: Bool {
        !results.isEmpty || (work.first.map { $0.isDone.isSet } ?? (end != nil))
    }

    /// The next result; nil after the last.
    ///
    /// - Parameter idle: called before a wait, so that output can be flushed.
    /// - Throws: the failure of the first element that has one.
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

/// Something that has happened or not.
private final class Flag: Sendable {
    let value = Atomic(false)

    var isSet: Bool { value.load(ordering: .acquiring) }
}
