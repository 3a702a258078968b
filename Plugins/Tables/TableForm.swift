internal import BoxOffice
internal import Wire

/// A table of a file without its rows: the columns, and what the reader notes of it.
struct TableForm: Sendable {
    /// The columns in the order of the file; for JSON, that in which its fields first occur.
    private(set) var columns: [FileColumn] = []
    /// True if it is a table of the council.
    private(set) var isOfSite: Bool
    /// The place of the header in messages.
    var place: Message = ""
    /// True if the last row is the sum of the others, and shows that all of them are there.
    var hasSum = false
    /// The fault of the first film that is there twice, if it is a table of the council: a sum shows
    /// that they are two films.
    var twin: Fault?
    /// The indices of the columns that say which edition a row belongs to.
    private(set) var editionColumns: [Int] = []
    /// The indices of the columns that are looked at in every row.
    private(set) var often = Often()
    /// The index of each column by its name, and by the name that JSON has for it.
    private var indices: [String: Int] = [:]
    private var fields: [String: Int] = [:]

    /// The indices of columns that are looked at in every row.
    struct Often: Sendable {
        var rank, title, code, isNew, rankChange, share: Int?
        var amounts: [Int] = []
    }

    /// Begins without columns.
    init(isOfSite: Bool = false) { self.isOfSite = isOfSite }

    /// Returns the index of the column `name`; nil if there is none.
    func index(of name: String) -> Int? { indices[name] }

    /// Returns the index of the first column with that role; nil if there is none.
    func index(of role: FileColumn.Role) -> Int? { columns.firstIndex { $0.role == role } }

    /// The headers of the columns, in their order.
    var headers: [String] { fields.sorted { $0.value < $1.value }.map(\.key) }

    /// Returns the index of the field `name` of JSON; nil if there is none.
    func index(ofField name: String) -> Int? { fields[name] }

    /// Returns the first column that every chart table needs and this one lacks; nil if it has all.
    ///
    /// - Parameter hasPeriod: true if something else says the period of the rows.
    func lacking(hasPeriod: Bool) -> String? {
        let missing = ["rank", "title", "from", "to"].filter { indices[$0] == nil }
        if let first = missing.first, ["rank", "title"].contains(first) { return first }
        let hasOwn = missing.isEmpty || indices["date"] != nil || index(of: .period) != nil
        return hasPeriod || hasOwn ? nil : missing.count == 1 ? missing.first : "date"
    }

    /// True if the rows are of weekly answers of the Open API.
    var hasWeekOfService: Bool { columns.contains(where: \.isWeekOfService) }

    /// What the table has if it has no charts, but what is made from them: runs of films, which also
    /// have rows for days on no chart, or a ranking, whose ranks may be bounds.
    var derived: Message? {
        let has: ([String]) -> Bool = { $0.contains { indices[$0] != nil } }
        if has(["on_chart", "순위권"]) { return Message("table-runs", "the runs of films") }
        return has(["is_rank_sure", "순위확정"]) ? Message("table-ranking", "a ranking") : nil
    }

    /// True if a header is one of the Korean ones that are known.
    var hasKoreanHeader: Bool {
        fields.contains { header, index in
            !columns[index].isUnknown && header.utf8.contains { $0 >= 0x80 }
        }
    }

    /// The columns that become columns of rows.
    var values: [Column] {
        columns.filter { $0.role == .value && !$0.column.name.isEmpty }.map(\.column)
    }

    /// Adds a column with its header.
    ///
    /// - Throws: a ``Fault`` of kind `malformed` if another one has the same meaning.
    mutating func add(_ column: FileColumn, _ header: String) throws(Fault) {
        isOfSite = isOfSite || column.isOfSite
        let name = column.column.name
        if column.role == .value, !name.isEmpty {
            guard indices.updateValue(columns.count, forKey: name) == nil else {
                throw .columnTwice(name)
            }
        }
        if column.role != .unread, column.role != .value || Self.namesOfEdition.contains(name) {
            editionColumns.append(columns.count)
        }
        fields[header] = columns.count
        columns.append(column)
    }

    /// Finds the columns that are looked at in every row, when all are there.
    mutating func findOften() {
        often = Often(
            rank: indices["rank"], title: indices["title"], code: indices["movie_code"],
            isNew: indices["is_new"], rankChange: indices["rank_change"],
            share: indices["sales_share"],
            amounts: columns.indices.filter { columns[$0].column.kind == .amount })
    }

    private static let namesOfEdition: Set<String> = [
        "date", "from", "to", "year_week", "chart", "region", "nation", "kind", "source",
        "country", "currency",
    ]
}

extension Fault {
    static func columnTwice(_ name: String) -> Fault {
        Fault(.malformed, "table-column-twice", "the column '\(name)' is there twice")
    }

    /// Makes the fault of a table without a column that every table needs.
    ///
    /// - Parameter near: the header that is nearest to it; nil if none is near.
    static func lacks(_ column: String, _ file: Message, near: String?) -> Fault {
        let rename = near.map { "-O \("file.rename=\($0)=\(column)".quotedForShell)" }
        return Fault(
            .usage, "table-lacks-column", "\(file) has no column '\(column)'",
            hint: rename.map { Message("table-rename", "if '\(near ?? "")' is that column: \($0)") }
                ?? (!["rank", "title"].contains(column)
                    ? Message(
                        "table-needs-period",
                        "a table needs date (날짜), or from and to (시작일, 종료일); -O file.date= says it for rows without"
                    )
                    : Message(
                        "table-needs",
                        "a table needs rank (순위), title (영화명) and a period in its header; 'bo-export columns' lists all names"
                    )))
    }

    static func derived(_ what: Message, _ file: Message) -> Fault {
        Fault(
            .usage, "table-of-runs", "\(file) has \(what) and not charts",
            hint: "export the charts themselves, which 'trend' reads with --source file")
    }
}
