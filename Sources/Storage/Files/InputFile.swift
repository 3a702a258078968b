package import BoxOffice
internal import Glibc
internal import SystemPackage

/// A file that can be read in pieces, at any offset and from any thread: a regular file, or a
/// nameless copy of a pipe's output.
package final class InputFile: Sendable {
    /// The name in messages: its path, or `standard input`.
    package let name: Message
    /// The size in bytes.
    package let size: Int
    private let path: FilePath
    private let status: FileStatus?
    private let descriptor: FileDescriptor?  // Closed in `deinit`, once; nil if each read opens it.

    /// Opens the file at `path`, or copies its output to a nameless file if it is a pipe; `-` is
    /// standard input.
    ///
    /// - Parameters:
    ///   - path: the path.
    ///   - folder: the folder of the nameless file.
    ///   - keepsOpen: true if the file stays open; with thousands of files, each is opened again to
    ///     read from it.
    /// - Throws: a ``Fault`` of kind `malformed` if there is no such file or it cannot be read, and of
    ///   kind `cannotCreate` if there is no room for the copy.
    package init(
        at path: String, copyIn folder: String, keepsOpen: Bool = true
    ) throws(Fault) {
        self.path = FilePath(path)
        let isStandardInput = path == "-"
        name = isStandardInput ? Message("standard-input", "standard input") : Message("'\(path)'")
        let input: FileDescriptor
        do throws(Errno) {
            input =
                isStandardInput
                ? try FileDescriptor.standardInput.duplicated()
                : try FilePath(path).opened(.readOnly, [])
        } catch .noSuchFileOrDirectory {
            throw Fault(.malformed, "no-input-file", "there is no file '\(path)'")
        } catch {
            throw .cannotRead(name, error)
        }
        let status = FileStatus(of: input)
        // Anything that was already read from standard input is not part of the table.
        let isBegun = isStandardInput && (try? input.seek(offset: 0, from: .current)) != 0
        if status?.isRegular == true, !isBegun, isStandardInput || keepsOpen {
            (descriptor, self.status) = (input, status)
        } else {
            defer { try? input.close() }
            let isCopied = status?.isRegular != true || isBegun
            let copy = isCopied ? try Self.copy(of: input, named: name, in: folder) : nil
            (descriptor, self.status) = (copy, copy.map(FileStatus.init(of:)) ?? status)
        }
        size = self.status?.size ?? 0
    }

    deinit {
        try? descriptor?.close()
    }

    /// Reads the bytes in `range`.
    ///
    /// - Throws: a ``Fault`` of kind `malformed` if they cannot be read, or if the file has changed
    ///   since it was opened.
    package func bytes(in range: Range<Int>) throws(Fault) -> [UInt8] {
        do throws(Errno) {
            let file =
                if let descriptor { descriptor } else { try RegularFile.open(path, .readOnly) }
            defer { if descriptor == nil { try? file.close() } }
            guard let status, FileStatus(of: file)?.isUnchanged(since: status) == true else {
                throw .staleNFSFileHandle
            }
            return try file.bytes(in: range)
        } catch .staleNFSFileHandle {
            throw Fault(
                .malformed, "input-changed", "\(name) was changed while it was read",
                hint: "run the command again")
        } catch {
            throw .cannotRead(name, error)
        }
    }

    /// Copies everything from `input` to a nameless file.
    private static func copy(
        of input: FileDescriptor, named name: Message, in folder: String
    ) throws(Fault) -> FileDescriptor {
        let copy: FileDescriptor
        do throws(Errno) {
            copy = try OutputFile.nameless(in: FilePath(folder))
        } catch {
            throw .noCopy(name, folder, error)
        }
        var piece: [UInt8] = []
        do throws(Errno) {
            while try input.readMore(into: &piece) > 0 {
                try copy.writeWhole(piece.span)
                piece.removeAll(keepingCapacity: true)
            }
            return copy
        } catch {
            try? copy.close()
            // What was read is only there still if writing it has failed.
            throw piece.isEmpty ? .cannotRead(name, error) : .noCopy(name, folder, error)
        }
    }
}

extension Fault {
    fileprivate static func noCopy(_ name: Message, _ folder: String, _ error: Errno) -> Fault {
        let kind = error.kind(or: .cannotCreate)
        return Fault(
            kind, "no-copy",
            "\(name) cannot be copied to '\(folder)' while it is read: \(error.reason)",
            hint: "set TMPDIR to a folder with room for it, or name a file")
    }
}
