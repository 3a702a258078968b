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

    /// The size in bytes; 0 if it cannot be determined.
    var size: Int { max(0, Int(lseek(descriptor, 0, SEEK_END))) }

    /// Reads the bytes in `range`, as far as the file has them.
    ///
    /// - Throws: a ``Fault`` of kind `cannotWrite` if they cannot be read.
    func bytes(in range: Range<Int>) throws(Fault) -> [UInt8] {
        var block = [UInt8](repeating: 0, count: range.count)
        var filled = 0
        repeat {
            let count = unsafe block.withUnsafeMutableBytes { bytes in
                unsafe pread(
                    descriptor, bytes.baseAddress?.advanced(by: filled), bytes.count - filled,
                    off_t(range.lowerBound + filled))
            }
            guard count >= 0 || errno == EINTR else { throw .workbook(bo_workbook_not_read) }
            if count == 0 { break }
            filled += max(0, count)
        } while filled < block.count
        return Array(block.prefix(filled))
    }

    /// Passes everything to `body`, a block at a time.
    func forEachBlock(_ body: (Span<UInt8>) throws(Fault) -> Void) throws(Fault) {
        for start in stride(from: 0, to: size, by: 64 * 1024) {
            let block = try bytes(in: start..<(start + 64 * 1024))
            try body(block.span)
        }
    }
}

/// The list of the files in a ZIP archive (APPNOTE.TXT, 4.3.12), used to check that the archive is
/// complete.
///
/// If libxlsxwriter creates its temporary files itself, it does not notice when a disk becomes full
/// while it writes them. A file in the archive is then shorter than the data written to it.
struct ZipDirectory {
    /// The sizes of the files before they were compressed, by name.
    private(set) var sizes: [String: Int] = [:]

    /// Reads the list at the end of the archive in `file`; nil if there is none.
    ///
    /// - Throws: a ``Fault`` of kind `cannotWrite` if the file cannot be read.
    init?(of file: borrowing TemporaryFile) throws(Fault) {
        let end = file.size
        // Its last record has 22 bytes, and nothing follows it.
        let last = try file.bytes(in: max(0, end - 22)..<end)
        let (size, start) = (last.number(at: 12, of: 4), last.number(at: 16, of: 4))
        guard last.count == 22, last.starts(with: [0x50, 0x4B, 5, 6]), start + size <= end - 22
        else { return nil }
        let list = try file.bytes(in: start..<(start + size))
        var index = 0
        while list.dropFirst(index).starts(with: [0x50, 0x4B, 1, 2]) {
            let lengths = [28, 30, 32].map { list.number(at: index + $0, of: 2) }
            let name = list.dropFirst(index + 46).prefix(lengths[0])
            sizes[String(decoding: name, as: UTF8.self)] = list.number(at: index + 24, of: 4)
            index += 46 + lengths.reduce(0, +)
        }
        guard index == list.count, sizes.count == last.number(at: 10, of: 2) else { return nil }
    }

    /// Returns true if no file is empty, and each sheet has more bytes than its rows.
    func areWhole(sheets: [Int]) -> Bool {
        sizes.values.allSatisfy { $0 > 0 }
            && sheets.enumerated().allSatisfy { index, size in
                sizes["xl/worksheets/sheet\(index + 1).xml"].map { $0 > size } ?? false
            }
    }
}

extension [UInt8] {
    /// Returns the number of `count` bytes at `index`, the lowest byte first; 0 beyond the end.
    fileprivate func number(at index: Int, of count: Int) -> Int {
        guard index >= 0, index + count <= self.count else { return 0 }
        return self[index..<(index + count)].reversed().reduce(0) { $0 << 8 | Int($1) }
    }
}
