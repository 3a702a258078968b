internal import BoxOffice
internal import Wire

/// A column of a file: what its header means.
struct FileColumn: Hashable, Sendable {
    /// What is done with the values of a column.
    enum Role: Hashable, Sendable {
        /// They are values of a column of rows.
        case value
        /// They say the period of the row, in the forms of the column `period` or of `showRange`.
        case period
        /// They are the name of the chart in answers of the Open API.
        case chartName
        /// They are not read: numbers of rows, and the growth in tables of the council, which
        /// depends on the days that were asked for there.
        case unread
    }

    /// The column that it is; an unknown one of texts has the name of its header.
    let column: Column
    private(set) var role: Role
    /// True if no vocabulary has the header.
    private(set) var isUnknown = false
    /// True if its lists are separated by commas, as those of the council's site are.
    private(set) var hasCommas = false
    /// True if only the council's tables have such a header.
    private(set) var isOfSite = false
    /// True if it is the week of a weekly answer of the Open API.
    private(set) var isWeekOfService = false

    /// True if it is one of the growth since an earlier period.
    var isGrowth: Bool { role == .unread && Self.growth.contains(column.name) }

    /// Reads the headers of a table.
    ///
    /// - Parameters:
    ///   - renamed: the headers that the user gave another name, each with that name.
    ///   - isOfSite: true if the lines before the header are those of the council's tables.
    /// - Throws: a ``Fault`` of kind `malformed` if a header has a unit that is not counted in.
    static func columns(
        of headers: [String], renamed: [String: String], isOfSite: Bool
    ) throws(Fault) -> [FileColumn] {
        let areOfService = headers.contains(where: isOfServiceAlone)
        let columns = try headers.map { header throws(Fault) in
            let name = renamed[header.asRenamed]
            // Another name changes no unit.
            if name != nil { _ = try FileColumn(header: header) }
            return try FileColumn(header: name ?? header, isOfService: areOfService && name == nil)
        }
        guard isOfSite || columns.contains(where: \.isOfSite) else { return columns }
        return columns.map { column in
            var column = column
            if growth.contains(column.column.name) { column.role = .unread }
            column.hasCommas = column.column.kind == .list
            return column
        }
    }

    /// Reads one header.
    ///
    /// - Parameter isOfService: true if others are names of the Open API alone: what it calls
    ///   sales_change is the rate.
    init(header: String, isOfService: Bool = false) throws(Fault) {
        let written = header.trimmingBlanks
        let plain = try FigureUnit.removed(from: written.withoutBlanks)
        let lowercased = plain.lowercased()
        let serviceName = lowercased.filter { $0 != "_" }
        let known = Self.known.index(of: plain) ?? Self.known.index(of: lowercased)
        if let known, !isOfService || Self.serviceColumns[serviceName] == nil {
            self.init(column: Self.known.columns[known], role: .value)
        } else if let name = Self.siteColumns[plain] ?? Self.serviceColumns[serviceName] {
            self.init(column: Self.column(name), role: .value)
            isWeekOfService = name == "year_week"
        } else if ["period", "기간", "showrange"].contains(serviceName) {
            self.init(column: Column("period", "기간", .text), role: .period)
        } else if serviceName == "boxofficetype" {
            self.init(column: Column("boxofficeType", "boxofficeType", .text), role: .chartName)
        } else if serviceName == "rnum" {
            self.init(column: Column(written, written, .text), role: .unread)
        } else {
            try FigureUnit.check(atEndOf: plain)
            self.init(column: Column(written, written, .text), role: .value)
            isUnknown = true
        }
        let isGrowth = Self.growth.contains(column.name)
        isOfSite = plain == "대표국적" || isGrowth && Self.compared.contains(where: written.contains)
    }

    private init(column: Column, role: Role) { (self.column, self.role) = (column, role) }

    /// True if it is a name of the Open API with underscores, such as `movie_nm`, and none of ours.
    private static func isOfServiceAlone(_ header: String) -> Bool {
        let name = header.lowercased()
        return name.contains("_") && known.index(of: name) == nil
            && serviceColumns[name.filter { $0 != "_" }] != nil
    }

    /// The column with an English name.
    private static func column(_ name: String) -> Column {
        known.index(of: name).map { known.columns[$0] } ?? Column(name, name, .text)
    }

    /// What the council's tables add to the headers of growth.
    static let compared = ["전일대비", "전주대비"]
    private static let growth = [
        "sales_change", "sales_change_rate", "audience_change", "audience_change_rate",
    ]

    /// The columns that rows of charts may have.
    static let known = Dataset(
        name: "chart",
        columns: ChartEntry.table.dataset.columns + ChartEntry.hostColumns + Movie.detailColumns
            + Poster.table.dataset.columns)

    /// The headers of the council's tables that are not those of columns.
    private static let siteColumns = [
        "대표국적": "film_nation", "국적": "nations", "등급": "rating",
        "매출액증감율": "sales_change_rate", "관객수증감율": "audience_change_rate",
    ]

    /// The names of the Open API, in small letters without underscores.
    private static let serviceColumns = [
        "targetdt": "date", "yearweektime": "year_week", "rankinten": "rank_change",
        "rankoldandnew": "is_new", "moviecd": "movie_code", "movienm": "title",
        "opendt": "open_date", "salesamt": "sales_amount", "salesshare": "sales_share",
        "salesinten": "sales_change", "saleschange": "sales_change_rate",
        "salesacc": "sales_total", "audicnt": "audience_count", "audiinten": "audience_change",
        "audichange": "audience_change_rate", "audiacc": "audience_total",
        "scrncnt": "screen_count", "showcnt": "show_count",
    ]
}

extension [FileColumn] {
    /// The names of the columns that a vocabulary has.
    var names: Set<String> { Set(filter { !$0.isUnknown }.map(\.column.name)) }
}

extension String {
    /// The text without white space of any kind around it.
    var trimmingBlanks: String {
        guard let first = unicodeScalars.first, let last = unicodeScalars.last,
            first.isWhiteSpace || last.isWhiteSpace
        else { return self }
        let tail = unicodeScalars.drop(while: \.isWhiteSpace)
        guard let end = tail.lastIndex(where: { !$0.isWhiteSpace }) else { return "" }
        return String(tail[...end])
    }

    /// The text as a header that is renamed is compared: without what cannot be typed.
    var asRenamed: String {
        String(
            String.UnicodeScalarView(unicodeScalars.filter { !$0.isWhiteSpace && !$0.isSteering }))
    }

    /// The text without any white space.
    var withoutBlanks: String {
        guard unicodeScalars.contains(where: \.isWhiteSpace) else { return self }
        return String(String.UnicodeScalarView(unicodeScalars.filter { !$0.isWhiteSpace }))
    }
}
