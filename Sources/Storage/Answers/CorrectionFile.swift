internal import BoxOffice
internal import Engine
internal import Glibc
internal import Synchronization
internal import SystemPackage
internal import Wire

/// The file in which an archive remembers corrections of charts.
///
/// Each line is the checksum of the rest and an object. The first has the name of the archive, by
/// which readers know whose numbers they have, and the number before which corrections were lost.
/// Each of the others is about a request: its number, its chart and first day, and films of the
/// earlier answers with their best places; thousands of films take several lines.
/// Any number of processes may use it at once: it is replaced whole, under a lock that is held until
/// the corrected answer is kept, and read under the same lock. A line that is damaged is told,
/// and noted as lost when the file is replaced.
final class CorrectionFile: Sendable {
    /// What the file holds.
    struct Contents {
        /// The name of the archive; empty before there is a correction.
        var archive = ""
        /// The number before which some were lost; 0 if none were.
        var lost = 0
        /// The corrections by the names of their requests.
        var all: [String: Correction] = [:]
        /// The fault of those that cannot be read.
        var fault: Fault?

        /// The number for the next correction.
        ///
        /// Numbers follow the time, so that one that was lost is smaller, too.
        var next: Int {
            max(lost, all.values.map(\.number).max() ?? 0, time(nil) * 1000) + 1
        }
    }

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
                known = Contents()
                return Contents()
            }
            // Where no lock can be had, such as in a folder that may only be read, nobody writes.
            let lock = try? FileLock.waiting(for: path.string, atMost: 10)
            defer { withExtendedLifetime(lock) {} }
            let contents: Contents
            do throws(Fault) { contents = try read() } catch { contents = Contents(fault: error) }
            known = contents
            return contents
        }
    }

    /// Adds the films that `replacement` returns to those of the correction of `request`, which gets
    /// the next number if a final answer is replaced, and calls `keep`, which replaces it.
    func add(
        of request: Request, named name: String,
        _ replacement: () throws(Fault) -> ReplacedAnswer?, then keep: () throws(Fault) -> Void
    ) throws(Fault) {
        guard let period = request.subject.edition?.period else { return try keep() }
        try change(then: keep) { contents throws(Fault) in
            guard let added = try replacement() else { return false }
            let known = contents.all[name]
            contents.all[name] = Correction(
                number: added.isOfFinal ? contents.next : known?.number ?? 0, period: period,
                films: added.films.merging(known?.films ?? [:], uniquingKeysWith: min))
            return true
        }
    }

    /// Removes the corrections for whose names `isUseless` is true, and returns the number of those
    /// of final charts.
    ///
    /// The archive then has another name, so that every reader gets those that are left.
    func remove(where isUseless: (String) -> Bool) throws(Fault) -> Int {
        guard FileStatus(of: path) != nil else { return 0 }
        var count = 0
        try change { contents throws(Fault) in
            let useless = contents.all.filter { isUseless($0.key) }
            for name in useless.keys { contents.all[name] = nil }
            contents.archive = Self.newName()
            count = useless.values.count(where: \.isOfFinal)
            return true
        }
        return count
    }

    /// Reads the file, changes what it holds, replaces it if `body` returns true, and calls `next`.
    private func change(
        then next: () throws(Fault) -> Void = {},
        _ body: (inout Contents) throws(Fault) -> Bool
    ) throws(Fault) {
        try known.withLock { known throws(Fault) in
            try path.folder.createFolders()
            let lock = try FileLock.waiting(for: path.string, atMost: 10)
            defer { withExtendedLifetime(lock) {} }
            var contents = try read()
            if contents.fault != nil { (contents.lost, contents.fault) = (contents.next, nil) }
            if contents.archive.isEmpty { contents.archive = Self.newName() }
            guard try body(&contents) else { return try next() }
            let lines =
                [Self.line(#"{"archive":"\#(contents.archive)","lost":\#(contents.lost)}"#)]
                + contents.all.sorted { $0.value.number < $1.value.number }
                .flatMap { Self.lines($1, of: $0) }
            try OutputFile.replace(path, with: Array(lines.joined().utf8))
            known = contents
            try next()
        }
    }

    // MARK: - The lines

    private func read() throws(Fault) -> Contents {
        let bytes: [UInt8]?
        do throws(Errno) {
            bytes = try RegularFile.bytes(at: path.string, limit: largestRecording)
        } catch .noSuchFileOrDirectory {
            return Contents()
        } catch {
            throw .cannotRead(
                "'\(path)'", error, as: .configuration, code: "corrections-unreadable")
        }
        guard let bytes else { return Contents(fault: .correctionsDamaged(path)) }
        var contents = Contents()
        for line in bytes.split(separator: UInt8(ascii: "\n")) {
            let fields = Self.fields(of: Array(line))
            if case .text(let archive)? = fields?["archive"],
                case .number(let lost)? = fields?["lost"], let lost = Int(lost)
            {
                (contents.archive, contents.lost) = (archive, lost)
            } else if let fields, let (name, correction) = Self.correction(in: fields) {
                let others = contents.all[name]?.films ?? [:]
                contents.all[name] = Correction(
                    number: correction.number, period: correction.period,
                    films: correction.films.merging(others, uniquingKeysWith: min))
            } else {
                contents.fault = .correctionsDamaged(path)
            }
        }
        // Without the first line nobody knows whose numbers these are, nor what was lost.
        if contents.archive.isEmpty { contents.fault = .correctionsDamaged(path) }
        return contents
    }

    /// Returns the lines of a correction, of at most a thousand films each, because an object that is
    /// read may have only some thousands of fields.
    private static func lines(_ correction: Correction, of name: String) -> [String] {
        let films = correction.films.sorted { ($0.value, $0.key) < ($1.value, $1.key) }
            .map { "\(Value.text($0).json):\($1)" }
        let period = correction.period
        let opening =
            #"{"number":\#(correction.number),"request":\#(Value.text(name).json),"#
            + #""chart":"\#(period.chart.rawValue)","from":"\#(period.from)","films":{"#
        return stride(from: 0, to: max(1, films.count), by: 1000).map { start in
            let part = films.dropFirst(start).prefix(1000).joined(separator: ",")
            return line("\(opening)\(part)}}")
        }
    }

    private static func line(_ object: String) -> String {
        "\(CRC32.hexadecimal(of: object.utf8.span)) \(object)\n"
    }

    private static func newName() -> String { String(UInt64.random(in: .min ... .max), radix: 16) }

    /// Reads the object of a line; nil if it is damaged.
    private static func fields(of line: [UInt8]) -> JSONValue? {
        let object = Array(line.dropFirst(9))
        let sum = CRC32.hexadecimal(of: object.span)
        return line.starts(with: "\(sum) ".utf8) ? try? JSONValue(objectIn: object) : nil
    }

    /// Reads a correction; nil if it is none.
    private static func correction(in fields: JSONValue) -> (name: String, Correction)? {
        guard case .number(let number)? = fields["number"], let number = Int(number),
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
            "'\(path)' is damaged: corrections of final charts are lost, so readers of Singer messages may keep rows as they were; load these again without --state"
        )
    }
}
