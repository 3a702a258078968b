internal import BoxOffice
internal import CWorkbook
internal import Glibc

/// A file without a name, which is gone when it is closed or its process exits.
struct TemporaryFile: ~Copyable {
    /// The folder for temporary files: `TMPDIR`, or `/tmp`.
    static var folder: String {
        let chosen = unsafe getenv("TMPDIR").map { unsafe String(cString: $0) } ?? ""
        return chosen.isEmpty ? "/tmp" : chosen
    }

    /// The descriptor, closed once, in `deinit`.
    let descriptor: Int32

    /// Creates the file.
    ///
    /// - Throws: a ``Fault`` of kind `cannotCreate`, or `outOfResources` if there are no descriptors.
    init() throws(Fault) {
        descriptor = unsafe bo_temporary_file(Self.folder)
        guard descriptor < 0 else { return }
        let hasDescriptors = errno != EMFILE && errno != ENFILE
        throw .workbook(hasDescriptors ? bo_workbook_no_file : bo_workbook_out_of_resources)
    }

    deinit {
        if descriptor >= 0 { Glibc.close(descriptor) }
    }

    /// Passes everything to `body`, a block at a time.
    ///
    /// - Throws: what `body` throws, and a ``Fault`` of kind `cannotWrite` if it cannot be read.
    func forEachBlock(_ body: (Span<UInt8>) throws(Fault) -> Void) throws(Fault) {
        var block = [UInt8](repeating: 0, count: 64 * 1024)
        var offset = 0
        while true {
            let count = unsafe block.withUnsafeMutableBytes { bytes in
                unsafe pread(descriptor, bytes.baseAddress, bytes.count, off_t(offset))
            }
            if count < 0, errno == EINTR { continue }
            guard count >= 0 else { throw .workbook(bo_workbook_not_read) }
            guard count > 0 else { return }
            try body(block.span.extracting(..<count))
            offset += count
        }
    }
}
