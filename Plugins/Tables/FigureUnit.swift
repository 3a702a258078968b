internal import BoxOffice
internal import Wire

/// The units of figures in tables: rows count won, people, screens, showings and percent, so a table in
/// any other unit is refused.
enum FigureUnit {
    /// Returns `header` without the unit in brackets at its end, in which all programs count.
    ///
    /// - Throws: a ``Fault`` of kind `malformed` for a unit such as `천원`.
    static func removed(from header: String) throws(Fault) -> String {
        let header = header.withPlainBrackets
        let brackets: [Character: Character] = [")": "(", "]": "["]
        guard let bracket = header.last.flatMap({ brackets[$0] }),
            let open = header.lastIndex(of: bracket)
        else { return header }
        let unit = String(header[header.index(after: open)...].dropLast())
            .replacing("단위:", with: "")
        try check(unit)
        let name = String(header[..<open])
        let isLeftOut =
            switch unit {
            // A share of all is no count.
            case "%":
                FileColumn.known.index(of: name).map {
                    !FileColumn.known.columns[$0].kind.isGrouped
                } ?? true
            case _ where FileColumn.compared.contains(unit): name.contains("증감")
            default: own.contains(unit)
            }
        return isLeftOut ? name : header
    }

    /// Refuses a header that is the name of a figure and another unit, such as `매출액/천원`.
    static func check(atEndOf header: String) throws(Fault) {
        for column in FileColumn.known.columns
        where column.kind.isGrouped && header.hasPrefix(column.koreanHeader) {
            let rest = header.dropFirst(column.koreanHeader.count)
            try check(String(rest.drop { !$0.isLetter && !$0.isNumber && $0 != "$" }))
        }
    }

    /// Refuses a unit that is not one of a row, such as `천원`, `1,000명` or `달러`; other texts pass.
    static func check(_ unit: String) throws(Fault) {
        let unit = unit.withPlainBrackets.withoutBlanks.replacing("단위:", with: "")
            .filter { !"()[]".contains($0) }
        if isForeign(unit) { throw .unit(unit) }
    }

    /// Refuses a row before a header if it says other units.
    static func check(row: [GridCell]) throws(Fault) {
        var isAbout = false
        for cell in row {
            let text = cell.written
            try check(line: text)
            // A line with commas is several cells.
            if isAbout { try check(text) }
            isAbout = isAbout || text.contains("단위")
        }
    }

    /// Refuses a line that says units such as `(단위: 명, 천원)`, `단위 백만원` or `Unit: thousand won`.
    static func check(line: String) throws(Fault) {
        let plain = line.lowercased().withPlainBrackets
        let isBracketed = "([".contains(plain.prefix(1)) && ")]".contains(plain.suffix(1))
        let isAbout = plain.contains("단위") || plain.contains("unit")
        // A long text has numbers such as `천`, too.
        let isShort = plain.utf8.count < 200
        guard isAbout || isBracketed && isShort else { return }
        for word in plain.split(whereSeparator: { !$0.isLetter }) {
            let unit = word.hasPrefix("단위") ? String(word.dropFirst(2)) : String(word)
            if isAbout, isShort, englishScales.contains(unit) { throw .unit(line.trimmingBlanks) }
            let isScale = !unit.isEmpty && unit.allSatisfy(scales.contains)
            if isScale ? isAbout && isShort : isForeign(unit) { throw .unit(unit) }
        }
        // What stands behind a colon is a unit, whatever it is; `집계 단위` is none of figures.
        for name in ["단위", "unit", "units"] {
            guard let place = plain.ranges(of: name).last else { continue }
            let before = plain[..<place.lowerBound].filter { !$0.isWhitespace }
            let rest = plain[place.upperBound...].drop(while: \.isWhitespace)
            guard let colon = rest.first, ":：".contains(colon),
                name == "단위" || before.last?.isLetter != true,
                !["집계", "조회", "기간"].contains(where: before.hasSuffix)
            else { continue }
            let unit = rest.dropFirst().drop(while: \.isWhitespace)
                .prefix { !$0.isWhitespace && !",/·;()[]<>".contains($0) }
            let isNamed = FileColumn.known.columns.contains { unit.hasPrefix($0.koreanHeader) }
            guard
                unit.isEmpty || isNamed || own.contains(String(unit))
                    || others.contains(String(unit))
            else { throw .unit(line.trimmingBlanks) }
        }
    }

    /// True if the cell is a unit in which all programs count.
    static func isOwn(_ text: String) -> Bool {
        own.contains(text.withPlainBrackets.filter { !"()[]".contains($0) }.withoutBlanks)
    }

    /// True if the text is a multiple of a unit, or a currency other than won.
    private static func isForeign(_ text: String) -> Bool {
        // Words that only look like trillions of showings or people.
        if ["조회", "조명", "조조"].contains(text) { return false }
        let multiple = text.lowercased().drop { $0.isNumber || ",.".contains($0) }
        let base = String(multiple.drop(while: scales.contains))
        if currencies.contains(base) { return true }
        return base.isEmpty
            ? !multiple.isEmpty : base.count < text.count && base != "%" && own.contains(base)
    }

    private static let own: Set = ["원", "명", "개", "회", "%"]
    private static let scales: Set<Character> = ["십", "백", "천", "만", "억", "조"]
    private static let englishScales: Set = [
        "thousand", "thousands", "million", "millions", "billion", "billions",
    ]
    private static let currencies: Set = [
        "달러", "엔", "유로", "위안", "파운드", "usd", "us$", "$", "jpy", "¥", "eur", "€", "cny", "gbp", "£",
    ]
    /// What else may be called a unit: those of time, and English names of the units of rows.
    private static let others: Set = [
        "일", "주", "월", "년", "연", "연도", "분기", "일별", "주별", "월별", "연도별", "day", "week", "month",
        "year",
        "won", "krw", "person", "persons", "people", "screens", "shows", "percent",
        "admission", "admissions", "screen", "show", "showings",
    ]
}

extension String {
    /// The text with brackets of full width as those of ASCII.
    fileprivate var withPlainBrackets: String {
        let brackets: [Character: Character] = ["（": "(", "）": ")", "［": "[", "］": "]"]
        return String(map { brackets[$0] ?? $0 })
    }
}

extension Fault {
    fileprivate static func unit(_ unit: String) -> Fault {
        Fault(
            .malformed, "table-unit",
            "its figures are in units of '\(unit.excerpt)'",
            hint: "figures must be in won, people, screens, shows and percent")
    }
}
