package import BoxOffice
package import Engine
internal import Glibc
internal import SystemPackage

/// How many calls were made today with each key, in a folder that all runs share.
///
/// Each key has a file with a line for each of the last days. It is changed under a lock before a call
/// is sent, so that every call is counted once, even if the process dies. The file is not synced to
/// the disk: a power cut loses a few calls of the last seconds, and the service counts too.
///
/// Counting never stops a run. If the file cannot be written, the run counts in memory. If the file is
/// damaged or empty, the count starts again from what this run knows; that may be too low, and then
/// the service refuses calls. Both cases are in ``warnings``.
package actor QuotaLedger: CallMeter {
    private let folder: FilePath
    private let now: @Sendable () -> Instant
    private let sleep: @Sendable (Duration) async throws -> Void
    private var known: [FilePath: DayUses] = [:]
    /// The problems of counting: files that cannot be written and files that were damaged.
    package private(set) var warnings: [Fault] = []

    /// Uses the folder at `path`, which is created when the first call is counted.
    ///
    /// - Parameters:
    ///   - now: the clock that says which day it is.
    ///   - sleep: waits before the lock is tried again.
    package init(
        at path: String, now: @escaping @Sendable () -> Instant,
        sleep: @escaping @Sendable (Duration) async throws -> Void = {
            try await Task.sleep(for: $0)
        }
    ) {
        folder = FilePath(path)
        self.now = now
        self.sleep = sleep
    }

    /// The name of `key` in the ledger: 16 hexadecimal digits of its SHA-256.
    package static func hash(of key: Secret) -> String {
        String(Digest.hexadecimal(of: key.text.utf8).prefix(16))
    }

    /// Counts a call that is about to be sent.
    ///
    /// - Throws: a ``Fault`` of kind `notYet` if the day has no call left.
    package func take(_ quota: Quota) async throws(Fault) {
        var refusal: Fault?
        await change(quota) { use, now in
            if use.isClosed || use.calls >= quota.limit {
                refusal = .usedUp(quota, use, at: now)
            } else {
                use.calls += 1
            }
        }
        if let refusal { throw refusal }
    }

    /// Closes the day, because the service itself says that the quota is exhausted.
    ///
    /// In the first ten minutes of a day this does nothing, because it may be about the day before.
    package func close(_ quota: Quota) async {
        await change(quota) { use, now in
            let midnight = Instant(startOf: now.dayInSeoul).secondsSince1970
            if now.secondsSince1970 - midnight >= 600 { use.isClosed = true }
        }
    }

    /// How much of `quota` is used today; no file is created or changed.
    ///
    /// - Throws: a ``Fault`` if this run has no count of its own, and the file cannot be read
    ///   (`configuration`) or is damaged (`malformed`).
    package func use(of quota: Quota) throws(Fault) -> DayUse {
        let path = file(of: quota)
        let today = now().dayInSeoul
        // If this run had to count in memory, no file has its calls.
        let own = known[path]?[today]
        do throws(Fault) {
            let use = try kept(at: path)[today]
            if let own, own.calls > use.calls { return own }
            return use
        } catch {
            if let own { return own }
            throw error
        }
    }

    /// Reads the file at `path`.
    private func kept(at path: FilePath) throws(Fault) -> DayUses {
        let uses: DayUses?
        var isThere = true
        do throws(Errno) {
            if let file = try LedgerFile.open(path, .readOnly) {
                uses = try file.read()
            } else {
                uses = DayUses()
                isThere = false
            }
        } catch {
            throw .notRead(path, error)
        }
        if !isThere { _ = try SmallFile.find(path.string) }
        guard let uses else { throw .notAsWritten(path) }
        return uses
    }

    // MARK: - The files

    /// Changes the use of `quota` in the file or, if that is impossible, in memory.
    private func change(
        _ quota: Quota, _ body: (inout DayUse, Instant) -> Void
    ) async {
        let path = file(of: quota)
        do throws(Fault) {
            try folder.createFolders()
        } catch {
            return changeInMemory(quota, body, because: error.wording)
        }
        do throws(Errno) {
            if known[path] == nil { Leftovers.remove(from: folder) }
            let file = try await lock(path)
            let kept = try file.read()
            var uses = kept ?? known[path] ?? DayUses()
            // Read again, because the wait for the lock may have passed midnight.
            let now = now()
            if kept == nil { warn(.damaged(path, uses[now.dayInSeoul])) }
            body(&uses[now.dayInSeoul], now)
            known[path] = uses
            if uses != kept { try file.write(uses, cutsOff: kept == nil) }
        } catch {
            changeInMemory(quota, body, because: error == .canceled ? nil : error.reason)
        }
    }

    /// Changes the use of `quota` that this run knows of; `reason` is why no file has it.
    private func changeInMemory(
        _ quota: Quota, _ body: (inout DayUse, Instant) -> Void, because reason: Message?
    ) {
        let path = file(of: quota)
        if let reason { warn(.notCounted(path, reason)) }
        let now = now()
        var uses = known[path] ?? DayUses()
        if let use = try? use(of: quota) { uses[use.day] = use }
        body(&uses[now.dayInSeoul], now)
        known[path] = uses
    }

    /// Opens the file at `path` and locks it until it is closed.
    ///
    /// The lock is polled: the process that holds it may be suspended, and a thread that blocks here
    /// could run nothing else.
    private func lock(_ path: FilePath) async throws(Errno) -> LedgerFile {
        let file = try open(path)
        for attempt in 0..<patience {
            if try file.lock() { return file }
            do {
                try await sleep(.microseconds(Int.random(in: 100...(200 * (attempt + 1)))))
            } catch {
                throw .canceled
            }
        }
        throw .wouldBlock
    }

    /// Opens the file at `path`, and creates it if there is none.
    private func open(_ path: FilePath) throws(Errno) -> LedgerFile {
        if let file = try LedgerFile.open(path, .readWrite) { return file }
        var uses = DayUses()
        let today = now().dayInSeoul
        uses[today] = DayUse(on: today)
        try LedgerFile.make(at: path, uses)
        guard let file = try LedgerFile.open(path, .readWrite) else {
            throw .noSuchFileOrDirectory
        }
        return file
    }

    private func file(of quota: Quota) -> FilePath {
        folder.appending("\(quota.service.percentEncoded)-\(quota.keyHash.percentEncoded)")
    }

    private func warn(_ fault: Fault) {
        if !warnings.contains(where: { $0.kind == fault.kind }) { warnings.append(fault) }
    }
}

/// How often the lock is tried: a few seconds in all.
private let patience = 200

extension Fault {
    fileprivate static func usedUp(_ quota: Quota, _ use: DayUse, at now: Instant) -> Fault {
        let midnight = Instant(startOf: now.dayInSeoul.advanced(by: 1))
        let minutes = (midnight.secondsSince1970 - now.secondsSince1970 + 59) / 60
        let wait =
            minutes < 60
            ? Message("wait-minutes", "\(minutes) min")
            : Message("wait-hours", "\(minutes / 60) h \(minutes % 60) min")
        let reason =
            use.isClosed
            ? Message("quota-closed", "as the service says")
            : Message("quota-calls", "\(use.calls) of \(quota.limit) calls were made")
        return Fault(
            .notYet,
            "quota-exhausted",
            "the day's quota of \(quota.service) is used up: \(reason); it is new at 00:00 in "
                + "Seoul, in \(wait)",
            hint: "run the same command again then")
    }

    fileprivate static func notCounted(_ path: FilePath, _ reason: Message) -> Fault {
        Fault(
            .cannotWrite,
            "not-counted",
            "calls cannot be counted in '\(path)': \(reason); only those of this run are")
    }

    fileprivate static func notRead(_ path: FilePath, _ error: Errno) -> Fault {
        let kind = error.kind(or: .configuration)
        return Fault(
            kind, "not-read",
            "the count of today's calls in '\(path)' cannot be read: \(error.reason)")
    }

    fileprivate static func notAsWritten(_ path: FilePath) -> Fault {
        Fault(
            .malformed, "not-as-written", "the count of today's calls in '\(path)' is damaged",
            hint: "the next call begins it anew; the service may have counted more")
    }

    fileprivate static func damaged(_ path: FilePath, _ use: DayUse) -> Fault {
        Fault(
            .malformed,
            "damaged",
            "the count of today's calls in '\(path)' was damaged and begins anew at \(use.calls); "
                + "the service may count more")
    }
}
