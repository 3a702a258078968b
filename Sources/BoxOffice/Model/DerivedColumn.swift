/// A column whose value is computed from other columns of the same row.
///
/// Every dataset that has those columns gets it, a plugin's too; ``ChartEntry/table`` has all
/// derived columns. To add one, add it to ``all`` and to that table.
package struct DerivedColumn: Sendable {
    /// The column.
    package let column: Column
    /// The names of the columns that it is computed from.
    ///
    /// `from` and `to` stand for the first and the last day of the row's period, which may also be
    /// known without these columns.
    package let inputs: [String]
    /// The inputs that a row may lack.
    private(set) var optional: Set<String> = []
    /// The inputs that it cannot be computed without.
    package var required: [String] { inputs.filter { !optional.contains($0) } }
    /// The function that computes the value.
    package let value: @Sendable (RowFigures) -> Value

    /// Every derived column, in the order in which they follow the columns of a dataset.
    package static let all = [
        rankMarker, releaseDay, ticketPrice, audiencePerShow, audiencePerScreen,
    ]

    /// 변동: the change of rank as shown to readers.
    ///
    /// Without an `open_date`, no film counts as new.
    static let rankMarker = DerivedColumn(
        column: .rankMarker, inputs: ["rank_change", "is_new", "open_date", "from"],
        optional: ["open_date", "from"]
    ) { row in
        Value(row.rankChange?.marker(openedOn: row.openDate, chartFrom: row.firstDay))
    }

    /// 개봉일차: 1 on the opening day, 0 or less before it; for a week, that of its last day.
    static let releaseDay = DerivedColumn(column: .releaseDay, inputs: ["open_date", "to"]) { row in
        guard let openDate = row.openDate, let lastDay = row.lastDay else { return .missing }
        return .integer(lastDay.releaseDay(openedOn: openDate))
    }

    /// 평균관람요금: sales per admission, rounded half up to the smallest unit of the currency.
    static let ticketPrice = DerivedColumn(
        column: Column("ticket_price", "평균관람요금", .amount),
        inputs: ["sales_amount", "audience_count"]
    ) { row in
        guard let sales = row.salesAmount,
            let price = sales.units.quotient(by: row.audienceCount, places: 0)
        else { return .missing }
        return .decimal(Decimal(price.units, places: sales.places))
    }

    /// 회당관객수: admissions per showing.
    static let audiencePerShow = DerivedColumn(
        column: Column("audience_per_show", "회당관객수", .decimal),
        inputs: ["audience_count", "show_count"]
    ) { Value($0.audienceCount?.quotient(by: $0.showCount, places: 1)) }

    /// 스크린당관객수: admissions per screen.
    static let audiencePerScreen = DerivedColumn(
        column: Column("audience_per_screen", "스크린당관객수", .decimal),
        inputs: ["audience_count", "screen_count"]
    ) { Value($0.audienceCount?.quotient(by: $0.screenCount, places: 1)) }

    /// The column in the rows of charts.
    var field: Field<ChartEntry> {
        Field(column) { [value] entry in value(RowFigures(entry)) }
    }

    /// Returns the derived columns of a dataset that has `columns`.
    ///
    /// - Parameter isChart: true if the period of each row is known without a column.
    package static func available(with columns: [Column], isChart: Bool) -> [DerivedColumn] {
        let names = Set(columns.map(\.name))
        return all.filter { derived in
            !names.contains(derived.column.name)
                && derived.inputs.allSatisfy { input in
                    names.contains(input) || derived.optional.contains(input)
                        || (input == "to" && (isChart || names.contains("date")))
                }
        }
    }

    /// The names of those that are computed from figures alone.
    package static let figures = all.filter { $0.inputs.allSatisfy(ChartEntry.figures.contains) }
        .map(\.column.name)

    /// The inputs of the derived columns by their names: `sales_amount, audience_count` for
    /// `ticket_price`.
    package static let origins: [String: String] = Dictionary(
        all.map { ($0.column.name, $0.inputs.joined(separator: ", ")) }, uniquingKeysWith: { $1 })
}

/// The figures of a row that derived columns are computed from, as far as the row has them.
package struct RowFigures {
    package let rankChange: RankChange?
    package let openDate: Day?
    /// The first day of the row's period.
    package let firstDay: Day?
    /// The last day of the row's period.
    package let lastDay: Day?
    package let salesAmount: Decimal?
    package let audienceCount: Int?
    package let showCount: Int?
    package let screenCount: Int?

    /// Takes the figures of a row of a chart.
    init(_ entry: borrowing ChartEntry) {
        rankChange = entry.rankChange
        openDate = entry.openDate
        firstDay = entry.edition.period.from
        lastDay = entry.edition.period.to
        salesAmount = entry.salesAmount.map { [currency = entry.currency] in
            Decimal($0, in: currency)
        }
        audienceCount = entry.audienceCount
        showCount = entry.showCount
        screenCount = entry.screenCount
    }

    /// Reads the figures of a row of any source.
    ///
    /// - Parameters:
    ///   - period: the period of the row, or nil if only its columns show it.
    ///   - value: returns the value of the column of that name; missing if there is none.
    package init(in period: Period?, _ value: (String) -> Value) {
        let places = value("rank_change").integer.map(RankChange.places)
        rankChange = value("is_new") == .boolean(true) ? .new : places
        openDate = value("open_date").day
        firstDay = period?.from ?? value("from").day ?? value("date").day
        lastDay = period?.to ?? value("to").day ?? value("date").day
        salesAmount = value("sales_amount").decimal
        audienceCount = value("audience_count").integer
        showCount = value("show_count").integer
        screenCount = value("screen_count").integer
    }
}

extension Column {
    /// 변동: the change of rank as shown to readers.
    package static let rankMarker = Column("rank_marker", "변동", .marker)
    /// 개봉일차: the day of release.
    package static let releaseDay = Column("release_day", "개봉일차", .integer)
    /// 일차: the day of a run, 1 on its first day.
    package static let dayOfRun = Column("day", "일차", .integer)
    /// 주차: the week of a run, 1 for the one that holds its first day.
    package static let weekOfRun = Column("week", "주차", .integer)

    /// Returns the column that counts the periods of a run from the charts `chart`.
    package static func periodOfRun(_ chart: Chart) -> Column {
        chart == .daily ? dayOfRun : weekOfRun
    }
}

extension Day {
    /// Returns the day's number in the run of a film that opened on `openDate`: 1 on that day, 0 or
    /// less before it.
    package func releaseDay(openedOn openDate: Day) -> Int { openDate.distance(to: self) + 1 }
}
