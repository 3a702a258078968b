internal import BoxOffice
internal import Glibc
package import SystemPackage

/// The functions that open regular files only, without blocking on anything else.
///
/// Opening a named pipe blocks until its other end is opened, perhaps forever.
enum RegularFile {
    /// Opens the file at `path`.
    ///
    /// - Throws: ``SystemPackage/Errno/notRegular`` if a pipe, a socket, a device or a folder is there.
    static func open(
        _ path: FilePath, _ mode: FileDescriptor.AccessMode,
        options: FileDescriptor.OpenOptions = []
    ) throws(Errno) -> FileDescriptor {
        try regular { () throws(Errno) in try path.opened(mode, options.union(.nonBlocking)) }
    }

    /// Returns the file that `open` opens, if it is a regular one.
    private static func regular(
        _ open: () throws(Errno) -> FileDescriptor
    ) throws(Errno) -> FileDescriptor {
        let file: FileDescriptor
        do throws(Errno) {
            file = try open()
        } catch .noSuchAddressOrDevice {
            throw .notRegular  // A socket, or a pipe without a reader.
        }
        guard FileStatus(of: file)?.isRegular == true else {
            try? file.close()
            throw .notRegular
        }
        return file
    }

    /// Reads the bytes of the file at `path`; nil if there are more than `limit`.
    // Without a `FilePath`, because taking a path apart takes as long as reading an answer.
    static func bytes(at path: String, limit: Int) throws(Errno) -> [UInt8]? {
        let file = try regular { () throws(Errno) in
            try errno {
                try unsafe path.withCString {
                    try unsafe FileDescriptor.open(
                        $0, .readOnly, options: [.closeOnExec, .nonBlocking])
                }
            }
        }
        defer { try? file.close() }
        return try file.readWhole(limit: limit)
    }
}

extension FilePath {
    /// Opens the file or folder at this path; child processes do not inherit the descriptor.
    func opened(
        _ mode: FileDescriptor.AccessMode, _ options: FileDescriptor.OpenOptions
    ) throws(Errno) -> FileDescriptor {
        try errno {
            // The kernel applies the umask to these permissions, as for every new file.
            try FileDescriptor.open(
                self, mode, options: options.union(.closeOnExec),
                permissions: FilePermissions(rawValue: 0o666))
        }
    }
}

extension FileDescriptor {
    /// Locks the file (flock) until it is closed; false if another process has the lock.
    ///
    /// - Throws: the error if locking is impossible, such as on a file system without locks.
    func lock() throws(Errno) -> Bool {
        if flock(rawValue, LOCK_EX | LOCK_NB) == 0 { return true }
        guard Errno.current == .wouldBlock else { throw .current }
        return false
    }

    /// Returns another descriptor of the same open file.
    func duplicated() throws(Errno) -> FileDescriptor {
        FileDescriptor(rawValue: try uninterrupted { fcntl(rawValue, F_DUPFD_CLOEXEC, 0) })
    }

    /// Writes all of `bytes`, and waits while a nonblocking descriptor accepts no more.
    func writeWhole(_ bytes: Span<UInt8>) throws(Errno) {
        var written = 0
        while written < bytes.count {
            let rest = bytes.extracting(written...)
            do throws(Errno) {
                written += try errno { try unsafe rest.withUnsafeBytes { try unsafe write($0) } }
            } catch .resourceTemporarilyUnavailable {
                var wait = pollfd(fd: rawValue, events: Int16(POLLOUT), revents: 0)
                _ = unsafe poll(&wait, 1, -1)
            }
        }
    }

    /// Reads to the end of the file; nil if that is more than `limit` bytes.
    ///
    /// - Parameter patience: the total time that may take, for a nonblocking pipe; nil if the file
    ///   cannot be one.
    /// - Throws: `timedOut` if the end is not reached by then.
    func readWhole(limit: Int, within patience: Duration? = nil) throws(Errno) -> [UInt8]? {
        var bytes: [UInt8] = []
        let end = patience.map { ContinuousClock.now.advanced(by: $0) }
        while bytes.count <= limit {
            if let end {
                let left = ContinuousClock.now.duration(to: end)
                guard left > .zero else { throw .timedOut }
                var wait = pollfd(fd: rawValue, events: Int16(POLLIN), revents: 0)
                let milliseconds = Int32(left / .milliseconds(1)) + 1
                // Without this wait, a pipe that has no writer yet would look as if it had ended.
                guard unsafe poll(&wait, 1, milliseconds) > 0 else { continue }
            }
            do throws(Errno) {
                if try readMore(into: &bytes) == 0 { return bytes }
            } catch .resourceTemporarilyUnavailable where end != nil {
                continue
            }
        }
        return nil
    }

    /// Reads the next piece of the file, appends it to `bytes`, and returns its length; 0 means the
    /// end.
    func readMore(into bytes: inout [UInt8]) throws(Errno) -> Int {
        let before = bytes.count
        let left = bytes.capacity - before
        let room = left > 0 ? left : max(before, 8 * 1024)  // Most files here have fewer.
        try errno {
            try bytes.append(addingCapacity: room) { rest in
                try unsafe rest.withUnsafeMutableBufferPointer { rest, filled in
                    filled = try unsafe read(
                        into: UnsafeMutableRawBufferPointer(start: rest.baseAddress, count: room))
                }
            }
        }
        return bytes.count - before
    }

    /// Reads the bytes in `range` of the file.
    ///
    /// - Throws: `ioError` if the file has become shorter.
    func bytes(in range: Range<Int>) throws(Errno) -> [UInt8] {
        try errno {
            try unsafe [UInt8](unsafeUninitializedCapacity: range.count) { buffer, filled in
                while filled < range.count {
                    let rest = unsafe UnsafeMutableRawBufferPointer(
                        UnsafeMutableBufferPointer(rebasing: buffer[filled..<range.count]))
                    let count = try unsafe read(
                        fromAbsoluteOffset: Int64(range.lowerBound + filled), into: rest)
                    guard count > 0 else { throw Errno.ioError }
                    filled += count
                }
            }
        }
    }
}

extension Errno {
    /// The error for a file that is not a regular file.
    ///
    /// Linux has no error number for this; it uses the one chosen here only for the wrong disk in a
    /// drive.
    static let notRegular = Errno(rawValue: EMEDIUMTYPE)

    /// The error for a file that is not as this program wrote it.
    static let damaged = Errno.badMessage

    /// The error of the last call of the C library.
    static var current: Errno { Errno(rawValue: Glibc.errno) }

    /// True if the system is short of memory or descriptors, so that the file is not to blame.
    package var isShortage: Bool {
        [.tooManyOpenFiles, .tooManyOpenFilesInSystem, .noMemory].contains(self)
    }

    /// Returns the kind of fault for this error: `outOfResources` if it is a shortage, otherwise
    /// `kind`.
    func kind(or kind: Fault.Kind) -> Fault.Kind { isShortage ? .outOfResources : kind }

    /// The error in words.
    var reason: Message {
        switch self {
        case .notRegular: Message("not-regular", "it is not a regular file")
        case .damaged: Message("is-damaged", "it is damaged")
        default: Message(sentence: description)
        }
    }
}

extension Fault {
    /// Returns the fault for a failure to read what messages call `name`, such as a path in quotes.
    static func cannotRead(
        _ name: Message, _ error: Errno, as kind: Kind = .malformed, code: String = "cannot-read"
    ) -> Fault {
        Fault(
            error.kind(or: kind), code,
            Message("cannot-read", "\(name) cannot be read: \(error.reason)"))
    }
}

/// Runs `body`, which throws only an ``Errno``, as a function with typed throws.
func errno<Result>(_ body: () throws -> Result) throws(Errno) -> Result {
    do {
        return try body()
    } catch let error as Errno {
        throw error
    } catch {
        throw .ioError
    }
}

/// Makes a system call, which returns a negative number if it fails, and repeats it while signals
/// interrupt it.
@discardableResult
func uninterrupted(_ call: () -> Int32) throws(Errno) -> Int32 {
    while true {
        let result = call()
        if result >= 0 { return result }
        guard Errno.current == .interrupted else { throw Errno.current }
    }
}
