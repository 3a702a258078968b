internal import BoxOffice
internal import CWorkbook
internal import Glibc

/// A file without a name, which is gone when it is closed or its process ends.
struct TemporaryFile: ~Copyable {
    /// The folder for temporary files: `TMPDIR`, or `/tmp`.
    static var folder: String {
        let chosen = unsafe getenv("TMPDIR").map { unsafe String(cString: $0) } ?? ""
        return chosen.isEmpty ? "/tmp" : chosen
    }

    /// Its descriptor, which is closed in `deinit`, once.
    let descriptor: Int32

    /// Makes the file.
    ///
    /// - Throws: a ``Fault`` of kind `cannotCreate`, or `outOfResources` if there are no descriptors.
    static func make() throws(Fault) -> TemporaryFile {
        let descriptor = unsafe folder.withCString { unsafe bo_temporary_file($0) }
        guard descriptor < 0 else { return TemporaryFile(descriptor: descriptor) }
        let error = errno
        throw .workbook(error == EMFILE || error == ENFILE ? .outOfResources : .noFile(error))
    }

    private init(descriptor: Int32) {
        self.descriptor = descriptor
    }

    deinit {
        Glibc.close(descriptor)
    }

    /// How many bytes it has; 0 if that cannot be found out.
    var size: Int { max(0, Int(lseek(descriptor, 0, SEEK_END))) }

    /// The bytes in `range`, as far as it has them.
    ///
    /// - Throws: a ``Fault`` of kind `cannotWrite` if they cannot be read.
    func bytes(in range: Range<Int>) throws(Fault) -> [UInt8] {
        var block = [UInt8](repeating: 0, count: range.count)
        var filled = 0
        while filled < block.count {
            let count = unsafe block.withUnsafeMutableBytes { bytes in
                unsafe pread(
                    descriptor, bytes.baseAddress?.advanced(by: filled), bytes.count - filled,
                    off_t(range.lowerBound + filled))
            }
            if count < 0, errno == EINTR { continue }
            guard count >= 0 else { throw .workbook(.notRead(errno)) }
            guard count > 0 else { break }
            filled += count
        }
        return Array(block.prefix(filled))
    }

    /// Passes everything to `body`, a block at a time.
    func forEachBlock(_ body: (Span<UInt8>) throws(Fault) -> Void) throws(Fault) {
        let end = size
        guard end > 0 else { throw .workbook(.notRead(errno)) }
        var offset = 0
        while offset < end {
            let block = try bytes(in: offset..<min(offset + 64 * 1024, end))
            guard !block.isEmpty else { throw .workbook(.notRead(EIO)) }
            try body(block.span)
            offset += block.count
        }
    }
}
