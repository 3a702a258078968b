package import BoxOffice
package import Engine
internal import Glibc
internal import Synchronization
internal import SystemPackage

/// A folder of recordings, one file per answer.
///
/// As a ``Transport`` it returns recorded answers only, without a network. As an ``AnswerArchive`` it
/// holds the good answers of all runs. Any number of processes may use it at once, because an answer
/// appears whole, in one step. Answers of an archive are not synced to the disk. If the power fails,
/// such an answer may be cut off. The length and checksum in its recording show that, and it is dropped
/// and fetched again like any damaged answer.
package final class RecordingFolder: Transport, AnswerArchive {
    package let path: String
    /// The hosts of the services that are not asked at their usual addresses, by name.
    private let hosts: [String: String]
    /// The folders from which this run has removed what killed runs left.
    private let tidied = Mutex<Set<FilePath>>([])
    private let corrected: CorrectionFile
    /// Those of ``corrected`` that are about ``hosts``; nil before they are needed, and after a change.
    private let ownCorrections = Mutex<Corrections?>(nil)

    /// Uses the folder at `path`, which is created when the first answer is recorded.
    ///
    /// - Parameter hosts: the hosts of services at other addresses than usual, by name. Their answers
    ///   have folders of their own: an answer of a test server must never be mistaken for a real one.
    package init(at path: String, hosts: [String: String] = [:]) {
        self.path = FilePath(path.isEmpty ? "." : path).string
        self.hosts = hosts
        corrected = CorrectionFile(in: FilePath(self.path))
    }

    /// Returns true if the folder exists.
    ///
    /// - Throws: a ``Fault`` of kind `configuration` if that cannot be determined, or if something
    ///   else is there.
    package func exists() throws(Fault) -> Bool {
        do throws(Errno) {
            guard let status = try FileStatus(ifAt: FilePath(path)) else { return false }
            guard status.isFolder else { throw .notDirectory }
            return true
        } catch {
            throw .cannotRead("'\(path)'", error, as: .configuration)
        }
    }

    /// True: recordings are on this machine.
    package var isLocal: Bool { true }

    /// Returns the recorded answer to `request`.
    ///
    /// - Throws: a ``Fault`` of kind `unavailable` if there is none, `malformed` if it is damaged, and
    ///   `configuration` if it cannot be read.
    package func send(_ request: Request) throws(Fault) -> Answer {
        let path = path(for: request)
        do throws(Fault) {
            let recording = try recording(at: path)
            guard recording.answers(request) else { throw .anotherRequest(recording.request) }
            return recording.answer
        } catch {
            throw error.kind == .malformed ? error.about("'\(path)'") : error
        }
    }

    /// Returns the kept answer to `request`, or nil; a damaged one is dropped.
    package func answer(to request: Request) throws(Fault) -> Answer? {
        do throws(Fault) {
            return try send(request)
        } catch {
            guard [.malformed, .unavailable].contains(error.kind) else { throw error }
            if error.kind == .malformed { drop(answerTo: request) }
            return nil
        }
    }

    /// Reads the recording at `path`.
    private func recording(at path: String) throws(Fault) -> Recording {
        let bytes: [UInt8]?
        do throws(Errno) {
            bytes = try RegularFile.bytes(at: path, limit: largestRecording)
        } catch .noSuchFileOrDirectory {
            throw .noRecording(path)
        } catch .notRegular {
            throw .noFile
        } catch {
            throw .cannotRead("'\(path)'", error, as: .configuration, code: "recording-unreadable")
        }
        guard var bytes else { throw .tooLarge }
        return try Recording(taking: &bytes)
    }

    /// Keeps `answer` in place of an older answer to `request`.
    package func keep(
        _ answer: Answer, to request: Request, _ freshness: Freshness?
    ) throws(Fault) {
        let recording = Recording(of: answer, to: request, freshness: freshness)
        // The folder may just have been cleared by another process.
        if (try? write(recording, for: request)) == nil {
            try write(recording, for: request)
        }
    }

    /// Keeps `answer`, and remembers the correction in the same step.
    package func keep(
        _ answer: Answer, to request: Request, _ freshness: Freshness,
        replacing replacement: (Answer?) -> ReplacedAnswer?
    ) throws(Fault) {
        let name = "\(folderName(of: request.service)) \(request.target)"
        try corrected.add(of: request, named: name) { () throws(Fault) in
            replacement(try self.answer(to: request))
        } then: { () throws(Fault) in
            try keep(answer, to: request, freshness)
        }
        ownCorrections.withLock { $0 = nil }
    }

    /// Returns the corrections of the services at their present addresses.
    package func corrections() -> Corrections {
        ownCorrections.withLock { known in
            if let known { return known }
            let contents = corrected.all()
            let own = contents.all.compactMap { name, correction in
                requestName(of: name).map { ($0, correction) }
            }
            let corrections = Corrections(
                Dictionary(own) { first, _ in first }, of: contents.archive, lost: contents.lost,
                fault: contents.fault)
            known = corrections
            return corrections
        }
    }

    /// Forgets the corrections of the services at their present addresses, and returns their number.
    ///
    /// - Throws: a ``Fault`` of kind `cannotWrite` or `cannotCreate` if that is not possible.
    package func forgetCorrections() throws(Fault) -> Int {
        ownCorrections.withLock { $0 = nil }
        return try corrected.remove { requestName(of: $0) != nil }
    }

    /// Returns the name of a request without the address of its service; nil if the service has
    /// another address now.
    private func requestName(of name: String) -> String? {
        let folder = name.prefix { $0 != " " }
        let service = String(folder.prefix { $0 != "@" })
        return folder == folderName(of: service) ? service + name.dropFirst(folder.count) : nil
    }

    private func write(_ recording: Recording, for request: Request) throws(Fault) {
        let path = FilePath(path(for: request))
        let folder = path.folder
        try folder.createFolders()
        if tidied.withLock({ $0.insert(folder).inserted }) { Leftovers.remove(from: folder) }
        // Syncing an answer of the archive would take longer than everything else together.
        try OutputFile.replace(
            path, with: recording.bytes, isDurable: recording.freshness == nil)
    }

    /// Removes the recorded answer to `request`, if there is one that may be removed.
    package func drop(answerTo request: Request) {
        _ = unsafe unlink(path(for: request))
    }

    /// Returns the path of the recording of the answer to `request`.
    private func path(for request: Request) -> String {
        let service = request.service
        let rest = Substring(Recording.path(for: request).utf8.dropFirst(service.utf8.count))
        return "\(path)/\(folderName(of: service))\(rest)"
    }

    /// Returns the name of the folder of a service.
    private func folderName(of service: String) -> String {
        hosts[service].map { "\(service)@\($0.prefix(200))" } ?? service
    }
}

/// The maximum size of a recording in bytes, far more than any known service answers.
let largestRecording = 64 << 20

extension Fault {
    /// The fault for a pipe or a socket in place of a recording.
    fileprivate static let noFile = Fault(
        .malformed, "no-file", "the recording is not a regular file")

    fileprivate static let tooLarge = Fault(
        .malformed, "recording-too-large", "the recording is too large")

    fileprivate static func anotherRequest(_ request: String) -> Fault {
        Fault(.malformed, "another-request", "the recording answers another request: \(request)")
    }

    fileprivate static func noRecording(_ path: String) -> Fault {
        Fault(
            .unavailable, "no-recording", "there is no recording '\(path)'", outlook: .lasting)
    }
}

/// The contents of an archive in numbers.
package struct ArchiveStatus: Hashable, Sendable {
    /// The numbers for one service, or for all.
    package struct Portion: Hashable, Sendable {
        /// The number of answers, including damaged ones.
        package var answers = 0
        /// The number of bytes they have on disk.
        package var bytes = 0
        /// The number of answers that may be used today instead of asking again.
        package var good = 0
        /// The number of damaged answers.
        package var damaged = 0
        /// The time at which the oldest was fetched.
        package var oldest: Instant?
        /// The time at which the newest was fetched.
        package var newest: Instant?

        /// Adds an answer of `bytes` bytes; nil stands for a damaged one.
        fileprivate mutating func add(_ recording: Recording?, bytes: Int, on today: Day) {
            answers += 1
            self.bytes += bytes
            guard let recording else { return damaged += 1 }
            let moment = recording.answer.fetchedAt
            // An answer from the future was dated by a wrong clock, and is not used.
            if moment.dayInSeoul <= today, recording.freshness?.isGood(on: today) == true {
                good += 1
            }
            oldest = min(oldest ?? moment, moment)
            newest = max(newest ?? moment, moment)
        }
    }

    /// The numbers for each service, by its name.
    package fileprivate(set) var services: [String: Portion] = [:]
    /// The sum over all services.
    package fileprivate(set) var total = Portion()
    /// The number of temporary files left by killed runs.
    package fileprivate(set) var strays = 0
}

/// The numbers of files and bytes removed from an archive.
package typealias ArchiveRemoval = (files: Int, bytes: Int)

extension RecordingFolder {
    /// Examines the whole archive.
    ///
    /// - Throws: a ``Fault`` of kind `configuration` if it cannot be read.
    package func status(on today: Day) throws(Fault) -> ArchiveStatus {
        var status = ArchiveStatus()
        _ = try remove { file throws(Fault) in
            if file.isTemporary {
                status.strays += 1
            } else {
                let recording = try recording(of: file)
                status.services[file.service, default: .init()]
                    .add(recording, bytes: file.status.size, on: today)
                status.total.add(recording, bytes: file.status.size, on: today)
            }
            return false
        }
        return status
    }

    /// Removes damaged and expired answers (see ``Recording/expires``), and temporary files that
    /// killed runs left more than an hour ago.
    ///
    /// - Throws: a ``Fault`` of kind `configuration` if that is not allowed.
    package func prune(at now: Instant) throws(Fault) -> ArchiveRemoval {
        try remove { file throws(Fault) in
            if file.isTemporary {
                return now.secondsSince1970 - file.status.writtenAt.secondsSince1970 > 3600
            }
            guard let recording = try recording(of: file) else { return true }
            return recording.expires.map { now.dayInSeoul > $0 } ?? false
        }
    }

    /// Removes all answers and the temporary files of killed runs; other programs' files in the
    /// folder stay.
    ///
    /// - Throws: a ``Fault`` of kind `configuration` if that is not allowed.
    package func clear() throws(Fault) -> ArchiveRemoval {
        try remove { _ in true }
    }

    /// Removes the recordings and temporary files of killed runs for which `isUseless` is true, and
    /// then the subfolders that are empty; those of services at other addresses are left alone.
    ///
    /// Links are neither followed nor removed. Files may appear and disappear meanwhile.
    private func remove(
        where isUseless: (ArchivedFile) throws(Fault) -> Bool
    ) throws(Fault) -> ArchiveRemoval {
        var removal = ArchiveRemoval(files: 0, bytes: 0)
        var folders = [(path: FilePath(path), service: "")]
        var index = 0
        while index < folders.count {
            let (folder, service) = folders[index]
            index += 1
            for name in try Self.names(in: folder) {
                let path = folder.appending(name)
                guard let status = FileStatus(of: path, followsLinks: false), !status.isLink else {
                    continue
                }
                guard !status.isFolder else {
                    let own = service.isEmpty ? String(name.string.prefix { $0 != "@" }) : service
                    if !service.isEmpty || name.string == folderName(of: own) {
                        folders.append((path, own))
                    }
                    continue
                }
                let file = ArchivedFile(path: path, status: status, service: service)
                // Locked until it is removed.
                let leftover = file.isTemporary ? Leftovers.locked(path) : nil
                defer { try? leftover?.close() }
                guard leftover != nil || name.extension == "rec" else { continue }
                do throws(Fault) {
                    guard try isUseless(file) else { continue }
                } catch {
                    guard error.kind == .unavailable else { throw error }
                    continue
                }
                guard unsafe path.withPlatformString({ unsafe unlink($0) }) == 0 else {
                    guard Errno.current != .noSuchFileOrDirectory else { continue }
                    throw .cannotRemove(path, .current)
                }
                removal.files += 1
                removal.bytes += status.size
            }
        }
        // The system refuses to remove a folder that has anything in it.
        for (folder, _) in folders.dropFirst().reversed() where removal.files > 0 {
            _ = unsafe folder.withPlatformString { unsafe rmdir($0) }
        }
        return removal
    }

    /// Reads the recording in `file`; nil if it is damaged, too large, a pipe or a socket.
    private func recording(of file: ArchivedFile) throws(Fault) -> Recording? {
        do throws(Fault) { return try recording(at: file.path.string) } catch {
            guard error.kind == .malformed else { throw error }
            return nil
        }
    }

    /// Returns the names in `folder`; none if it is gone.
    private static func names(in folder: FilePath) throws(Fault) -> [FilePath.Component] {
        do throws(Errno) {
            return try folder.names()
        } catch .noSuchFileOrDirectory, .notDirectory {
            return []
        } catch {
            throw .cannotRead("'\(folder)'", error, as: .configuration)
        }
    }
}

/// A recording or a temporary file in a folder of recordings.
private struct ArchivedFile {
    let path: FilePath
    let status: FileStatus
    /// The name of its service.
    let service: String

    /// True if it is a temporary file, which was never renamed to its final name.
    var isTemporary: Bool { OutputFile.isTemporary(path.lastComponent?.string ?? "") }
}

extension Fault {
    fileprivate static func cannotRemove(_ path: FilePath, _ error: Errno) -> Fault {
        Fault(
            .configuration, "cannot-remove", "'\(path)' cannot be removed: \(error.reason)")
    }
}
