package import BoxOffice
internal import Glibc
internal import SystemPackage

/// A file that is read in pieces, at any place and by any thread: a regular file, or a nameless copy
/// of what a pipe delivers.
package final class InputFile: Sendable {
    /// What messages call it: its path, or `standard input`.
    package let name: Message
    /// How many bytes it has.
    package let size: Int
    private let writtenAt: Instant?
    private let descriptor: FileDescriptor  // Closed in `deinit`, once.

    /// Opens the file at `path`, or copies what comes from it to a nameless file if that is a pipe;
    /// `-` is standard input.
    ///
    /// - Parameter folder: where the nameless file is.
    /// - Throws: a ``Fault`` of kind `malformed` if there is no such file or it cannot be read, and of
    ///   kind `cannotWrite` if there is no room for the copy.
    package init(at path: String, copyIn folder: String) throws(Fault) {
        let isStandardInput = path == "-"
        name = isStandardInput ? Message("standard-input", "standard input") : Message("'\(path)'")
        do throws(Errno) {
            let input =
                isStandardInput
                ? try FileDescriptor.standardInput.duplicated()
                : try FilePath(path).opened(.readOnly, [])
            guard FileStatus(of: input)?.isRegular == true else {
                defer { try? input.close() }
                descriptor = try Self.copy(of: input, in: FilePath(folder))
                size = FileStatus(of: descriptor)?.size ?? 0
                writtenAt = nil
                return
            }
            descriptor = input
            size = FileStatus(of: input)?.size ?? 0
            writtenAt = FileStatus(of: input)?.writtenAt
        } catch .noSuchFileOrDirectory {
            throw Fault(.malformed, "no-input-file", "there is no file '\(path)'")
        } catch {
            throw Fault(
                error.kind(or: .malformed), "cannot-read",
                Message("cannot-read-file", "\(name) cannot be read: \(error.reason)"))
        }
    }

    deinit {
        try? descriptor.close()
    }

    /// The bytes in `range`.
    ///
    /// - Throws: a ``Fault`` of kind `malformed` if they cannot be read, or if somebody has changed the
    ///   file since it was opened.
    package func bytes(in range: Range<Int>) throws(Fault) -> [UInt8] {
        let status = FileStatus(of: descriptor)
        guard status?.size == size, writtenAt == nil || status?.writtenAt == writtenAt else {
            throw Fault(
                .malformed, "input-changed", "\(name) was changed while it was read",
                hint: "run the command again")
        }
        do throws(Errno) {
            return try descriptor.bytes(in: range)
        } catch {
            throw Fault(
                error.kind(or: .malformed), "cannot-read",
                Message("cannot-read-file", "\(name) cannot be read: \(error.reason)"))
        }
    }

    /// A nameless file with all that comes from `input`.
    private static func copy(
        of input: FileDescriptor, in folder: FilePath
    ) throws(Errno) -> FileDescriptor {
        let copy = try OutputFile.nameless(in: folder)
        do throws(Errno) {
            var piece: [UInt8] = []
            while try input.readMore(into: &piece) > 0 {
                try copy.writeWhole(piece.span)
                piece.removeAll(keepingCapacity: true)
            }
            return copy
        } catch {
            try? copy.close()
            throw error
        }
    }
}
