/// A kind of row: its name and its columns.
public struct Dataset: Hashable, Sendable {
    /// The name, which `bo-export columns` accepts.
    public let name: String
    /// All the columns.
    public let columns: [Column]
    /// The names of the columns that identify a row, in the order of a database's primary key;
    /// empty if no columns do.
    public let key: [String]

    /// Makes a dataset.
    public init(name: String, columns: [Column], key: [String] = []) {
        self.name = name
        self.columns = columns
        self.key = key
    }

    /// Returns the dataset with `more` columns after its own.
    func adding(_ more: [Column]) -> Dataset {
        Dataset(name: name, columns: columns + more, key: key)
    }

    /// Returns the indices in ``columns`` of the columns called `names`, in that order.
    ///
    /// A name is English or a Korean header, long or short.
    ///
    /// - Throws: a ``Fault`` of kind `usage` if a name is unknown (the message lists the known
    ///   names, the closest first), if a column is named twice, or if there is no name at all.
    public func indices(of names: [String]) throws(Fault) -> [Int] {
        guard !names.isEmpty else { throw .noColumns }
        guard !names.contains("") else { throw .emptyColumn }
        let faults = names.filter { index(of: $0) == nil }.map(unknown)
        if var fault = faults.first {
            // All corrections at once, so that one pasted command fixes every name.
            fault.corrections = faults.flatMap(\.corrections)
            throw fault
        }
        var indices: [Int] = []
        for (name, index) in zip(names, names.compactMap(index)) {
            if let other = indices.firstIndex(of: index) {
                throw name == names[other]
                    ? .columnTwice(name)
                    : .columnTwice(columns[index].name, calls: "\(names[other]), \(name)")
            }
            indices.append(index)
        }
        return indices
    }

    private func unknown(_ name: String) -> Fault {
        let isEnglish = name.utf8.allSatisfy { $0 < 0x80 }
        return .unknown(
            "column", name, known: columns.map(isEnglish ? \.name : \.koreanHeader),
            otherWords: Self.usualWords)
    }

    /// Returns the index of the column that `name` means; nil if there is none, or if several
    /// columns have it as their short header.
    package func index(of name: String) -> Int? {
        if let index = columns.firstIndex(where: { $0.name == name }) { return index }
        if let index = columns.firstIndex(where: { $0.koreanHeader == name }) { return index }
        let short = columns.indices.filter { columns[$0].shortKoreanHeader == name }
        return short.count == 1 ? short.first : nil
    }

    /// Other words for columns, and the names or headers they mean.
    private static let usualWords = [
        "제목": "영화명", "제목명": "영화명", "영화이름": "영화명", "영화제목명": "영화명",
        "평균요금": "평균관람요금", "평균티켓가격": "평균관람요금", "객단가": "평균관람요금", "티켓가격": "평균관람요금",
        "개봉": "개봉일", "스크린": "스크린수", "상영": "상영횟수", "점유율": "매출액점유율", "순위변동": "변동",
        "등락": "변동", "국가": "제작국가", "시간": "상영시간", "price": "ticket_price", "영화제목": "영화명",
        "타이틀": "영화명", "관객": "관객수", "매출": "매출액",
        "누적관객": "누적관객수", "누적매출": "누적매출액", "상영수": "상영횟수", "등급": "관람등급",
        "배급": "배급사", "제작": "제작사", "name": "title", "audience": "audience_count",
        "admissions": "audience_count", "sales": "sales_amount", "screens": "screen_count",
        "shows": "show_count", "released": "open_date",
        "open": "open_date", "국적": "국적구분", "code": "movie_code",
    ]
}

extension Fault {
    fileprivate static let noColumns = Fault(.usage, "no-columns", "--columns names no column")

    fileprivate static let emptyColumn = Fault(
        .usage, "empty-column", "a name in --columns is empty")

    /// Makes the fault of a column that is selected twice.
    ///
    /// - Parameter calls: the two names by which the user selected it, if they differ.
    fileprivate static func columnTwice(_ column: String, calls: String? = nil) -> Fault {
        let names = calls.map { " (\($0))" } ?? ""
        return Fault(.usage, "column-twice", "the column '\(column)'\(names) is asked for twice")
    }
}
