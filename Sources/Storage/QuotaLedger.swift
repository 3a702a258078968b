package import BoxOffice
package import Engine
internal import Glibc
internal import SystemPackage

/// The numbers of calls made today with each key, in a folder that all runs share.
///
/// Each key has one file a day. A call is marked in it before it is sent, so that every call is
/// counted once, even if the process dies. The file is not synced to the disk: a power cut loses a
/// few calls of the last seconds, but the service counts too.
///
/// Counting never stops a run. If the file cannot be written, is damaged or was lost during the run,
/// only the run's own calls count; that may be too few, and then the service refuses calls. All
/// cases are in ``warnings``.
package actor QuotaLedger: CallMeter {
    private let folder: FilePath
    private let now: @Sendable () -> Instant
    /// The calls of this run alone, by the file that they are marked in.
    private var own: [FilePath: DayUse] = [:]
    /// The problems of counting: files that cannot be written and files that are damaged.
    package private(set) var warnings: [Fault] = []

    /// Uses the folder at `path`, which is created when the first call is counted.
    ///
    /// - Parameter now: the clock that determines the day.
    package init(at path: String, now: @escaping @Sendable () -> Instant) {
        folder = FilePath(path)
        self.now = now
    }

    /// Returns the name of `key` in the ledger: 16 hexadecimal digits of its SHA-256.
    package static func hash(of key: Secret) -> String {
        String(Digest.hexadecimal(of: key.text.utf8).prefix(16))
    }

    /// Counts a call that is about to be sent.
    ///
    /// - Throws: a ``Fault`` of kind `notYet` if the day has no calls left.
    package func take(_ quota: Quota) throws(Fault) {
        let now = now()
        let day = now.dayInSeoul
        var use = (try? use(of: quota, on: day)) ?? DayUse(on: day)
        if !use.isClosed, use.calls < quota.limit {
            use = add(.call, to: quota, on: day)
            guard use.isClosed || use.calls > quota.limit else { return }
            // Another process was quicker.
            use = add(.withdrawal, to: quota, on: day)
        }
        throw .usedUp(quota, use, at: now)
    }

    /// Takes back a call of today that never left this machine.
    package func giveBack(_ quota: Quota) {
        let day = now().dayInSeoul
        // At midnight the call may be one of the day before.
        guard own[file(of: quota, on: day)]?.calls ?? 0 > 0 else { return }
        _ = add(.withdrawal, to: quota, on: day)
    }

    /// Returns the end of the first ten minutes of the day, in which a service that calls its quota
    /// exhausted may mean the day before; nil after them.
    package static func endOfDoubt(at now: Instant) -> Instant? {
        let midnight = Instant(startOf: now.dayInSeoul).secondsSince1970
        let end = Instant(secondsSince1970: midnight + 600)
        return now < end ? end : nil
    }

    /// Closes the day, because the service itself says that the quota is exhausted.
    ///
    /// While the service may mean the day before (``endOfDoubt(at:)``), this does nothing.
    package func close(_ quota: Quota) {
        let now = now()
        guard Self.endOfDoubt(at: now) == nil else { return }
        _ = add(.closing, to: quota, on: now.dayInSeoul)
    }

    /// Returns the use of `quota` on `day`, which is today if nil; no file is created or changed.
    ///
    /// - Throws: a ``Fault`` if this run has no count of its own, and the file cannot be read
    ///   (`configuration`) or is damaged (`malformed`).
    package func use(of quota: Quota, on day: Day? = nil) throws(Fault) -> DayUse {
        let day = day ?? now().dayInSeoul
        let path = file(of: quota, on: day)
        let own = own[path]
        do throws(Errno) {
            let use = try DayUse(of: day, at: path)
            // If this run had to count alone, the file does not have all of its calls.
            return if let own, own.calls > use.calls || own.isClosed && !use.isClosed {
                own
            } else {
                use
            }
        } catch {
            if let own { return own }
            guard error == .noSuchFileOrDirectory else { throw .notRead(path, error) }
        }
        _ = try SmallFile.find(path.string)  // A link that leads nowhere is not 0 calls.
        return DayUse(on: day)
    }

    // MARK: - The files

    /// Appends `mark` to the day's file, counts it for this run as well, and returns the new use.
    private func add(_ mark: DayUse.Mark, to quota: Quota, on day: Day) -> DayUse {
        let path = file(of: quota, on: day)
        var own = own[path] ?? DayUse(on: day)
        own.add(mark)
        self.own[path] = own
        let fault: Fault
        do throws(Fault) {
            try folder.createFolders()
            do throws(Errno) {
                let use = try DayUse(of: day, at: path, appending: mark)
                if use.calls <= 1 { tidy(around: day, name(of: quota)) }
                guard use.calls >= own.calls else { throw .damaged }
                return use
            } catch {
                let kind: Fault.Kind = error == .damaged ? .malformed : .cannotWrite
                fault = .notCounted(path, kind, error.reason)
            }
        } catch {
            fault = .notCounted(path, .cannotWrite, error.wording)
        }
        if !warnings.contains(where: { $0.kind == fault.kind }) { warnings.append(fault) }
        return own
    }

    /// Removes all but the fourteen day files nearest to `day`: not just one is kept, because a clock
    /// that is set wrong and then back must find its count again.
    private func tidy(around day: Day, _ start: String) {
        let days = ((try? folder.names()) ?? []).compactMap { name in
            name.string.hasPrefix(start) ? Day(name.string.dropFirst(start.count)) : nil
        }
        let nearest = days.sorted { abs($0.distance(to: day)) < abs($1.distance(to: day)) }
        for day in nearest.dropFirst(14) { FilePath("\(folder)/\(start)\(day)").removeFile() }
    }

    private func file(of quota: Quota, on day: Day) -> FilePath {
        FilePath("\(folder)/\(name(of: quota))\(day)")
    }

    /// Returns the beginning of the names of the files of `quota`, before the day.
    private func name(of quota: Quota) -> String {
        "\(quota.service.percentEncoded)-\(quota.keyHash.percentEncoded)-"
    }
}

extension Fault {
    /// The day's calls are used up.
    package static func usedUp(_ quota: Quota, _ use: DayUse, at now: Instant) -> Fault {
        let midnight = Instant(startOf: now.dayInSeoul.advanced(by: 1))
        let minutes = (midnight.secondsSince1970 - now.secondsSince1970 + 59) / 60
        let wait =
            minutes < 60
            ? Message("wait-minutes", "\(minutes) min")
            : Message("wait-hours", "\(minutes / 60) h \(minutes % 60) min")
        let reason =
            use.isClosed
            ? Message("quota-closed", "as the service says")
            : quota.reserved == 0
                ? Message("quota-calls", "\(use.calls) of \(quota.limit, "call") made")
                : Message(
                    "quota-reserved",
                    "\(use.calls, "call") made, and the last \(quota.reserved) are for other runs")
        return Fault(
            .notYet,
            "quota-exhausted",
            "the day's quota of \(quota.service) is used up: \(reason); it resets at 00:00 in Seoul, in \(wait)",
            hint: "run the same command again then")
    }

    fileprivate static func notCounted(
        _ path: FilePath, _ kind: Kind, _ reason: Message
    ) -> Fault {
        Fault(
            kind, "not-counted",
            "calls cannot be counted in '\(path)': \(reason); only this run's calls are counted")
    }

    fileprivate static func notRead(_ path: FilePath, _ error: Errno) -> Fault {
        Fault(
            error == .damaged ? .malformed : error.kind(or: .configuration), "not-read",
            "the count of today's calls in '\(path)' cannot be read: \(error.reason)",
            hint: error != .damaged
                ? nil
                : Message(
                    "remove-ledger",
                    "remove the file to start a new count; the service may have counted more"))
    }
}

/// The use of one day's quota.
///
/// Its file is a byte for each call. A byte is appended with `O_APPEND`, which is atomic: no lock is
/// needed, and every process can tell which call was its own.
package struct DayUse: Hashable, Sendable {
    /// The day in Seoul.
    package let day: Day
    /// The number of calls counted.
    package internal(set) var calls = 0
    /// True if the service itself said that the quota is exhausted.
    package internal(set) var isClosed = false

    /// The meaning of a byte of the file.
    enum Mark: UInt8 {
        /// A call is about to be sent.
        case call = 0x2E  // .
        /// A call that was marked is not sent after all, because another process had taken the last
        /// one, or because the service could not be reached.
        case withdrawal = 0x2D  // -
        /// The service says that the quota is exhausted.
        case closing = 0x78  // x
    }

    /// Creates a day without calls.
    init(on day: Day) {
        self.day = day
    }

    /// Counts `mark`.
    mutating func add(_ mark: Mark) {
        switch mark {
        case .call: calls += 1
        // The file with the call may have been removed since.
        case .withdrawal: calls = max(0, calls - 1)
        case .closing: isClosed = true
        }
    }

    /// Reads the file of `day` at `path`.
    ///
    /// - Parameter mark: a mark to append first, which creates a missing file; marks that others
    ///   append after it do not count.
    /// - Throws: `damaged`, or the error if the file cannot be opened, read or written.
    init(of day: Day, at path: FilePath, appending mark: Mark? = nil) throws(Errno) {
        self.day = day
        let file =
            try mark == nil
            ? RegularFile.open(path, .readOnly)
            : RegularFile.open(path, .readWrite, options: [.append, .create])
        defer { try? file.close() }
        var end = Int.max
        if let mark {
            try file.writeWhole([mark.rawValue].span)
            end = lseek(file.rawValue, 0, SEEK_CUR)
            guard end >= 0, lseek(file.rawValue, 0, SEEK_SET) == 0 else { throw .current }
        }
        guard let bytes = try file.readWhole(limit: longestFile) else { throw .damaged }
        for byte in bytes.prefix(end) {
            guard let mark = Mark(rawValue: byte) else { throw .damaged }
            add(mark)
        }
    }
}

/// The maximum size of a ledger file in bytes: more calls than any service allows.
private let longestFile = 1 << 24
