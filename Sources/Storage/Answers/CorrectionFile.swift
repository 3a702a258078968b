internal import BoxOffice
internal import Engine
internal import Glibc
internal import Synchronization
internal import SystemPackage
internal import Wire

/// The file in which an archive remembers corrections of final charts.
///
/// It has a line for each request: the checksum of the rest, and an object with the number, the
/// request, its chart and first day, and the films of the earlier answers with their best places.
/// Any number of processes may use it at once: it is replaced whole, under a lock that is held until
/// the corrected answer is kept, and read under the same lock. A line that is damaged is told and
/// dropped.
final class CorrectionFile: Sendable {
    /// The corrections by the names of their requests, and the fault of those that could not be read.
    typealias Contents = (all: [String: Correction], fault: Fault?)

    private let path: FilePath
    /// The contents as this process knows them; nil before they are read.
    private let known = Mutex<Contents?>(nil)

    /// Uses the file in `folder`, which is created with the first correction.
    init(in folder: FilePath) { path = folder.appending("corrections") }

    /// Returns all corrections, as they were when this process first asked or last added one.
    func all() -> Contents {
        known.withLock { known in
            if let known { return known }
            guard FileStatus(of: path) != nil else {
                known = ([:], nil)
                return ([:], nil)
            }
            // Where no lock can be had, such as in a folder that may only be read, nobody writes.
            let lock = try? lock()
            defer { withExtendedLifetime(lock) {} }
            let contents: Contents
            do throws(Fault) { contents = try read() } catch { contents = ([:], error) }
            known = contents
            return contents
        }
    }

    /// Adds `films` to those of the correction of `request`, gives it the next number, and calls
    /// `body`, which keeps the corrected answer.
    ///
    /// Numbers follow the time, so that they also grow after all corrections were forgotten.
    func add(
        _ films: [String: Int], of request: Request, named name: String, at moment: Instant,
        _ body: () throws(Fault) -> Void
    ) throws(Fault) {
        guard let period = request.subject.edition?.period else { return try body() }
        try change { all throws(Fault) in
            let last = all.values.map(\.number).max() ?? 0
            all[name] = Correction(
                number: max(last + 1, moment.secondsSince1970 * 1000), period: period,
                films: films.merging(all[name]?.films ?? [:], uniquingKeysWith: min))
        } then: { () throws(Fault) in
            try body()
        }
    }

    /// Removes the corrections for whose names `isUseless` is true, and returns their number.
    func remove(where isUseless: (String) -> Bool) throws(Fault) -> Int {
        guard FileStatus(of: path) != nil else { return 0 }
        var count = 0
        try change { all throws(Fault) in
            let useless = all.keys.filter(isUseless)
            for name in useless { all[name] = nil }
            count = useless.count
        }
        return count
    }

    /// Reads the file, changes what it holds, and replaces it.
    private func change(
        _ body: (inout [String: Correction]) throws(Fault) -> Void,
        then next: () throws(Fault) -> Void = {}
    ) throws(Fault) {
        try known.withLock { known throws(Fault) in
            try path.folder.createFolders()
            let lock = try lock()
            defer { withExtendedLifetime(lock) {} }
            var contents = try read()
            try body(&contents.all)
            let lines = contents.all.sorted { $0.value.number < $1.value.number }
                .map { Self.line($1, of: $0) }
            let file = try OutputFile.begin(at: path, with: Array(lines.joined().utf8))
            do throws(Errno) { try file.commit() } catch { throw .cannotWrite(path.string, error) }
            known = contents
            try next()
        }
    }

    /// Waits until no other process changes the file.
    private func lock() throws(Fault) -> FileLock {
        for _ in 0..<1000 {
            if let lock = try FileLock(of: path.string) { return lock }
            usleep(10_000)
        }
        throw .correctionsLocked(path)
    }

    // MARK: - The lines

    private func read() throws(Fault) -> Contents {
        let bytes: [UInt8]?
        do throws(Errno) {
            bytes = try RegularFile.bytes(at: path, limit: largestRecording)
        } catch .noSuchFileOrDirectory {
            return ([:], nil)
        } catch {
            throw .cannotRead(
                "'\(path)'", error, as: .configuration, code: "corrections-unreadable")
        }
        guard let bytes else { return ([:], .correctionsDamaged(path)) }
        var contents: Contents = ([:], nil)
        for line in bytes.split(separator: UInt8(ascii: "\n")) {
            if let (name, correction) = Self.correction(in: Array(line)) {
                contents.all[name] = correction
            } else {
                contents.fault = .correctionsDamaged(path)
            }
        }
        return contents
    }

    private static func line(_ correction: Correction, of name: String) -> String {
        let films = correction.films.sorted { ($0.value, $0.key) < ($1.value, $1.key) }
            .map { "\(Value.text($0).json):\($1)" }.joined(separator: ",")
        let period = correction.period
        let object =
            #"{"number":\#(correction.number),"request":\#(Value.text(name).json),"#
            + #""chart":"\#(period.chart.rawValue)","from":"\#(period.from)","films":{\#(films)}}"#
        return "\(CRC32.hexadecimal(of: object.utf8.span)) \(object)\n"
    }

    /// Reads a line; nil if it is damaged.
    private static func correction(in line: [UInt8]) -> (name: String, Correction)? {
        let object = Array(line.dropFirst(9))
        guard line.starts(with: "\(CRC32.hexadecimal(of: object.span)) ".utf8),
            let fields = try? JSONValue(objectIn: object),
            case .number(let number)? = fields["number"], let number = Int(number),
            case .text(let name)? = fields["request"],
            case .text(let chart)? = fields["chart"], let chart = Chart(rawValue: chart),
            case .text(let day)? = fields["from"], let day = Day(day),
            case .object(let members)? = fields["films"]
        else { return nil }
        var films: [String: Int] = [:]
        for member in members {
            guard case .number(let place) = member.value, let place = Int(place) else { return nil }
            films[member.name] = place
        }
        let period = Period(of: chart, containing: day)
        return (name, Correction(number: number, period: period, films: films))
    }
}

extension Fault {
    fileprivate static func correctionsDamaged(_ path: FilePath) -> Fault {
        Fault(
            .malformed, "corrections-damaged",
            "'\(path)' is damaged: corrections of final charts are lost, so readers of Singer "
                + "messages may keep rows as they were; load these again without --state, and remove "
                + "the file")
    }

    fileprivate static func correctionsLocked(_ path: FilePath) -> Fault {
        Fault(
            .cannotWrite, "corrections-locked",
            "another program has locked '\(path)' for ten seconds")
    }
}
