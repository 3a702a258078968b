internal import BoxOffice
internal import Wire

/// What a file has, as its first bytes show.
enum FileContent: Sendable {
    /// A text with delimiters that begins at this offset; with a byte order mark before it or not.
    case text(start: Int, hasMark: Bool)
    /// A text in CP949, if its header has Korean names of columns.
    case koreanText
    /// JSON that begins at this offset; `isKorean` if it is in CP949, which Korean names of columns
    /// among its fields must confirm.
    case json(start: Int, isKorean: Bool)
    /// A page of HTML.
    case page
    /// A zip archive, such as a workbook.
    case workbook

    /// Detects the content of `file`, and decodes the file if it is a text in another encoding than
    /// UTF-8.
    ///
    /// - Throws: a ``Fault`` of kind `malformed` for an empty file and for kinds of files that have no
    ///   table that can be read.
    init(of file: inout OpenedFile) throws(Fault) {
        guard file.size <= largestFile else { throw .largeFile(file.name) }
        let head = try file.bytes(0..<min(file.size, 64 << 10))
        if let (_, what) = Self.others.first(where: { head.starts(with: $0.0) }) {
            throw .otherFile(file.name, what)
        }
        guard !head.starts(with: Self.zip) else {
            self = .workbook
            return
        }
        let isWide = head.starts(with: [0xFF, 0xFE]) || head.starts(with: [0xFE, 0xFF])
        let mark = head.starts(with: [0xEF, 0xBB, 0xBF]) ? 3 : 0
        let beginning = head.dropFirst(mark).lazy.filter { !" \t\r\n".utf8.contains($0) }.prefix(2)
        let (first, second) = (beginning.first, beginning.dropFirst().first ?? 0)
        if first == UInt8(ascii: "<"), second == UInt8(ascii: "?"), !head.holdsPage {
            throw .otherFile(file.name, Message("file-is-xml", "XML"))
        }
        // A page says its own encoding.
        if first == UInt8(ascii: "<"), !isWide,
            "!?/".utf8.contains(second)
                || (UInt8(ascii: "a")...UInt8(ascii: "z")).contains(second | 0x20)
        {
            self = .page
            return
        }
        let isJSON =
            first == UInt8(ascii: "{") || first == UInt8(ascii: "[") && "{[]".utf8.contains(second)
        if isWide || !head.isUTF8(isCut: head.count < file.size) {
            let all = try file.bytes(0..<file.size)
            let text: [UInt8]
            do throws(Fault) {
                text = try TextEncoding.decode(all).text
            } catch {
                throw error.about(file.name)
            }
            file = OpenedFile(at: file.path, name: file.name, size: text.count) { Array(text[$0]) }
            guard isWide else {
                self = isJSON ? .json(start: 0, isKorean: true) : .koreanText
                return
            }
            try self.init(of: &file)
            // It was decoded without its mark.
            if case .text(let start, _) = self { self = .text(start: start, hasMark: true) }
            return
        }
        guard first != nil || file.size > head.count else { throw .empty(file.name) }
        self =
            isJSON
            ? .json(start: mark, isKorean: false) : .text(start: mark, hasMark: mark > 0)
    }

    private static let zip: [UInt8] = [0x50, 0x4B, 0x03, 0x04]

    /// The first bytes of kinds of files that cannot be read, and what they are.
    private static let others: [([UInt8], Message)] = [
        (
            [0xD0, 0xCF, 0x11, 0xE0, 0xA1, 0xB1, 0x1A, 0xE1],
            Message(
                "file-is-binary-workbook", "a binary .xls, a workbook with a password or a .hwp")
        ),
        (Array("%PDF".utf8), Message("file-is-pdf", "a PDF")),
        ([0x1F, 0x8B], Message("file-is-archive", "an archive")),
        ([0x37, 0x7A, 0xBC, 0xAF], Message("file-is-archive", "an archive")),
        (Array("Rar!".utf8), Message("file-is-archive", "an archive")),
        ([0x42, 0x5A, 0x68], Message("file-is-archive", "an archive")),
        ([0x89, 0x50, 0x4E, 0x47], Message("file-is-picture", "a picture")),
        ([0xFF, 0xD8, 0xFF], Message("file-is-picture", "a picture")),
        (Array("GIF8".utf8), Message("file-is-picture", "a picture")),
        (Array("SQLite format 3".utf8), Message("file-is-database", "a database")),
        (Array("PAR1".utf8), Message("file-is-parquet", "a Parquet file")),
    ]
}

/// The largest file that is read.
private let largestFile = 256 << 20

extension [UInt8] {
    /// True if an element of a page is among the bytes.
    fileprivate var holdsPage: Bool {
        let text = String(decoding: self, as: UTF8.self).lowercased()
        return ["<html", "<table"].contains(where: text.contains)
    }

    /// Returns true if the bytes are UTF-8, of which the last character may be cut off.
    fileprivate func isUTF8(isCut: Bool) -> Bool {
        let isValid = { (count: Int) in
            (try? UTF8Span(validating: self.span.extracting(0..<count))) != nil
        }
        return isValid(count) || isCut && (1...3).contains { count > $0 && isValid(count - $0) }
    }
}

extension Fault {
    static func empty(_ file: Message) -> Fault {
        Fault(.malformed, "table-empty", "\(file) is empty")
    }

    fileprivate static func largeFile(_ file: Message) -> Fault {
        Fault(.malformed, "table-too-large", "\(file) is larger than 256 MB")
    }

    static func otherFile(_ file: Message, _ what: Message) -> Fault {
        Fault(
            .malformed, "table-other-file", "\(file) is \(what), which cannot be read",
            hint: "open it in a spreadsheet program, and save the table as .xlsx or as CSV (UTF-8)")
    }

    static func notUTF8(_ file: Message) -> Fault {
        Fault(
            .malformed, "table-not-utf8",
            "\(file) is not UTF-8, and has no Korean header by which CP949 is known",
            hint: "save the file as UTF-8 ('CSV UTF-8' in Excel)")
    }

    static func readAsKorean(_ file: Message) -> Fault {
        Fault(.malformed, "table-cp949", "\(file) is not UTF-8, and is read as CP949")
    }
}
