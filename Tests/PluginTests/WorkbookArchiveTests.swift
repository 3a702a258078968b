import BoxOffice
import Foundation
import Loopback
import Testing

@testable import XLSX

/// The list of files in a workbook's archive, which shows whether the workbook is whole.
@Suite(.enabled(if: ReadWorkbook.canBeWritten, "this needs libxlsxwriter4"))
struct WorkbookArchiveTests {
    private func workbook() throws -> [UInt8] {
        try WrittenWorkbook([[.text("a")]], under: [Column("a", "가", .text)]).bytes
    }

    /// Returns the sizes in the list of `bytes`, or nil if there is no list.
    private func sizes(_ bytes: [UInt8], areWhole sheets: [Int] = []) throws -> [String: Int]? {
        let file = try TemporaryFile()
        var rest = bytes[...]
        while !rest.isEmpty {
            let count = unsafe rest.withUnsafeBytes {
                unsafe write(file.descriptor, $0.baseAddress, $0.count)
            }
            try #require(count > 0)
            rest = rest.dropFirst(count)
        }
        guard let directory = try ZipDirectory(of: file) else { return nil }
        return directory.areWhole(sheets: sheets) ? directory.sizes : [:]
    }

    @Test("The library creates temporary files with our function, which notices every error")
    func ownFiles() throws {
        var workbook = try Workbook.begin(title: "", subject: "", comments: "")
        _ = try workbook.addSheet("rows")
        let hasOwn = workbook.hasOwnTemporaryFiles
        #expect(hasOwn)
    }

    @Test("The sheets of a whole workbook have the size of their rows")
    func whole() throws {
        let found = try #require(try sizes(workbook(), areWhole: [100, 100]))
        #expect(found.count > 10 && found["xl/workbook.xml"] != nil)
        #expect(found["[Content_Types].xml"].map { $0 > 100 } == true)
        #expect(try sizes(workbook(), areWhole: [1_000_000]) == [:])
        #expect(try sizes(workbook(), areWhole: [100, 100, 100]) == [:])
    }

    @Test("A workbook that is cut off or changed at its end has no list, and nothing traps")
    func torn() throws {
        let bytes = try workbook()
        for count in [0, 1, 21, 22, 23, bytes.count / 2, bytes.count - 1] {
            #expect(try sizes(Array(bytes.prefix(count))) == nil)
        }
        #expect(try sizes(bytes + [0]) == nil)
        // Every byte of the last record in turn.
        for index in 1...22 {
            for byte: UInt8 in [0, 0x7F, 0xFF] {
                var changed = bytes
                changed[changed.count - index] = byte
                _ = try sizes(changed)
            }
        }
        var random = SystemRandomNumberGenerator()
        for _ in 0..<200 {
            var changed = bytes
            let index = changed.count - Int.random(in: 1...1200, using: &random)
            changed[max(0, index)] = UInt8.random(in: 0...255, using: &random)
            _ = try sizes(changed)
        }
    }
}
