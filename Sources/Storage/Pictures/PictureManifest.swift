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
    private var bytes: [UInt8] = []
    /// The offset of the line that was appended last.
    private var appendedAt: Int?

    /// Opens the manifest of `folder`, creates it if it is missing, and repairs its last line.
    static func open(in folder: FilePath) async throws(Errno) -> PictureManifest {
        let path = path(in: folder)
        let file = try await lock(path)
        var manifest = PictureManifest(path: path, file: file)
        try manifest.read()
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

    /// Makes `line` the only line of the film, whose picture has the given SHA-256.
    ///
    /// An existing line about the same picture stays. One about another picture is replaced, because
    /// that picture is gone.
    mutating func note(_ line: [UInt8], of film: String, sha256: String) throws(Errno) {
        let old = lines(of: film)
        if old.isEmpty { return try append(line) }
        let mark = Array("\"sha256\":\"\(sha256)\"".utf8)
        let opening = line.prefix { $0 != UInt8(ascii: ",") }
        if old.count == 1, let only = old.first, bytes[only].starts(with: opening),
            bytes[only].contains(mark)
        {
            return
        }
        var rest = bytes
        for range in old.reversed() { rest.removeSubrange(range) }
        let new = try OutputFile(at: path)
        try new.write((rest + line).span)
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

    private mutating func append(_ line: [UInt8]) throws(Errno) {
        appendedAt = bytes.count
        do throws(Errno) {
            try file.writeWhole(line.span)
        } catch {
            takeBack()
            throw error
        }
    }

    /// The ranges of the lines of `film`.
    private func lines(of film: String) -> [Range<Int>] {
        let opening = Array("\(Self.opening)\(film).".utf8)
        var found: [Range<Int>] = []
        var start = 0
        while start < bytes.count {
            let end = bytes[start...].firstIndex(of: UInt8(ascii: "\n")) ?? bytes.count - 1
            if bytes[start...end].starts(with: opening) { found.append(start..<end + 1) }
            start = end + 1
        }
        return found
    }

    /// The bytes of the manifest of `folder`, which must be one that can be written.
    static func contents(in folder: FilePath) throws(Errno) -> [UInt8] {
        let file = try open(path(in: folder))
        defer { try? file.close() }
        guard let bytes = try file.readWhole(limit: largestManifest) else { throw .fileTooLarge }
        return bytes
    }

    private mutating func read() throws(Errno) {
        guard let bytes = try file.readWhole(limit: largestManifest) else { throw .fileTooLarge }
        self.bytes = bytes
    }

    /// Adds a missing line end to the last line, or removes the line if it is incomplete.
    private mutating func mend() throws(Errno) {
        let start = bytes.lastIndex(of: UInt8(ascii: "\n")).map { $0 + 1 } ?? 0
        let last = bytes[start...]
        guard !last.isEmpty else { return }
        let opening = Array(Self.opening.utf8)
        let isOurs = last.starts(with: opening)
        // A file system may keep the length and lose the bytes, which are then zeros.
        let isTorn =
            last.contains(0) || (isOurs && !last.isWholeLine)
            || (!isOurs && opening.starts(with: last))
        if isTorn {
            guard ftruncate(file.rawValue, off_t(start)) == 0 else { throw Errno.current }
            bytes.removeSubrange(start...)
        } else {
            try file.writeWhole([UInt8(ascii: "\n")].span)
            bytes.append(UInt8(ascii: "\n"))
        }
    }

    // MARK: - The file

    private static let name = "manifest.jsonl"
    private static let opening = "{\"file\":\""

    /// Opens the manifest at `path` and locks it until it is closed.
    ///
    /// The lock is polled, because a thread that blocks on it could run nothing else.
    private static func lock(_ path: FilePath) async throws(Errno) -> FileDescriptor {
        for _ in 0..<patience {
            let file = try open(path, options: .create)
            let isLocked = flock(file.rawValue, LOCK_EX | LOCK_NB) == 0
            let error = Errno.current
            // Another process may have replaced the file before the lock was free.
            if isLocked, let own = FileStatus(of: file), let there = FileStatus(of: path),
                own.isSameFile(as: there)
            {
                return file
            }
            try? file.close()
            guard isLocked || error == .wouldBlock || error == .interrupted else { throw error }
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

extension ArraySlice<UInt8> {
    /// Whether a line is complete to its last field, which is a number.
    fileprivate var isWholeLine: Bool {
        guard last == UInt8(ascii: "}") else { return false }
        let digits = dropLast().reversed().prefix { (0x30...0x39).contains($0) }
        let rest = dropLast(digits.count + 1)
        return !digits.isEmpty && rest.suffix(7).elementsEqual("\"size\":".utf8)
    }
}

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
        return Fault(
            kind, "cannot-note",
            "'\(PictureManifest.path(in: folder))' cannot be written: \(reason)")
    }
}
