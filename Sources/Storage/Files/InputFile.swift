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
    private let path: FilePath
    private let status: FileStatus?
    private let descriptor: FileDescriptor?  // Closed in `deinit`, once; nil if it is opened anew.

    /// Opens the file at `path`, or copies what comes from it to a nameless file if that is a pipe;
    /// `-` is standard input.
    ///
    /// - Parameters:
    ///   - path: the path.
    ///   - folder: where the nameless file is.
    ///   - keepsOpen: whether it stays open: of thousands, each is opened again to read from it.
    /// - Throws: a ``Fault`` of kind `malformed` if there is no such file or it cannot be read, and of
    ///   kind `cannotWrite` if there is no room for the copy.
    package init(
        at path: String, copyIn folder: String, keepsOpen: Bool = true
    ) throws(Fault) {
        self.path = FilePath(path)
        let isStandardInput = path == "-"
        name = isStandardInput ? Message("standard-input", "standard input") : Message("'\(path)'")
        do throws(Errno) {
            let input =
                isStandardInput
                ? try FileDescriptor.standardInput.duplicated()
                : try FilePath(path).opened(.readOnly, [])
            let status = FileStatus(of: input)
            if status?.isRegular == true, isStandardInput || keepsOpen {
                (descriptor, self.status) = (input, status)
            } else {
                defer { try? input.close() }
                let isCopied = status?.isRegular != true
                let copy = isCopied ? try Self.copy(of: input, in: FilePath(folder)) : nil
                (descriptor, self.status) = (copy, copy.map(FileStatus.init(of:)) ?? status)
            }
            size = self.status?.size ?? 0
        } catch .noSuchFileOrDirectory {
            throw Fault(.malformed, "no-input-file", "there is no file '\(path)'")
        } catch {
            throw Fault(
                error.kind(or: .malformed), "cannot-read",
                Message("cannot-read-file", "\(name) cannot be read: \(error.reason)"))
        }
    }

    deinit {
        try? descriptor?.close()
    }

    /// The bytes in `range`.
    ///
    /// - Throws: a ``Fault`` of kind `malformed` if they cannot be read, or if somebody has changed the
    ///   file since it was opened.
    package func bytes(in range: Range<Int>) throws(Fault) -> [UInt8] {
        do throws(Errno) {
            let file =
                if let descriptor { descriptor } else { try RegularFile.open(path, .readOnly) }
            defer { if descriptor == nil { try? file.close() } }
            let now = FileStatus(of: file)
            guard let status, status.isSameFile(as: now), now?.size == size,
                now?.writtenAt == status.writtenAt
            else { throw .staleNFSFileHandle }
            return try file.bytes(in: range)
        } catch .staleNFSFileHandle {
            throw Fault(
                .malformed, "input-changed", "\(name) was changed while it was read",
                hint: "run the command again")
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
