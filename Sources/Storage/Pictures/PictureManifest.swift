internal import BoxOffice
internal import Glibc
internal import SystemPackage

/// The `manifest.jsonl` of a folder of pictures, open and locked.
///
/// It has one whole line for each film. A line that a power cut has left incomplete is removed when
/// the manifest is opened, and one for which the disk is too full is removed at once.
struct PictureManifest: ~Copyable {
    private let path: FilePath
    private var file: FileDescriptor  // Closed in `deinit`, once; the lock ends with it.
    private var lines: [PictureLine] = []
    /// The offset of the line that was appended last.
    private var appendedAt: Int?

    /// Opens the manifest of `folder`, creates it if it is missing, and repairs its last line.
    ///
    /// - Parameter waits: whether to wait for another process that has it locked.
    static func open(in folder: FilePath, waits: Bool) async throws(Errno) -> PictureManifest {
        let path = path(in: folder)
        let file = try await lock(path, attempts: waits ? patience : 1)
        var manifest = PictureManifest(path: path, file: file)
        manifest.lines = try lines(of: file)
        try manifest.mend()
        return manifest
    }

    private init(path: FilePath, file: FileDescriptor) {
        self.path = path
        self.file = file
    }

    deinit {
        try? file.close()
    }

    /// The path of the manifest of `folder`.
    static func path(in folder: FilePath) -> FilePath { folder.appending(name) }

    /// The line of `film` that can be believed; nil if there is none.
    func line(of film: String) -> PictureLine? { lines.last { $0.film == film && $0.isGood } }

    /// Makes `line` the only line of its film.
    ///
    /// An existing line about the same picture stays. One about another picture is replaced, because
    /// that picture is gone. Damaged lines go if nobody can tell which film they were about, or if
    /// their film has another one.
    mutating func note(_ line: PictureLine) throws(Errno) {
        let old = lines.filter { $0.film == line.film }
        if old.count == 1, old[0].state == .checked, old[0].sha256 == line.sha256 { return }
        let rest = lines.filter { other in
            if other.state == .foreign { return true }
            guard other.film != line.film else { return false }
            return other.isGood || other.film.map { self.line(of: $0) == nil } ?? false
        }
        guard rest.count < lines.count else { return try append(line) }
        let new = try OutputFile(at: path)
        try new.write((rest.flatMap(\.bytes) + line.bytes).span)
        // The new manifest is locked from the start, so the lock is never lost.
        let locked = try new.duplicate()
        do throws(Errno) {
            try new.commit()
        } catch {
            try? locked.close()
            throw error
        }
        try? file.close()
        file = locked
    }

    /// Removes the line that was appended.
    mutating func takeBack() {
        guard let start = appendedAt.take() else { return }
        _ = ftruncate(file.rawValue, off_t(start))
    }

    private mutating func append(_ line: PictureLine) throws(Errno) {
        appendedAt = lines.reduce(0) { $0 + $1.bytes.count }
        do throws(Errno) {
            try file.writeWhole(line.bytes.span)
        } catch {
            takeBack()
            throw error
        }
    }

    /// The lines of the manifest of `folder`, which must be one that can be written; none if there is
    /// no manifest.
    static func contents(of folder: FilePath) throws(Fault) -> [PictureLine] {
        let file: FileDescriptor
        do throws(Errno) {
            file = try open(path(in: folder))
        } catch .noSuchFileOrDirectory {
            return []
        } catch {
            throw .cannotNote(in: folder, .cannotCreate, error)
        }
        defer { try? file.close() }
        do throws(Errno) {
            return try lines(of: file)
        } catch {
            throw .cannotRead(path(in: folder).string, error, as: .cannotCreate)
        }
    }

    private static func lines(of file: FileDescriptor) throws(Errno) -> [PictureLine] {
        guard let bytes = try file.readWhole(limit: largestManifest) else { throw .fileTooLarge }
        var lines: [PictureLine] = []
        var start = 0
        while start < bytes.count {
            let end = bytes[start...].firstIndex(of: UInt8(ascii: "\n")) ?? bytes.count - 1
            lines.append(PictureLine(bytes[start...end]))
            start = end + 1
        }
        return lines
    }

    /// Adds a missing line end to the last line, or removes the line if it is incomplete.
    private mutating func mend() throws(Errno) {
        guard let last = lines.last, last.bytes.last != UInt8(ascii: "\n") else { return }
        lines.removeLast()
        if last.state == .damaged {
            let start = lines.reduce(0) { $0 + $1.bytes.count }
            guard ftruncate(file.rawValue, off_t(start)) == 0 else { throw Errno.current }
        } else {
            try file.writeWhole([UInt8(ascii: "\n")].span)
            lines.append(PictureLine(last.bytes + [UInt8(ascii: "\n")]))
        }
    }

    // MARK: - The file

    private static let name = "manifest.jsonl"

    /// Opens the manifest at `path` and locks it until it is closed.
    ///
    /// The lock is polled, because a thread that blocks on it could run nothing else.
    private static func lock(
        _ path: FilePath, attempts: Int
    ) async throws(Errno) -> FileDescriptor {
        for _ in 0..<attempts {
            let file = try open(path, options: .create)
            do throws(Errno) {
                try uninterrupted { flock(file.rawValue, LOCK_EX | LOCK_NB) }
                // Another process may have replaced the file before the lock was free.
                if let own = FileStatus(of: file), let there = try FileStatus(ifAt: path),
                    own.isSameFile(as: there)
                {
                    return file
                }
                try? file.close()
            } catch {
                try? file.close()
                guard error == .wouldBlock else { throw error }
            }
            do {
                try await Task.sleep(for: .milliseconds(5))
            } catch {
                throw .canceled
            }
        }
        throw .wouldBlock
    }

    /// Opens the manifest at `path`, which must not be a link or have another name: in a folder that
    /// others may write to, it could lead to any file of the user's.
    private static func open(
        _ path: FilePath, options: FileDescriptor.OpenOptions = []
    ) throws(Errno) -> FileDescriptor {
        let file = try RegularFile.open(
            path, .readWrite, options: options.union([.append, .noFollow]))
        guard FileStatus(of: file)?.names == 1 else {
            try? file.close()
            throw .tooManyLinks
        }
        return file
    }
}

/// Far larger than any manifest.
private let largestManifest = 1 << 30

/// How often the lock is tried: half a minute in all.
private let patience = 6000

extension Fault {
    /// The manifest of `folder` cannot be written.
    static func cannotNote(in folder: FilePath, _ kind: Kind, _ error: Errno) -> Fault {
        let reason =
            switch error {
            case .tooManySymbolicLinkLevels: Message("is-a-link", "it is a link")
            case .tooManyLinks:
                Message(
                    "has-other-names",
                    "it has other names, and what they name would change with it")
            case .wouldBlock: Message("is-locked", "another run has it locked")
            default: error.reason
            }
        let kind = error.kind(or: kind)
        return Fault(
            kind, "cannot-note",
            "'\(PictureManifest.path(in: folder))' cannot be written: \(reason)")
    }
}
