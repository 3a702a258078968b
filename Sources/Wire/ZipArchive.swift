internal import BoxOffice
internal import CLibrary
internal import Glibc

/// A zip archive that is in memory, read with minizip.
package struct ZipArchive {
    private let bytes: [UInt8]
    /// The number of bytes that may still be unpacked.
    private var rest: Int

    /// Takes an archive without reading it yet.
    ///
    /// - Parameters:
    ///   - bytes: the archive.
    ///   - limit: the number of bytes that may be unpacked, of all entries together.
    package init(_ bytes: [UInt8], limit: Int) {
        self.bytes = bytes
        rest = limit
    }

    /// Returns the bytes of the entry `name`, in upper or lower case; nil if there is none.
    ///
    /// - Throws: ``Malformed`` if this is not an archive, it has more than 10,000 entries, or the
    ///   entry is damaged, there twice, or too large together with those before it.
    package mutating func entry(_ name: String) throws(Malformed) -> [UInt8]? {
        let zip = try Minizip.shared.get()
        var outcome: Result<[UInt8]?, Malformed> = .success(nil)
        unsafe bytes.withUnsafeBytes { bytes in
            guard let archive = unsafe zip.archive(in: bytes) else {
                outcome = .failure(.damagedArchive)
                return
            }
            do throws(Malformed) {
                outcome = .success(
                    try unsafe zip.entry(name.lowercased(), of: archive, limit: rest))
            } catch {
                outcome = .failure(error)
            }
            _ = unsafe zip.close(archive)  // Here alone.
        }
        let entry = try outcome.get()
        rest -= entry?.count ?? 0
        return entry
    }
}

/// The functions of minizip that are used, with the types that its `unzip.h` and `ioapi.h` have.
///
/// It is opened for the first workbook, as other libraries are; libxlsxwriter needs it, too.
@safe private struct Minizip: @unchecked Sendable {
    typealias Archive = UnsafeMutableRawPointer
    typealias Step = @convention(c) (Archive) -> CInt

    private let fill: @convention(c) (UnsafeMutablePointer<UnsafeRawPointer?>) -> Void
    private let open:
        @convention(c) (UnsafeRawPointer?, UnsafeMutablePointer<UnsafeRawPointer?>) -> Archive?
    private let info:
        @convention(c) (
            Archive, UnsafeRawPointer?, UnsafeMutablePointer<CChar>, UInt, UnsafeRawPointer?, UInt,
            UnsafePointer<CChar>?, UInt
        ) -> CInt
    private let read: @convention(c) (Archive, UnsafeMutablePointer<UInt8>, CUnsignedInt) -> CInt
    private let next, begin, isAtEnd, end: Step
    let close: Step

    /// The library, or the reason why it cannot be used.
    static let shared = Result { () throws(Malformed) in try Minizip() }

    private init() throws(Malformed) {
        var library = unsafe bo_shared_library()
        unsafe bo_shared_library_open(&library, "libminizip.so.1", nil, RTLD_NOW)
        func function<Function>(_ name: String) throws(Malformed) -> Function {
            guard let address = unsafe bo_shared_library_find(&library, name) else {
                throw .noZipLibrary
            }
            return unsafe unsafeBitCast(address, to: Function.self)
        }
        unsafe fill = try function("fill_fopen64_filefunc")
        unsafe open = try function("unzOpen2_64")
        unsafe info = try function("unzGetCurrentFileInfo64")
        unsafe next = try function("unzGoToNextFile")
        unsafe begin = try function("unzOpenCurrentFile")
        unsafe read = try function("unzReadCurrentFile")
        unsafe isAtEnd = try function("unzeof")
        unsafe end = try function("unzCloseCurrentFile")
        unsafe close = try function("unzClose")
    }

    /// Opens the archive that `bytes` are, which stay where they are until it is closed; nil if
    /// they are none.
    func archive(in bytes: UnsafeRawBufferPointer) -> Archive? {
        // The first of minizip's functions for files opens one, and gets the last pointer.
        let openMemory:
            @convention(c) (UnsafeRawPointer?, UnsafeRawPointer?, CInt)
                -> UnsafeMutablePointer<FILE>? = { bytes, _, _ in
                    guard let bytes = unsafe bytes?.load(as: UnsafeRawBufferPointer.self) else {
                        return nil
                    }
                    let start = unsafe UnsafeMutableRawPointer(mutating: bytes.baseAddress)
                    return unsafe fmemopen(start, bytes.count, "r")
                }
        return unsafe withUnsafePointer(to: bytes) { bytes in
            var functions = unsafe [UnsafeRawPointer?](repeating: nil, count: 8)
            unsafe fill(&functions)
            unsafe functions[0] = unsafeBitCast(openMemory, to: UnsafeRawPointer.self)
            unsafe functions[7] = UnsafeRawPointer(bytes)
            return unsafe open(nil, &functions)
        }
    }

    /// Returns the only entry of that name, which is in lower case; nil if there is none.
    func entry(
        _ wanted: String, of archive: Archive, limit: Int
    ) throws(Malformed) -> [UInt8]? {
        var entry: [UInt8]?
        for _ in 0..<maxEntries {
            var name = [CChar](repeating: 0, count: 512)
            let size = UInt(name.count - 1)
            guard unsafe info(archive, nil, &name, size, nil, 0, nil, 0) == 0 else {
                throw .damagedArchive
            }
            let bytes = name.prefix { $0 != 0 }.map { UInt8(bitPattern: $0) }
            if String(decoding: bytes, as: UTF8.self).lowercased() == wanted {
                guard entry == nil else { throw .twins }
                entry = try unsafe currentEntry(of: archive, limit: limit)
            }
            switch unsafe next(archive) {
            case 0: continue
            case -100: return entry  // The end of the list.
            default: throw .damagedArchive
            }
        }
        throw .manyEntries
    }

    /// Returns the bytes of the entry that was found last.
    private func currentEntry(of archive: Archive, limit: Int) throws(Malformed) -> [UInt8] {
        var bytes: [UInt8] = []
        var block = [UInt8](repeating: 0, count: 64 << 10)
        guard unsafe begin(archive) == 0 else { throw .damagedArchive }
        while true {
            let count = Int(unsafe read(archive, &block, CUnsignedInt(block.count)))
            guard count > 0 else {
                let isWhole = unsafe isAtEnd(archive) == 1 && count == 0
                // Closing it compares the checksum.
                guard unsafe end(archive) == 0, isWhole else { throw .damagedArchive }
                return bytes
            }
            guard bytes.count + count <= limit else { throw .tooLarge }
            bytes += block.prefix(count)
        }
    }
}

/// The maximum number of entries; a workbook has one a sheet and picture, and a few more.
private let maxEntries = 10_000

extension Malformed {
    fileprivate static let damagedArchive = Malformed("it is not a whole zip archive")
    fileprivate static let twins = Malformed("the zip archive has two entries of one name")
    fileprivate static let manyEntries = Malformed("the zip archive has too many entries")
    /// A file, or a part of it, is larger than what is read.
    package static let tooLarge = Malformed("it is larger than any workbook with tables")
}
