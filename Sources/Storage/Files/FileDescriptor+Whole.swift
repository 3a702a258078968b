internal import Glibc
internal import SystemPackage

extension FileDescriptor {
    /// Writes all of `bytes`, and waits while a nonblocking descriptor takes no more.
    func writeWhole(_ bytes: Span<UInt8>) throws(Errno) {
        var written = 0
        while written < bytes.count {
            let rest = bytes.extracting(written...)
            let count = unsafe rest.withUnsafeBytes { rest in
                unsafe Glibc.write(rawValue, rest.baseAddress, rest.count)
            }
            if count >= 0 {
                written += count
            } else if Errno.current == .resourceTemporarilyUnavailable {
                var wait = pollfd(fd: rawValue, events: Int16(POLLOUT), revents: 0)
                _ = unsafe poll(&wait, 1, -1)
            } else if Errno.current != .interrupted {
                throw Errno.current
            }
        }
    }

    /// Reads to the end of the file; nil if that is more than `limit` bytes.
    func readWhole(limit: Int) throws(Errno) -> [UInt8]? {
        var bytes: [UInt8] = []
        while bytes.count <= limit {
            if case .end = try readMore(into: &bytes) { return bytes }
        }
        return nil
    }

    /// Reads to the end of a nonblocking pipe; nil if that is more than `limit` bytes.
    ///
    /// - Throws: `timedOut` if the end has not come after `patience`.
    func readWhole(limit: Int, within patience: Duration) throws(Errno) -> [UInt8]? {
        var bytes: [UInt8] = []
        let end = ContinuousClock.now.advanced(by: patience)
        while bytes.count <= limit {
            let left = ContinuousClock.now.duration(to: end)
            guard left > .zero else { throw .timedOut }
            var wait = pollfd(fd: rawValue, events: Int16(POLLIN), revents: 0)
            // Without this wait, a pipe that has no writer yet would look as if it had ended.
            guard unsafe poll(&wait, 1, Int32(left / .milliseconds(1)) + 1) > 0 else { continue }
            do throws(Errno) {
                if case .end = try readMore(into: &bytes) { return bytes }
            } catch .resourceTemporarilyUnavailable {
                continue
            }
        }
        return nil
    }

    /// The outcome of one read.
    enum Piece {
        /// The buffer was filled.
        case full
        /// The buffer was not filled; usually this was the last piece.
        case short
        /// No bytes: the end of the file.
        case end
    }

    /// Reads the next piece of the file and appends it to `bytes`.
    func readMore(into bytes: inout [UInt8]) throws(Errno) -> Piece {
        let room = max(bytes.count, 8 * 1024)  // Most files here need no more.
        while true {
            var count = 0
            bytes.append(addingCapacity: room) { rest in
                unsafe rest.withUnsafeMutableBufferPointer { rest, filled in
                    count = unsafe Glibc.read(rawValue, rest.baseAddress, room)
                    filled = max(0, count)
                }
            }
            if count >= 0 { return count == 0 ? .end : count < room ? .short : .full }
            guard Errno.current == .interrupted else { throw Errno.current }
        }
    }
}

extension Errno {
    /// The error of the last call of the C library.
    static var current: Errno { Errno(rawValue: Glibc.errno) }
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

/// Makes a system call, which gives a negative number where it fails, until no signal interrupts it.
@discardableResult
func uninterrupted(_ call: () -> Int32) throws(Errno) -> Int32 {
    while true {
        let result = call()
        if result >= 0 { return result }
        guard Errno.current == .interrupted else { throw Errno.current }
    }
}
