internal import BoxOffice
internal import Wire

/// A workbook (.xlsx), whose sheets are read one by one (ECMA-376).
struct WorkbookRows {
    /// A sheet with cells.
    struct Sheet: Sendable {
        let name: String
        let isHidden: Bool
        /// The name of the part of the workbook that has its cells.
        fileprivate let part: String
    }

    /// The sheets in their order, without those that are only a chart.
    private(set) var sheets: [Sheet] = []
    /// The name of the file in messages.
    private let name: Message
    private var archive: ZipArchive
    /// The texts that cells refer to by number.
    private var texts: [String] = []
    /// What the styles of cells, by number, show a number as.
    private var styles: [NumberStyle] = []
    /// True if days are counted from 1904-01-01.
    private var isFrom1904 = false

    /// Reads everything but the cells.
    ///
    /// - Parameters:
    ///   - bytes: the whole file, a zip archive.
    ///   - name: its name in messages.
    /// - Throws: a ``Fault`` of kind `malformed` if it is not a workbook, is damaged, or has more
    ///   than 256 MB when it is unpacked.
    init(_ bytes: [UInt8], name: Message) throws(Fault) {
        self.name = name
        archive = ZipArchive(bytes, limit: maxBytes)
        guard let main = try relations(of: "").first(of: "officeDocument") else {
            throw .noWorkbook.about(name)
        }
        let relations = try relations(of: main)
        try readSheets(of: main, relations)
        if let styles = relations.first(of: "styles") { try readStyles(in: styles) }
        if let texts = relations.first(of: "sharedStrings") { try readTexts(in: texts) }
    }

    /// Passes the rows of a sheet that have a cell with content to `body`, in their order.
    ///
    /// Hidden rows are among them. A row ends with its last cell that has content.
    ///
    /// - Throws: what `body` throws, and a ``Fault`` of kind `malformed` that names file and sheet
    ///   if the cells cannot be read.
    mutating func forEachRow(
        of sheet: Sheet, _ body: (GridRow) throws(Fault) -> Void
    ) throws(Fault) {
        let place = Message("sheet-place", "\(name), sheet '\(sheet.name)'")
        var reader = SheetReader(
            texts: texts, styles: styles, isFrom1904: isFrom1904, sheet: place)
        try readPart(sheet.part, in: place) { markup, path throws(Fault) in
            if let row = try reader.row(with: markup, in: path) { try body(row) }
        }
    }

    // MARK: - Parts

    /// What a part refers to: types and names of other parts, by the identifier of the reference.
    private typealias Relations = [String: (type: String, part: String)]

    /// Passes the tags and texts of a part to `body`, with the names of the elements that are open,
    /// among them the one that begins or ends.
    private mutating func readPart(
        _ part: String, in place: Message,
        _ body: (borrowing Markup, [String]) throws(Fault) -> Void
    ) throws(Fault) {
        let bytes: [UInt8]?
        do throws(Malformed) {
            bytes = try archive.entry(part)
        } catch {
            throw .damagedPart(part, error).about(place)
        }
        guard let bytes else {
            throw (part == "_rels/.rels" ? .noWorkbook : Fault.missingPart(part)).about(place)
        }
        var path: [String] = []
        try Markup.read(bytes, as: .xml, or: { .damagedPart(part, $0).about(place) }) {
            markup throws(Fault) in
            if markup.kind == .start {
                let name = markup.name
                let colon = name.utf8.lastIndex(of: UInt8(ascii: ":"))
                path.append(colon.map { String(name[name.utf8.index(after: $0)...]) } ?? name)
            }
            try body(markup, path)
            if markup.kind == .end { _ = path.popLast() }
        }
    }

    /// Returns what a part refers to; the name of the archive itself is empty.
    private mutating func relations(of part: String) throws(Fault) -> Relations {
        let folder = part.split(separator: "/").dropLast()
        let file = part.split(separator: "/").last ?? ""
        let list = (folder + ["_rels", file + ".rels"]).joined(separator: "/")
        var relations: Relations = [:]
        try readPart(list, in: name) { part, path in
            let attributes = part.attributes
            guard part.kind == .start, path.last == "Relationship",
                attributes["TargetMode"] != "External"
            else { return }
            let target = attributes["Target", default: ""]
            let names = (target.hasPrefix("/") ? [] : folder) + target.split(separator: "/")
            // What comes before the last word of a type depends on the edition of the standard.
            let type = attributes["Type", default: ""].split(separator: "/").last ?? ""
            relations[attributes["Id", default: ""]] = (
                String(type), names.joined(separator: "/")
            )
        }
        return relations
    }

    /// Reads the names of the sheets, and how days are counted.
    private mutating func readSheets(of part: String, _ relations: Relations) throws(Fault) {
        var (sheets, isFrom1904, isWorkbook) = (sheets, isFrom1904, false)
        let name = name
        try readPart(part, in: name) { markup, path throws(Fault) in
            guard markup.kind == .start else { return }
            let attributes = markup.attributes
            switch path.dropFirst() {
            case []: isWorkbook = path == ["workbook"]
            case ["workbookPr"]: isFrom1904 = ["1", "true"].contains(attributes["date1904"])
            case ["sheets", "sheet"]:
                // Each program chooses a prefix for the attribute.
                let id = attributes.first { $0.key.hasSuffix(":id") }?.value
                let sheet = attributes["name", default: ""]
                guard let relation = relations[id ?? ""] else {
                    throw Fault.missingPart(sheet).about(name)
                }
                guard relation.type == "worksheet" else { return }
                guard sheets.count < maxSheets else {
                    throw Fault.damagedPart(part, .tooLarge).about(name)
                }
                let isHidden = attributes["state", default: "visible"] != "visible"
                sheets.append(Sheet(name: sheet, isHidden: isHidden, part: relation.part))
            default: return
            }
        }
        guard isWorkbook else { throw .noWorkbook.about(name) }
        (self.sheets, self.isFrom1904) = (sheets, isFrom1904)
    }

    /// Reads the texts that cells share.
    private mutating func readTexts(in part: String) throws(Fault) {
        var (texts, text) = ([String](), "")
        let name = name
        try readPart(part, in: name) { markup, path throws(Fault) in
            switch markup.kind {
            case .text where path.isText: text += markup.text
            case .end where path.count == 2 && path.last == "si":
                guard texts.count < maxTexts else {
                    throw .damagedPart(part, .tooLarge).about(name)
                }
                texts.append(text.withoutEscapes)
                text = ""
            default: return
            }
        }
        self.texts = texts
    }

    /// Reads the number formats of the styles.
    private mutating func readStyles(in part: String) throws(Fault) {
        var (formats, ids) = ([String: String](), [String]())
        try readPart(part, in: name) { part, path in
            guard part.kind == .start else { return }
            let attributes = part.attributes
            switch path.dropFirst() {
            case ["numFmts", "numFmt"]:
                formats[attributes["numFmtId", default: ""]] = attributes["formatCode"]
            case ["cellXfs", "xf"]: ids.append(attributes["numFmtId", default: "0"])
            default: return
            }
        }
        styles = ids.map { NumberStyle(id: $0, format: formats[$0]) }
    }
}

/// The rows of a sheet while its tags and texts come.
private struct SheetReader {
    let texts: [String]
    let styles: [NumberStyle]
    let isFrom1904: Bool
    /// The file and the sheet in messages.
    let sheet: Message
    /// The number of the open row, and of the column of the open cell, both from 1.
    private var (row, column) = (0, 0)
    private var cells: [GridCell] = []
    /// The attributes of the open cell.
    private var attributes: [String: String] = [:]
    /// The text of the open cell, or of its value.
    private var text = ""
    private var (hasFormula, hasValue) = (false, false)
    /// The formula of the open cell, of which no more is kept than a row may have.
    private var formula = ""
    /// The size of the texts of the row.
    private var size = 0

    init(texts: [String], styles: [NumberStyle], isFrom1904: Bool, sheet: Message) {
        (self.texts, self.styles, self.isFrom1904, self.sheet) = (texts, styles, isFrom1904, sheet)
    }

    /// Takes the next tag or text, inside the elements of `path`; returns the row that it
    /// completes.
    mutating func row(
        with markup: borrowing Markup, in path: [String]
    ) throws(Fault) -> GridRow? {
        guard path.count > 2, path[1] == "sheetData", let name = path.last else { return nil }
        do throws(Fault) {
            switch (markup.kind, path.count, name) {
            case (.start, 3, "row"): try beginRow(markup.attributes)
            case (.start, 4, "c"): try beginCell(markup.attributes)
            case (.start, 5, "f"): hasFormula = true
            case (.start, 5, "v"), (.start, 5, "is"):
                guard !hasValue, (name == "is") == (type == "inlineStr") else { throw .odd(type) }
                hasValue = true
            case (.text, 5, "f") where formula.utf8.count < GridRow.maxBytes:
                formula += markup.text
            case (.text, 5, "v"): try add(markup.text)
            case (.text, 6..., "t") where type == "inlineStr" && path.isText:
                try add(markup.text)
            case (.end, 4, "c"): try endCell()
            case (.end, 3, "row") where !cells.isEmpty:
                return GridRow(cells: cells, place: place)
            default: break
            }
            return nil
        } catch {
            throw error.about(place)
        }
    }

    /// The type of the open cell.
    private var type: String { attributes["t"] ?? "n" }

    private var place: Message { Message("sheet-row", "\(sheet), row \(row)") }

    private mutating func beginRow(_ attributes: [String: String]) throws(Fault) {
        let number = attributes["r"].map { Int($0) } ?? row + 1
        guard let number, number > row, number <= 1 << 20 else {
            throw .odd(attributes["r"] ?? "")
        }
        (row, column, cells, size) = (number, 0, [], 0)
    }

    /// Adds a piece to the text of the open cell.
    private mutating func add(_ piece: String) throws(Fault) {
        size += piece.utf8.count
        guard size <= GridRow.maxBytes else { throw .longRow }
        text += piece
    }

    private mutating func beginCell(_ attributes: [String: String]) throws(Fault) {
        let reference = attributes["r"] ?? ""
        let number = reference.isEmpty ? column + 1 : columnNumber(in: reference)
        guard let number, number > column, number <= 1 << 14 else { throw .odd(reference) }
        (column, text, self.attributes) = (number, "", attributes)
        (hasFormula, hasValue, formula) = (false, false, "")
    }

    /// Returns the number of the column of `AB12`; nil if that is not a cell of the open row.
    private func columnNumber(in reference: String) -> Int? {
        let letters = reference.utf8.prefix { (UInt8(ascii: "A")...UInt8(ascii: "Z")) ~= $0 }
        guard (1...3).contains(letters.count),
            Int(reference.dropFirst(letters.count)) == row
        else { return nil }
        return letters.reduce(0) { $0 * 26 + Int($1 - UInt8(ascii: "A")) + 1 }
    }

    private mutating func endCell() throws(Fault) {
        if type != "str", type != "inlineStr" { text = text.withoutSpace ?? "" }
        let cell = try cell()
        guard cell != .missing else { return }
        guard column <= GridRow.maxCells else { throw .manyCells }
        while cells.count < column - 1 { cells.append(.missing) }
        cells.append(cell)
    }

    /// Returns the value of the open cell, of which the text is complete.
    private func cell() throws(Fault) -> GridCell {
        switch type {
        case "str", "inlineStr": return .spreadsheetText(text.withoutEscapes)
        case _ where text.isEmpty:
            guard !hasFormula else { throw .noResult }
            return .missing
        case "s":
            guard let index = Int(text), texts.indices.contains(index) else {
                throw .odd(text)
            }
            return .spreadsheetText(texts[index])
        case "b" where ["0", "1", "false", "true"].contains(text):
            return .boolean(text == "1" || text == "true")
        case "e": return .error(text, formula: formula)
        case "d":
            let (day, time) = (text.prefix(10), text.dropFirst(10))
            let isMidnight = time.allSatisfy { "T0:.Z".contains($0) }
            return Day(day).flatMap { isMidnight ? .day($0) : nil } ?? .spreadsheetText(text)
        case "n":
            guard let number = Double(text), number.isFinite else { throw .odd(text) }
            return value(of: number)
        default: throw .odd(type)
        }
    }

    /// Returns the number of the open cell, which is `number`, as its style shows it.
    private func value(of number: Double) -> GridCell {
        let style = Int(attributes["s"] ?? "0").flatMap {
            styles.indices.contains($0) ? styles[$0] : nil
        }
        switch style {
        case .percent: return .percent(text)
        case .day:
            return Day(serial: number, isFrom1904: isFrom1904).map { .day($0) }
                ?? .text(text, isQuoted: false)
        case .plain, nil: return .number(text)
        }
    }
}

/// What a spreadsheet shows a number as.
enum NumberStyle: Hashable {
    case plain, percent, day

    /// Reads the number of a format, and its code if that is not one of the built-in ones.
    init(id: String, format: String?) {
        self = format.map { Self(format: $0) } ?? Self(builtIn: Int(id) ?? 0)
    }

    /// Finds a format that needs no code.
    ///
    /// Those from 27 on are dates in the languages of East Asia.
    private init(builtIn id: Int) {
        switch id {
        case 9, 10: self = .percent
        case 14...17, 22, 27...36, 50...58: self = .day
        default: self = .plain
        }
    }

    /// Reads a format such as `yyyy"년" m"월"` or `0.0%`: of positive numbers, without texts in
    /// quotes, words in brackets and characters after `\`, `_` and `*`.
    private init(format: String) {
        var (letters, end, isEscaped) = ("", Character?.none, false)
        scan: for character in format.lowercased() {
            switch character {
            case _ where isEscaped: isEscaped = false
            case _ where end != nil: if character == end { end = nil }
            case "\"": end = "\""
            case "[": end = "]"
            case "\\", "_", "*": isEscaped = true
            case ";": break scan
            default: letters.append(character)
            }
        }
        // An m is a minute where hours or seconds stand beside it.
        let isTime = letters.contains { "hs".contains($0) }
        if letters.contains("%") {
            self = .percent
        } else if letters.contains(where: { "yd".contains($0) })
            || letters.contains("m") && !isTime
        {
            self = .day
        } else {
            self = .plain
        }
    }
}

extension Day {
    /// Returns the day that a spreadsheet counts as `serial`; nil for a time of day that is not
    /// midnight, and for what is not a day.
    ///
    /// Day 1 is 1900-01-01 and day 60 is 1900-02-29, which did not exist; or day 0 is 1904-01-01.
    init?(serial: Double, isFrom1904: Bool) {
        guard let days = Int(exactly: serial), (0...2_958_465).contains(days),
            isFrom1904 || days != 0 && days != 60
        else { return nil }
        let first =
            isFrom1904 ? Day(year: 1904, month: 1, day: 1) : Day(year: 1899, month: 12, day: 30)
        guard let first else { return nil }
        self = first.advanced(by: isFrom1904 || days > 60 ? days : days + 1)
    }
}

extension GridCell {
    /// Returns a text of a workbook; nothing if it is blank.
    fileprivate static func spreadsheetText(_ text: String) -> GridCell {
        text.withoutSpace.map { .text($0, isQuoted: false) } ?? .missing
    }
}

extension [String] {
    /// True if a text inside these elements is that of a cell, and not one that says how it is
    /// spoken.
    fileprivate var isText: Bool { last == "t" && !contains("rPh") }
}

extension String {
    /// The text with `_x000D_` and the like as the characters that they stand for.
    fileprivate var withoutEscapes: String {
        guard contains("_x") else { return self }
        return replacing(#/_x([0-9A-Fa-f]{4})_/#) { match in
            let scalar = UInt32(match.1, radix: 16).flatMap(Unicode.Scalar.init)
            return scalar.map { String($0) } ?? String(match.0)
        }
    }
}

/// The maximum number of bytes of all parts together when they are unpacked, of sheets and of texts
/// that cells share.
private let (maxBytes, maxSheets, maxTexts) = (256 << 20, 1000, 2_000_000)

extension [String: (type: String, part: String)] {
    /// Returns the part of a type.
    fileprivate func first(of type: String) -> String? { values.first { $0.type == type }?.part }
}

extension Fault {
    fileprivate static let noWorkbook = Fault(
        .malformed, "workbook-none", "it is a zip archive, and not a workbook of Excel (.xlsx)",
        hint: "save the table as .xlsx or CSV UTF-8")

    fileprivate static func damagedPart(_ part: String, _ error: Malformed) -> Fault {
        Fault(
            error.kind, "workbook-part", "its part \(part.excerpt) cannot be read: \(error.reason)")
    }

    fileprivate static func missingPart(_ part: String) -> Fault {
        Fault(
            .malformed, "workbook-missing-part", "the workbook has no part '\(part.excerpt)'")
    }

    fileprivate static func odd(_ text: String) -> Fault {
        Fault(.malformed, "sheet-odd", "'\(text.excerpt)' is not what a sheet has here")
    }

    fileprivate static let noResult = Fault(
        .malformed, "sheet-no-result", "a formula has no result",
        hint: "open the workbook in a spreadsheet program and save it")

}
