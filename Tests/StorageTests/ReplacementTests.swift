import BoxOffice
import Engine
import Foundation
import Loopback
import Storage
import Testing

/// The attributes that a file keeps when it is replaced.
@Suite struct ReplacementTests {
    /// True if files can have more than a mode here, and the programs to show that are installed.
    static let hasAttributes =
        OtherProgram.succeeds(
            """
            f=$(mktemp) && setfacl -m u:1:r $f && setfattr -n user.x -v 1 $f && getfacl $f &&
                getfattr $f; s=$?; rm -f $f; exit $s
            """)

    private let folder: URL

    init() throws {
        folder = TemporaryFolder.newURL
        try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    }

    /// Returns the output of a script that runs in `folder`.
    @discardableResult
    private func shell(_ script: String) async throws -> String {
        String(
            decoding: try await OtherProgram.output(of: ["sh", "-c", script], in: folder),
            as: UTF8.self)
    }

    private func write(_ text: String) throws {
        var sink = try FileSink(at: folder.appending(path: "x.csv").path, allowsEmpty: false)
        try sink.write(Array(text.utf8).span)
        try sink.commit(rows: 1)
    }

    @Test(
        "A replaced file keeps its access list, its attributes and its mode",
        .enabled(if: hasAttributes, "needs setfacl, setfattr and a file system that has both"))
    func keepsAttributes() async throws {
        let look = "getfacl -n x.csv; getfattr -d x.csv; stat -c %a x.csv"
        try await shell(
            """
            echo old >x.csv && chmod 2640 x.csv
            setfacl -m u:1:rw,u:2:-,g:3:r,g::-,m::rw x.csv
            setfattr -n user.origin -v here x.csv && setfattr -n user.empty x.csv
            setfattr -n user.long -v "$(seq 1 300)" x.csv
            """)
        let before = try await shell(look)
        try write("new")
        #expect(try await shell(look) == before)
        #expect(before.contains("group::---") && before.contains("user.long"))
        #expect(try await shell("cat x.csv") == "new")
    }

    @Test(
        "A replaced file gets no access list that it did not have; a new one gets that of its folder",
        .enabled(if: hasAttributes, "needs setfacl, setfattr and a file system that has both"))
    func defaultList() async throws {
        try await shell("echo old >x.csv; chmod 640 x.csv; setfacl -d -m u:1:rw .")
        let look = "getfacl -n x.csv"
        let before = try await shell(look)
        try write("new")
        #expect(try await shell(look) == before)
        try await shell("rm x.csv")
        try write("new")
        #expect(try await shell(look).contains("user:1:rw"))
    }

    @Test(
        "An update keeps the access list of the older document",
        .enabled(if: hasAttributes, "needs setfacl, setfattr and a file system that has both"))
    func update() async throws {
        try await shell("printf 'h\\n' >x.csv; setfacl -m u:1:rw x.csv")
        let before = try await shell("getfacl -n x.csv")
        let path = folder.appending(path: "x.csv").path
        guard let old = try ExistingFile(at: path) else { throw CocoaError(.fileNoSuchFile) }
        let day = try #require(Day("2022-06-05"))
        let part = DocumentPart(Period(of: .daily, containing: day))
        let document = try ExistingDocument(
            of: ChartQuery(periods: part.periods), columns: ["date"])
        let file = UpdatedFile(over: old, document, header: 2)
        try file.begin()
        var section = file.section(of: part)
        try section.write(Array("a\n".utf8).span)
        try section.commit(rows: 1)
        try file.commit(isPartial: false)
        #expect(try await shell("cat x.csv") == "h\na\n")
        #expect(try await shell("getfacl -n x.csv") == before)
    }

    @Test(
        "New parts of a document may come in any order; only different ones count as changes")
    func parts() throws {
        let old = "date\n2022-06-02\n2022-06-05\n"
        let path = folder.appending(path: "x.csv").path
        try Data(old.utf8).write(to: URL(filePath: path))
        let days = try (1...6).map { try #require(Day("2022-06-0\($0)")) }
        let parts = days.map { DocumentPart(Period(of: .daily, containing: $0)) }
        func update(_ order: [Int]) throws -> (changes: Int, rows: Int) {
            guard let file = try ExistingFile(at: path) else {
                throw CocoaError(.fileNoSuchFile)
            }
            var document = try ExistingDocument(
                of: ChartQuery(periods: Periods(from: parts[0].period, to: parts[5].period)),
                columns: ["date"])
            var start = 5
            for line in try String(contentsOfFile: path, encoding: .utf8).split(separator: "\n")
                .dropFirst()
            {
                try document.add([(nil, String(line))], at: start..<start + 11)
                start += 11
            }
            let updated = UpdatedFile(over: file, document, header: 5)
            try updated.begin()
            for day in order {
                var section = updated.section(of: parts[day - 1])
                try section.write(Array("2022-06-0\(day)\n".utf8).span)
                try section.commit(rows: 1)
            }
            try updated.commit(isPartial: false)
            return (updated.changes, updated.extent.rows)
        }
        #expect(try update([5, 2]) == (0, 2))
        #expect(try update([6, 1, 5, 3]) == (3, 5))
        let all = [1, 2, 3, 5, 6].map { "2022-06-0\($0)\n" }.joined()
        #expect(try String(contentsOfFile: path, encoding: .utf8) == "date\n" + all)
    }
}
