package import BoxOffice

/// A transport that sends as many requests at a time as all runs of the process may together.
package struct SharedTransport: Transport {
    private let base: any Transport
    private let slots: RequestSlots

    /// Makes a transport that sends over `base` what has one of `slots`.
    package init(_ base: any Transport, _ slots: RequestSlots) {
        (self.base, self.slots) = (base, slots)
    }

    /// Waits for a slot, and sends the request.
    package func send(_ request: Request) async throws(Fault) -> Answer {
        guard await slots.acquire() else { throw .cancelled }
        let result: Result<Answer, Fault>
        do throws(Fault) {
            result = .success(try await base.send(request))
        } catch {
            result = .failure(error)
        }
        await slots.release()
        return try result.get()
    }

    /// Passes it on.
    package func didReject(_ request: Request, _ fault: Fault) async {
        await base.didReject(request, fault)
    }
}

/// A semaphore for the requests of all runs of the process.
package actor RequestSlots {
    private var free: Int
    private var last = 0
    private var waiting: [(number: Int, holder: CheckedContinuation<Bool, Never>)] = []

    /// Allows that many requests at the same time.
    package init(_ count: Int) { free = count }

    /// Waits for a slot; returns false if the task was cancelled before.
    func acquire() async -> Bool {
        guard !Task.isCancelled else { return false }
        guard free == 0 else {
            free -= 1
            return true
        }
        last += 1
        let number = last
        return await withTaskCancellationHandler {
            await withCheckedContinuation { waiting.append((number, $0)) }
        } onCancel: {
            Task { await self.leave(number) }
        }
    }

    /// Gives a slot back: the next one in the queue has it.
    func release() {
        if waiting.isEmpty {
            free += 1
        } else {
            waiting.removeFirst().holder.resume(returning: true)
        }
    }

    private func leave(_ number: Int) {
        guard let index = waiting.firstIndex(where: { $0.number == number }) else { return }
        waiting.remove(at: index).holder.resume(returning: false)
    }
}
