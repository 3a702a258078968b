package import BoxOffice
internal import Engine
internal import Glibc
internal import SystemPackage

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
            if recording.freshness?.isGood(on: today) == true { good += 1 }
            let moment = recording.answer.fetchedAt
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
        _ = try remove { file throws(Errno) in
            if file.isTemporary {
                status.strays += 1
            } else {
                let recording = try file.recording()
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
        try remove { file throws(Errno) in
            if file.isTemporary {
                return now.secondsSince1970 - file.status.writtenAt.secondsSince1970 > 3600
            }
            guard let recording = try file.recording() else { return true }
            return recording.expires.map { now.dayInSeoul > $0 } ?? false
        }
    }

    /// Removes all answers and temporary files; other programs' files in the folder stay.
    ///
    /// - Throws: a ``Fault`` of kind `configuration` if that is not allowed.
    package func clear() throws(Fault) -> ArchiveRemoval {
        try remove { _ throws(Errno) in true }
    }

    /// Removes the recordings and temporary files for which `isUseless` is true, and then the
    /// subfolders that have become empty.
    private func remove(
        where isUseless: (ArchivedFile) throws(Errno) -> Bool
    ) throws(Fault) -> ArchiveRemoval {
        guard try exists() else { return (files: 0, bytes: 0) }
        return try remove(from: FilePath(path), of: "", where: isUseless)
    }

    /// Removes such files from `folder`, which is that of `service`, unless that is empty.
    ///
    /// Links are neither followed nor removed. Files may appear and disappear meanwhile.
    private func remove(
        from folder: FilePath, of service: String,
        where isUseless: (ArchivedFile) throws(Errno) -> Bool
    ) throws(Fault) -> ArchiveRemoval {
        var removal = ArchiveRemoval(files: 0, bytes: 0)
        for name in try Self.names(in: folder) {
            let path = folder.appending(name)
            guard let status = FileStatus(of: path, followsLinks: false), !status.isLink else {
                continue
            }
            guard !status.isFolder else {
                let service = service.isEmpty ? name.string : service
                let inside = try remove(from: path, of: service, where: isUseless)
                removal.files += inside.files
                removal.bytes += inside.bytes
                // The system refuses to remove a folder that has anything in it.
                if inside.files > 0 { _ = unsafe path.withPlatformString { unsafe rmdir($0) } }
                continue
            }
            let file = ArchivedFile(path: path, status: status, service: service)
            do throws(Errno) {
                guard file.isTemporary || name.extension == "rec", try isUseless(file) else {
                    continue
                }
            } catch .noSuchFileOrDirectory {
                continue
            } catch {
                throw .cannotRead(path.string, error, as: .configuration)
            }
            guard unsafe path.withPlatformString({ unsafe unlink($0) }) == 0 else {
                guard Errno.current != .noSuchFileOrDirectory else { continue }
                throw .cannotRemove(path, .current)
            }
            removal.files += 1
            removal.bytes += status.size
        }
        return removal
    }

    /// Returns the names in `folder`; none if it is gone.
    private static func names(in folder: FilePath) throws(Fault) -> [FilePath.Component] {
        do throws(Errno) {
            return try folder.names()
        } catch .noSuchFileOrDirectory, .notDirectory {
            return []
        } catch {
            throw .cannotRead(folder.string, error, as: .configuration)
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

    /// Reads the recording; nil if it is damaged, too large, a pipe or a socket.
    func recording() throws(Errno) -> Recording? {
        do throws(Errno) {
            let bytes = try RegularFile.bytes(at: path, limit: largestRecording)
            return bytes.flatMap { try? Recording(reading: $0) }
        } catch .notRegular {
            return nil
        }
    }
}

extension Fault {
    fileprivate static func cannotRemove(_ path: FilePath, _ error: Errno) -> Fault {
        Fault(
            .configuration, "cannot-remove", "'\(path)' cannot be removed: \(error.reason)")
    }
}
