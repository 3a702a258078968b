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
                    .add(recording, bytes: file.status.st_size, on: today)
                status.total.add(recording, bytes: file.status.st_size, on: today)
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
            if file.isTemporary { return now.secondsSince1970 - file.status.st_mtim.tv_sec > 3600 }
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
        where isUseless: (ArchiveWalk) throws(Errno) -> Bool
    ) throws(Fault) -> ArchiveRemoval {
        var walk = ArchiveWalk()
        guard try exists() else { return walk.removal }
        do throws(Errno) {
            try walk.remove(from: FilePath(path).opened(.readOnly, .directory), where: isUseless)
        } catch {
            let path = FilePath(path).appending(walk.names)
            throw walk.isRemoving
                ? .cannotRemove(path, error)
                : .cannotRead(path.string, error, as: .configuration)
        }
        return walk.removal
    }
}

/// A walk over the recordings and temporary files in a folder of recordings, with the facts about
/// the current file.
///
/// It never leaves the folder: each folder is opened relative to its parent, and links are neither
/// followed nor removed. Files may appear and disappear meanwhile.
private struct ArchiveWalk {
    /// The names of the folders down to the file, and its own.
    private(set) var names: [FilePath.Component] = []
    /// The file's metadata.
    private(set) var status = stat()
    /// True while the file is being removed.
    private(set) var isRemoving = false
    /// The files and bytes removed so far.
    private(set) var removal = ArchiveRemoval(files: 0, bytes: 0)
    /// The folder that the file is in, open until all its files have been visited.
    private var folder = FileDescriptor(rawValue: -1)

    /// The name of the file's service.
    var service: String { names.dropLast().first?.string ?? "" }
    /// True if it is a temporary file, which was never renamed to its final name.
    var isTemporary: Bool { names.last.map { OutputFile.isTemporary($0.string) } ?? false }

    /// Reads the recording in the file; nil if it is damaged, too large, a pipe or a socket.
    func recording() throws(Errno) -> Recording? {
        do throws(Errno) {
            let file = try open(O_NONBLOCK)
            defer { try? file.close() }
            let bytes = try file.readWhole(limit: largestRecording)
            return bytes.flatMap { try? Recording(reading: $0) }
        } catch .noSuchAddressOrDevice, .resourceTemporarilyUnavailable {
            return nil
        }
    }

    /// Removes the files in `folder` and below for which `isUseless` is true, and then the folders
    /// in it that have become empty.
    mutating func remove(
        from folder: FileDescriptor, where isUseless: (ArchiveWalk) throws(Errno) -> Bool
    ) throws(Errno) {
        defer { try? folder.close() }
        // All names are read first: removing files while reading a folder may hide others.
        for name in try folder.names() {
            self.folder = folder
            names.append(name)
            isRemoving = false
            do throws(Errno) {
                var status = stat()
                try unsafe call { unsafe fstatat($0, $1, &status, AT_SYMLINK_NOFOLLOW) }
                self.status = status
                switch status.st_mode & S_IFMT {
                case S_IFDIR where names.count <= 16:  // No request's path is as deep.
                    let before = removal.files
                    try remove(from: open(O_DIRECTORY), where: isUseless)
                    self.folder = folder
                    guard removal.files > before else { break }
                    // The system refuses to remove a folder that has anything in it.
                    _ = try? unsafe call { unsafe unlinkat($0, $1, AT_REMOVEDIR) }
                case S_IFREG, S_IFIFO, S_IFSOCK:
                    guard isTemporary || name.extension == "rec", try isUseless(self) else { break }
                    isRemoving = true
                    try unsafe call { unsafe unlinkat($0, $1, 0) }
                    removal.files += 1
                    removal.bytes += status.st_size
                default: break
                }
            } catch .noSuchFileOrDirectory, .notDirectory, .tooManySymbolicLinkLevels {
                // It is gone or has become another kind of file.
            }
            names.removeLast()
        }
    }

    /// Opens the file or folder here.
    private func open(_ flags: Int32) throws(Errno) -> FileDescriptor {
        let file = try unsafe call { folder, name in
            unsafe openat(folder, name, O_RDONLY | O_NOFOLLOW | O_CLOEXEC | flags)
        }
        return FileDescriptor(rawValue: file)
    }

    /// Makes a system call for the current name in its folder.
    @discardableResult
    private func call(
        _ function: (Int32, UnsafePointer<CChar>) -> Int32
    ) throws(Errno) -> Int32 {
        let name = FilePath(root: nil, names.suffix(1))
        return try uninterrupted {
            unsafe name.withPlatformString { name in unsafe function(folder.rawValue, name) }
        }
    }
}

extension Fault {
    fileprivate static func cannotRemove(_ path: FilePath, _ error: Errno) -> Fault {
        Fault(
            .configuration, "cannot-remove", "'\(path)' cannot be removed: \(error.reason)")
    }
}
