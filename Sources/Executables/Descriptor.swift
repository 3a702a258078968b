internal import Glibc
internal import SystemPackage

/// An open descriptor that closes itself, once.
struct Descriptor: ~Copyable {
    let rawValue: Int32

    init(_ rawValue: Int32) {
        self.rawValue = rawValue
    }

    deinit {
        close(rawValue)
    }

    /// Gives the descriptor away to somebody who closes it.
    consuming func release() -> FileDescriptor {
        let descriptor = FileDescriptor(rawValue: rawValue)
        discard self
        return descriptor
    }

    /// Makes reads and writes return at once where there is nothing to read or no room.
    borrowing func neverBlocks() {
        _ = fcntl(rawValue, F_SETFL, fcntl(rawValue, F_GETFL) | O_NONBLOCK)
    }
}

extension Descriptor {
    /// Another reading end of the pipe that this is the writing end of; nil if there is no
    /// `/proc`.
    borrowing func readingEnd() -> Descriptor? {
        let end = unsafe open("/proc/self/fd/\(rawValue)", O_RDONLY | O_NONBLOCK | O_CLOEXEC)
        return end >= 0 ? Descriptor(end) : nil
    }

    /// How many bytes can be read of a pipe that nobody has read yet.
    var waitingBytes: Int {
        var count: Int32 = 0
        return unsafe ioctl(rawValue, UInt(FIONREAD), &count) == 0 ? Int(count) : 0
    }
}

/// A pipe of which neither end is inherited by accident.
struct Pipe: ~Copyable {
    let reading: Descriptor
    let writing: Descriptor

    init() throws(Errno) {
        var ends: [Int32] = [-1, -1]
        guard unsafe pipe(&ends) == 0 else { throw Errno(rawValue: errno) }
        for end in ends { _ = fcntl(end, F_SETFD, FD_CLOEXEC) }
        reading = Descriptor(ends[0])
        writing = Descriptor(ends[1])
    }

    /// Gives both ends away.
    consuming func ends() -> (reading: FileDescriptor, writing: FileDescriptor) {
        let reading = reading
        let writing = writing
        return (reading.release(), writing.release())
    }
}
