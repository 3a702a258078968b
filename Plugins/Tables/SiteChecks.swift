internal import BoxOffice
internal import Wire

/// What must be true of the council's tables, and of what they lack.
extension TableReader {
    /// A share as it is written.
    struct WrittenShare: Sendable {
        let edition: Int
        let row: Int
        let column: Int
        let value: Double
        let isFraction: Bool?
    }

    /// Decides whether the shares of the council's tables are fractions or percentages, by their sums.
    ///
    /// - Throws: a ``Fault`` of kind `malformed` if the periods of the file do not agree.
    mutating func decideShares() throws(Fault) {
        let bare = shares.filter { $0.isFraction == nil && $0.value != 0 }
        let signed = shares.filter { $0.isFraction != nil }
        var sums: [Int: Double] = [:]
        for share in bare { sums[share.edition, default: 0] += share.value }
        let ordered = sums.sorted { $0.key < $1.key }.map { ($0.key, $0.value <= 1.02 + 1e-9) }
        let areFractions = ordered.first?.1
        if let other = ordered.first(where: { $0.1 != areFractions }) {
            throw Fault.sharesDiffer.about(editions[other.0].place)
        }
        if let odd = (bare.count < signed.count ? bare : signed).first, !bare.isEmpty {
            throw Fault.shareInAnotherForm.about(editions[odd.edition].places[odd.row])
        }
        // Percentages of small films alone add up to little, too.
        for edition in sums.keys where areFractions == true {
            let own = editions[edition]
            let form = forms[own.form]
            let hasFirst = own.rows.contains { $0.value(at: form.often.rank) == .integer(1) }
            guard form.hasSum || hasFirst else { throw Fault.unitOfShares.about(own.place) }
        }
        for share in shares {
            let isFraction = share.isFraction ?? areFractions ?? true
            let tenths = share.value * (isFraction ? 1000 : 10)
            guard abs(tenths) < 1e9, abs(tenths - tenths.rounded()) < 1e-6 else {
                let own = editions[share.edition]
                let column = forms[own.form].columns[share.column].column
                throw Fault.notOfItsType("\(share.value)", column).about(own.places[share.row])
            }
            editions[share.edition].rows[share.row][share.column] = .decimal(
                Decimal(Int(tenths.rounded()), places: 1))
        }
        shares = []
    }
}

extension TableForm {
    /// Checks that each figure of `row`, the sum of `rows`, is their sum, apart from accumulated ones,
    /// and returns the columns that have one.
    func checkSum(
        _ row: [GridCell], of rows: [[Value]], _ cells: TableCells
    ) throws(Fault) -> Set<String> {
        var summed: Set<String> = []
        for (index, column) in columns.enumerated() where index < row.count {
            let name = column.column.name
            guard column.role == .value, [.integer, .amount].contains(column.column.kind),
                !["rank", "audience_total", "sales_total"].contains(name)
            else { continue }
            let sum = try cells.value(of: row[index], in: column)
            guard sum != .missing else { continue }
            let values = rows.map { $0.value(at: index) }
            // Amounts may be written with different numbers of decimal places.
            let places = (values + [sum]).compactMap { $0.decimal?.places }.max() ?? 0
            let total = values.reduce(0) { $0 + $1.units(withPlaces: places) }
            guard sum.units(withPlaces: places) == total else {
                throw .otherSum(sum, total, places, name)
            }
            summed.insert(name)
        }
        return summed
    }
}

extension TableEdition {
    /// The edition in messages.
    var name: Message { filter.region.map { "\(key.days.text) \($0.name)" } ?? "\(key.days.text)" }

    /// Refuses a table with a sum whose ranks and shares do not follow from its figures: in all
    /// tables of the council they do (KOBIS.md), so that a column stands under a wrong header.
    func checkOfSite(_ form: TableForm) throws(Fault) {
        let people = form.index(of: "audience_count")
        let counts = rows.map { row in people.flatMap { row[$0].integer } }
        let sorted = counts.compactMap(\.self).sorted(by: >)
        var ranks: [Int: Int] = [:]
        for (place, count) in sorted.enumerated().reversed() { ranks[count] = place + 1 }
        let money = form.index(of: "sales_amount")
        let amounts = rows.map { row in money.flatMap { row[$0].decimal?.units } }
        let total = amounts.reduce(0 as Int128) { $0 + Int128($1 ?? 0) }
        for (index, row) in rows.enumerated() {
            if let count = counts[index], let column = form.often.rank,
                row[column].integer != ranks[count]
            {
                throw Fault.otherRank(title(row, form), ranks[count] ?? 0).about(places[index])
            }
            guard let amount = amounts[index], let column = form.often.share, total > 0,
                let share = row[column].decimal
            else { continue }
            // Shares are rounded to a thousandth; KOBIS.md: they differ by half of one at most.
            let difference = 1000 * Int128(amount) - Int128(share.units) * total
            guard difference.magnitude * 20 <= total.magnitude * 11 else {
                throw Fault.otherShare(title(row, form), share).about(places[index])
            }
        }
    }

    /// Returns true if every row has admissions and sales.
    func hasFigures(_ form: TableForm) -> Bool {
        ["audience_count", "sales_amount"].allSatisfy { name in
            guard let column = form.index(of: name) else { return false }
            return rows.allSatisfy { $0[column] != .missing }
        }
    }

    private func title(_ row: [Value], _ form: TableForm) -> String {
        form.often.title.flatMap { row[$0].text } ?? ""
    }
}

extension SiteLines {
    /// Returns the reason why a table of `days` may not have all films of its filter; nil if it has, as
    /// far as the lines before it say.
    func lack(on days: ClosedRange<Day>) -> Message? {
        if !hasConditions {
            return Message("table-lacks-conditions", "it does not say what was searched for (검색조건)")
        }
        if isOfficial {
            return Message("table-official", "tables by '공식통계 기준' do not have all films")
        }
        let isFilteredTwice = filter.nation != nil && filter.kind != nil
        if filter.region != nil || isFilteredTwice {
            return Message("table-is-narrowed", "it is of one region, or narrowed twice")
        }
        guard let asked else {
            return Message("table-lacks-day", "it does not say when it was downloaded (조회일)")
        }
        guard asked <= days.upperBound else { return nil }
        return Message(
            "table-too-early", "it was downloaded on \(asked), before its period was over")
    }

    /// The reason why nothing can be added up from a table without some figures.
    static let lackOfFigures = Message(
        "table-lacks-figures", "it does not have the admissions and the sales of every film")

    /// The reason why a table whose sum lacks a figure may lack films.
    static let lackOfFigureInSum = Message(
        "table-lacks-figure-in-sum", "its sum (합계) has not both sales and admissions")

    /// The reason why a table without a sum may lack films.
    static let lackOfSum = Message("table-lacks-sum", "it has no sum (합계)")

    /// The reason why a table of anybody else may lack films.
    static let lackOfSite = Message(
        "table-not-of-site", "it is not a table of the council as its site gives it")
}

extension Value {
    /// Returns a count, or an amount in a unit with so many decimal places, which is no larger than its
    /// own; 0 for anything else.
    fileprivate func units(withPlaces places: Int) -> Int128 {
        guard let decimal else { return Int128(integer ?? 0) }
        return Int128(decimal.units) * .powerOfTen(places - decimal.places)
    }
}

extension Fault {
    fileprivate static let sharesDiffer = Fault(
        .malformed, "table-shares-differ",
        "the shares of this table and of one before it are not both fractions, or both percentages")

    fileprivate static let shareInAnotherForm = Fault(
        .malformed, "table-share-form",
        "the share has a % sign and others of the file have none, or the other way round")

    fileprivate static let unitOfShares = Fault(
        .malformed, "table-unit-of-shares",
        "nothing says whether the shares are percentages: the film of rank 1 and the sum are not there",
        hint: "write them with %, or leave the column out")

    fileprivate static func otherRank(_ title: String, _ rank: Int) -> Fault {
        Fault(
            .malformed, "table-other-rank",
            "by its admissions '\(title.excerpt)' has the rank \(rank), and not the one that is written",
            hint: "rows may be missing, or a column may stand under a wrong header")
    }

    fileprivate static func otherShare(_ title: String, _ share: Decimal) -> Fault {
        Fault(
            .malformed, "table-other-share",
            "'\(title.excerpt)' has not \(share) % of the sales of the table",
            hint: "rows may be missing, or a column may stand under a wrong header")
    }

    fileprivate static func otherSum(
        _ sum: Value, _ total: Int128, _ places: Int, _ column: String
    ) -> Fault {
        let written = sum.readable(as: .amount)
        let counted = Int(exactly: total).map {
            Value.decimal(Decimal($0, places: places)).readable(as: .amount)
        }
        return Fault(
            .malformed, "table-other-sum",
            "the sum in the column \(column) is \(written), and that of the rows \(counted ?? String(describing: total))"
        )
    }
}
