internal import BoxOffice
internal import Wire

/// A web page with tables, such as those that the council's site calls `.xls`, and what is open in it
/// while its tags and texts come.
///
/// The parser repairs a page silently. So whatever decides what a cell or a row has is compared
/// with the source: each cell, row and table must have its own end tag there.
struct HTMLRows {
    /// The page in UTF-8.
    private let source: [UInt8]
    /// The encoding of the file.
    let encoding: TextEncoding
    /// The name of the file in messages.
    private let name: Message
    /// The names of the open elements.
    private var open: [String] = []
    /// The number of elements outside of tables.
    private var elements = 0
    /// True in the table with the title, false in another table, nil outside of tables.
    private var isTitle: Bool?
    /// The cells of the open row; nil outside of rows.
    private var cells: [GridCell]?
    /// The offset after the start tag of the open cell; nil outside of cells.
    private var cellStart: Int?
    /// The text of the open cell, or of the loose row.
    private var text = ""
    /// The offset where the open row or the loose row begins, and the number of its line.
    private var start: (offset: Int, line: Int)?
    /// True after the end tag of the page.
    private var hasEnded = false
    /// The offset up to which lines have been counted, and the number of the line there.
    private var counted = (offset: 0, line: 1)

    /// Decodes the page.
    ///
    /// - Parameters:
    ///   - bytes: the whole file.
    ///   - name: its name in messages.
    /// - Throws: a ``Fault`` of kind `malformed` if it is not a text.
    init(_ bytes: [UInt8], name: Message) throws(Fault) {
        do throws(Fault) {
            var (text, encoding) = try TextEncoding.decode(bytes)
            // So that an end tag which the parser adds at the end does not follow one of the
            // source.
            if text.last == UInt8(ascii: ">") { text.append(UInt8(ascii: "\n")) }
            (source, self.encoding) = (text, encoding)
        } catch {
            throw error.about(name)
        }
        self.name = name
    }

    /// Passes the rows to `body`, in their order.
    ///
    /// Texts outside of tables are loose rows of one cell; the rows of the table with the title
    /// (class `tbl_tit`) are loose, too.
    ///
    /// - Throws: what `body` throws, and a ``Fault`` of kind `malformed` that names file and line
    ///   if the page does not end, or a table has anything but rows of closed cells.
    func forEachRow(_ body: (GridRow) throws(Fault) -> Void) throws(Fault) {
        var page = self
        try Markup.read(source, as: .page, or: { .brokenPage($0).about(name) }) {
            part throws(Fault) in
            if let row = try page.row(with: part) { try body(row) }
        }
        try page.finish()
    }

    /// Takes the next tag or text; returns the row that it completes.
    private mutating func row(with part: borrowing Markup) throws(Fault) -> GridRow? {
        let offset = min(part.offset, source.count)
        if let start, offset - start.offset > GridRow.maxBytes {
            throw Fault.longRow.about(place(start.line))
        }
        do throws(Fault) {
            switch part.kind {
            case .text:
                try add(part, at: offset)
                return nil
            case .start:
                if isTitle == nil { elements += 1 }
                guard open.count < deepest, elements < maxElements else { throw .manyElements }
                let name = part.name
                let row = try begin(name, part, at: offset)
                open.append(name)
                return row
            case .end:
                _ = open.popLast()
                return try end(part.name, at: offset)
            }
        } catch {
            throw error.about(place(line(at: offset)))
        }
    }

    /// Checks that the page had its end.
    private mutating func finish() throws(Fault) {
        guard hasEnded else { throw Fault.noEnd.about(place(line(at: source.count))) }
    }

    private mutating func add(_ part: borrowing Markup, at offset: Int) throws(Fault) {
        if cellStart != nil {
            text += part.text
            return
        }
        guard !part.isBlank || isTitle == nil && start != nil else { return }
        let piece = part.text
        if isTitle != nil {
            guard piece.withoutSpace == nil else { throw .textOutsideCells }
        } else if start != nil || piece.withoutSpace != nil,
            !["script", "style", "title"].contains(open.last)
        {
            let blanks = piece.utf8.prefix { $0 <= UInt8(ascii: " ") }
            let first = max(0, offset - piece.utf8.count + blanks.count)
            if start == nil { start = (first, line(at: first)) }
            text += piece
        }
    }

    private mutating func begin(
        _ name: String, _ part: borrowing Markup, at offset: Int
    ) throws(Fault) -> GridRow? {
        switch (name, isTitle) {
        case ("br", _) where cellStart != nil: text += "\n"
        case (_, _?) where cellStart != nil:
            // Other elements in a cell are seen in its source.
            let isData = isTitle == false && open.contains("td")
            guard isData ? !tableElements.contains(name) : inlineElements.contains(name) else {
                throw .element(name)
            }
        case ("thead", _?), ("tbody", _?): guard open.last == "table" else { throw .element(name) }
        case ("tr", _?) where cells == nil:
            let first = source[..<offset].lastIndex(of: UInt8(ascii: "<")) ?? offset
            (cells, start) = ([], (first, line(at: first)))
        case ("td", let isTitle?), ("th", let isTitle?):
            guard let count = cells?.count else { throw .element(name) }
            guard count < GridRow.maxCells else { throw .manyCells }
            for name in ["colspan", "rowspan"] where !isTitle {
                guard let span = part.attribute(name) else { continue }
                guard span.withoutSpace == "1" else { throw .span(span) }
            }
            // The parser calls before or after the end of the tag.
            let rest = source[max(0, offset - 1)...]
            cellStart = (rest.firstIndex(of: UInt8(ascii: ">")) ?? offset) + 1
        case (_, _?): throw .element(name)
        case ("table", nil):
            let classes = part.attribute("class")?.split(separator: " ")
            isTitle = classes?.contains("tbl_tit") ?? false
            return looseRow()
        case (_, nil):
            guard !tableElements.contains(name) else { throw .element(name) }
            return inlineElements.contains(name) && name != "br" ? nil : looseRow()
        }
        return nil
    }

    private mutating func end(_ name: String, at offset: Int) throws(Fault) -> GridRow? {
        guard isTitle != nil else {
            if name == "html" { hasEnded = closingTag(name, before: offset) != nil }
            let rest = source[offset...]
            if hasEnded, String(decoding: rest, as: UTF8.self).withoutSpace != nil {
                throw .afterEnd
            }
            return inlineElements.contains(name) ? nil : looseRow()
        }
        guard tableElements.contains(name) else { return nil }
        guard let end = closingTag(name, before: offset) else { throw .notClosed(name) }
        switch name {
        case "td", "th":
            if let first = cellStart {
                let value = cell(name, first..<max(first, end))
                cells?.append(value)
            }
            (cellStart, text) = (nil, "")
        case "tr":
            defer { (cells, start) = (nil, nil) }
            return GridRow(
                cells: cells ?? [], place: place(start?.line ?? 0), isLoose: isTitle == true)
        case "table": isTitle = nil
        default: break
        }
        return nil
    }

    /// Returns the text outside of tables that is complete now; nil if there is none.
    private mutating func looseRow() -> GridRow? {
        defer { (text, start) = ("", nil) }
        guard let start, let text = text.withoutSpace else { return nil }
        let cell = GridCell.text(text, isQuoted: false)
        return GridRow(cells: [cell], place: place(start.line), isLoose: true)
    }

    /// Returns the cell whose content is at `range`: as it stands in the source, if that needs no
    /// decoding.
    private func cell(_ name: String, _ range: Range<Int>) -> GridCell {
        let isData = isTitle == false && name == "td"
        let hasReference = source[range].contains(UInt8(ascii: "&"))
        let isMarkup =
            isData && (isMarkup(at: range) || hasReference && source[range].hasOddReference)
        guard isMarkup || isData && !hasReference else {
            return .text(text.withoutSpace ?? "", isQuoted: false)
        }
        let bytes = source[withoutBlanks(range)]
        let text = String(decoding: bytes, as: UTF8.self).withoutSpace ?? ""
        return isMarkup ? .markup(text) : .text(text, isQuoted: false)
    }

    // Spans, because most of the time goes into looking at the bytes of cells.

    /// Returns true if a tag, a comment or an instruction begins at `range`, or there is a control
    /// character but for those of white space; the parser drops some.
    private func isMarkup(at range: Range<Int>) -> Bool {
        let source = source.span
        var isAfterBracket = false
        for index in range {
            let byte = source[index]
            if byte.isControl || isAfterBracket && byte.beginsTag { return true }
            isAfterBracket = byte == UInt8(ascii: "<")
        }
        return false
    }

    /// Returns the range without ASCII's white space at both ends.
    private func withoutBlanks(_ range: Range<Int>) -> Range<Int> {
        let source = source.span
        var (start, end) = (range.lowerBound, range.upperBound)
        while start < end, source[start] <= UInt8(ascii: " ") { start += 1 }
        while start < end, source[end - 1] <= UInt8(ascii: " ") { end -= 1 }
        return start..<end
    }

    /// Returns the offset of the end tag of `name` that ends at `offset`; nil if the source does
    /// not have it there.
    private func closingTag(_ name: String, before offset: Int) -> Int? {
        let source = source.span
        var index = offset - 1
        guard index > 0, source[index] == UInt8(ascii: ">") else { return nil }
        repeat { index -= 1 } while index > 0 && source[index] <= UInt8(ascii: " ")
        for letter in name.utf8.reversed() {
            // A capital differs from its small letter in one bit.
            guard index > 1, source[index] | 0x20 == letter else { return nil }
            index -= 1
        }
        let isEndTag = source[index] == UInt8(ascii: "/") && source[index - 1] == UInt8(ascii: "<")
        return isEndTag ? index - 1 : nil
    }

    /// Returns the number of the line at `offset`, which is not before those asked for earlier.
    private mutating func line(at offset: Int) -> Int {
        let first = min(counted.offset, offset)
        let line = counted.line + source.span.lineEnds(in: first..<offset)
        counted = (max(counted.offset, offset), line)
        return line
    }

    private func place(_ line: Int) -> Message { Message("table-line", "\(name), line \(line)") }
}

/// The elements that make up a table.
private let tableElements = ["td", "tr", "th", "table", "thead", "tbody"]
/// The elements that may stand in a text, of a header, the title or outside of tables.
private let inlineElements = ["span", "br", "em", "font"]
/// The maximum number of elements in each other, and outside of tables; a day has five of these.
private let (deepest, maxElements) = (64, 10_000)

extension ArraySlice<UInt8> {
    /// True if it has a reference to a character by a number that the parser drops: of no character, or
    /// of a control character.
    fileprivate var hasOddReference: Bool {
        let parts = split(separator: UInt8(ascii: "&"), omittingEmptySubsequences: false)
        return parts.dropFirst().contains { part in
            guard part.first == UInt8(ascii: "#") else { return false }
            let isHexadecimal = part.dropFirst().first.map { $0 | 0x20 } == UInt8(ascii: "x")
            let digits = String(decoding: part, as: UTF8.self).dropFirst(isHexadecimal ? 2 : 1)
                .prefix(while: \.isHexDigit).prefix { isHexadecimal || $0.isNumber }
            let number = UInt32(digits, radix: isHexadecimal ? 16 : 10)
            guard let scalar = number.flatMap(Unicode.Scalar.init) else { return true }
            return scalar.value < 0x20 && !"\t\n\r".unicodeScalars.contains(scalar)
        }
    }
}

extension Span<UInt8> {
    /// Returns the number of line ends at `range`.
    fileprivate func lineEnds(in range: Range<Int>) -> Int {
        var count = 0
        for index in range where self[index] == UInt8(ascii: "\n") { count += 1 }
        return count
    }
}

extension UInt8 {
    /// True for control characters but for those of white space.
    fileprivate var isControl: Bool {
        switch self {
        case UInt8(ascii: "\t"), UInt8(ascii: "\n"), UInt8(ascii: "\r"): false
        default: self < UInt8(ascii: " ") || self == 0x7F
        }
    }

    /// True if a tag, a comment or an instruction begins where it follows `<`.
    fileprivate var beginsTag: Bool {
        switch self {
        case UInt8(ascii: "/"), UInt8(ascii: "!"), UInt8(ascii: "?"): true
        default: UInt8(ascii: "a")...UInt8(ascii: "z") ~= self | 0x20
        }
    }
}

extension Fault {
    fileprivate static func brokenPage(_ error: Malformed) -> Fault {
        Fault(error.kind, "page-broken", "\(error.reason)")
    }

    fileprivate static let noEnd = Fault(
        .malformed, "page-no-end", "the page ends without '</html>', so rows may be missing",
        hint: "download it again")

    fileprivate static let afterEnd = Fault(
        .malformed, "page-after-end", "something follows the end of the page")

    fileprivate static let manyElements = Fault(
        .malformed, "page-many-elements",
        "more than \(deepest) elements are in each other, or \(maxElements) outside of tables")

    fileprivate static let textOutsideCells = Fault(
        .malformed, "page-text", "the table has a text outside of its cells")

    fileprivate static func element(_ name: String) -> Fault {
        Fault(.malformed, "page-element", "'<\(name.excerpt)>' does not belong here")
    }

    fileprivate static func notClosed(_ name: String) -> Fault {
        Fault(.malformed, "page-not-closed", "'</\(name)>' is missing before this")
    }

    fileprivate static func span(_ text: String) -> Fault {
        Fault(
            .malformed, "page-span", "a cell is '\(text.excerpt)' columns wide or rows high, not 1")
    }
}
