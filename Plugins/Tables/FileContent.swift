internal import BoxOffice
internal import Wire

/// What a file has, as its first bytes show.
struct FileContent: Sendable {
    /// A form of files.
    enum Form: Sendable {
        /// A text with delimiters.
        case text
        case json
        /// A page of HTML.
        case page
        /// A zip archive, such as a workbook.
        case workbook
    }

    let form: Form
    /// True if a byte order mark stood before it.
    let hasMark: Bool
    /// True if it was a text or JSON in CP949, which Korean names of columns must confirm.
    let isKorean: Bool

    /// Detects the content of `file`, which then is without the byte order mark of a text, and in
    /// UTF-8 unless it is a page.
    ///
    /// - Throws: a ``Fault`` of kind `malformed` for an empty file and for kinds of files that have no
    ///   table that can be read.
    init(of file: inout OpenedFile) throws(Fault) {
        guard file.size <= largestFile else { throw .largeFile(file.name) }
        var head = try file.head()
        let isWide = head.starts(with: [0xFF, 0xFE]) || head.starts(with: [0xFE, 0xFF])
        if isWide {
            file = try file.decoded()
            head = try file.head()
        }
        let other = Self.others.first { $0.beginnings.contains { head.starts(with: $0) } }
        if let other { throw .otherFile(file.name, other.what) }
        let mark = head.starts(with: [0xEF, 0xBB, 0xBF]) ? 3 : 0
        let beginning = head.dropFirst(mark).lazy.filter { !" \t\r\n".utf8.contains($0) }.prefix(2)
        let (first, second) = (beginning.first, beginning.dropFirst().first ?? 0)
        if first == UInt8(ascii: "<"), second == UInt8(ascii: "?"), !head.holdsPage {
            throw .otherFile(file.name, Message("file-is-xml", "XML"))
        }
        let isPage =
            first == UInt8(ascii: "<")
            && ("!?/".utf8.contains(second)
                || (UInt8(ascii: "a")...UInt8(ascii: "z")).contains(second | 0x20))
        hasMark = isWide || mark > 0
        guard !isPage, !head.starts(with: Self.zip) else {
            // A page says its own encoding.
            form = isPage ? .page : .workbook
            isKorean = false
            return
        }
        let isJSON =
            first == UInt8(ascii: "{") || first == UInt8(ascii: "[") && "{[]".utf8.contains(second)
        form = isJSON ? .json : .text
        isKorean = !head.isUTF8(isCut: head.count < file.size)
        guard first != nil || file.size > head.count else { throw .empty(file.name) }
        file = try isKorean ? file.decoded() : file.dropping(mark)
    }

    private static let zip: [UInt8] = [0x50, 0x4B, 0x03, 0x04]

    /// What kinds of files are that cannot be read, and their first bytes.
    private static let others: [(what: Message, beginnings: [[UInt8]])] = [
        (
            Message(
                "file-is-binary-workbook", "a binary .xls, a workbook with a password or a .hwp"),
            [[0xD0, 0xCF, 0x11, 0xE0, 0xA1, 0xB1, 0x1A, 0xE1]]
        ),
        (Message("file-is-pdf", "a PDF"), [Array("%PDF".utf8)]),
        (
            Message("file-is-archive", "an archive"),
            [[0x1F, 0x8B], [0x37, 0x7A, 0xBC, 0xAF], Array("Rar!".utf8), [0x42, 0x5A, 0x68]]
        ),
        (
            Message("file-is-picture", "a picture"),
            [[0x89, 0x50, 0x4E, 0x47], [0xFF, 0xD8, 0xFF], Array("GIF8".utf8)]
        ),
        (Message("file-is-database", "a database"), [Array("SQLite format 3".utf8)]),
        (Message("file-is-parquet", "a Parquet file"), [Array("PAR1".utf8)]),
    ]
}

/// The largest file that is read.
private let largestFile = 256 << 20

extension OpenedFile {
    /// Returns the first bytes, which show what the file has.
    fileprivate func head() throws(Fault) -> [UInt8] { try bytes(0..<min(size, 64 << 10)) }

    /// Returns the file without its first `count` bytes.
    fileprivate func dropping(_ count: Int) -> OpenedFile {
        OpenedFile(at: path, name: name, size: size - count) { [bytes] range throws(Fault) in
            try bytes(range.lowerBound + count..<range.upperBound + count)
        }
    }

    /// Returns the file with its text in UTF-8, without a byte order mark.
    fileprivate func decoded() throws(Fault) -> OpenedFile {
        let all = try bytes(0..<size)
        let text: [UInt8]
        do throws(Fault) {
            text = try TextEncoding.decode(all).text
        } catch {
            throw error.about(name)
        }
        return OpenedFile(at: path, name: name, size: text.count) { Array(text[$0]) }
    }
}

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
