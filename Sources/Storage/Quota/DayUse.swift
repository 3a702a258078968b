package import BoxOffice
internal import Glibc
internal import SystemPackage

/// The use of one day's quota.
///
/// Its file is a line with the day, and then a byte for each call. A byte is appended with
/// `O_APPEND`, which is atomic: no lock is needed, and every process can tell which call was its
/// own. The file is created with its line, so an empty one has lost its contents.
package struct DayUse: Hashable, Sendable {
    /// The day in Seoul.
    package let day: Day
    /// The number of calls counted.
    package internal(set) var calls = 0
    /// True if the service itself said that the quota is exhausted.
    package internal(set) var isClosed = false

    /// The meaning of a byte of the file.
    enum Mark: UInt8 {
        /// A call is about to be sent.
        case call = 0x2E  // .
        /// A call that was marked is not sent after all, because another process had taken the last
        /// one.
        case withdrawal = 0x2D  // -
        /// The service says that the quota is exhausted.
        case closing = 0x78  // x
    }

    /// Creates a day without calls.
    init(on day: Day) {
        self.day = day
    }

    /// Counts `mark`.
    mutating func add(_ mark: Mark) {
        switch mark {
        case .call: calls += 1
        case .withdrawal: calls -= 1
        case .closing: isClosed = true
        }
    }

    /// The bytes of a new file.
    var bytes: [UInt8] {
        Array(head.utf8) + [UInt8](repeating: Mark.call.rawValue, count: calls)
            + (isClosed ? [Mark.closing.rawValue] : [])
    }

    private var head: String { "bo-export calls \(day)\n" }

    /// Reads the file of `day` at `path`.
    ///
    /// - Parameter mark: a mark to append first; marks that others append after it do not count.
    /// - Throws: `damaged`, or the error if the file cannot be opened, read or written.
    init(of day: Day, at path: FilePath, appending mark: Mark? = nil) throws(Errno) {
        self.day = day
        let mode: FileDescriptor.AccessMode = mark == nil ? .readOnly : .readWrite
        let file = try RegularFile.open(path, mode, options: .append)
        defer { try? file.close() }
        var end = Int.max
        if let mark {
            try file.writeWhole([mark.rawValue].span)
            end = lseek(file.rawValue, 0, SEEK_CUR)
            guard end >= 0, lseek(file.rawValue, 0, SEEK_SET) == 0 else { throw .current }
        }
        guard let bytes = try file.readWhole(limit: longestFile), bytes.starts(with: head.utf8)
        else { throw .damaged }
        for byte in bytes.prefix(end).dropFirst(head.utf8.count) {
            guard let mark = Mark(rawValue: byte) else { throw .damaged }
            add(mark)
            guard calls >= 0 else { throw .damaged }
        }
    }
}

/// The maximum number of calls in a ledger, more than any service allows.
private let mostCalls = 1 << 24
/// The maximum size of a ledger file in bytes.
private let longestFile = mostCalls + 100

extension Errno {
    /// The error for a file that is not as this program wrote it.
    static let damaged = Errno.badMessage
}
