internal import BoxOffice
internal import Wire

/// What the rows of files say of each source: its country and currency, and what they lack.
struct SourceFacts: Sendable {
    /// What they say of one source.
    struct Facts: Sendable {
        /// The country and currency, each with the place that first names it.
        var country: (value: Country, at: Message)?
        var currency: (value: Currency, at: Message)?
        /// The largest number of decimal places of an amount; nil if there are no amounts.
        var places: Int?
        /// The amount with the most decimals, without zeros at its end, that was read before the
        /// currency, and its place; nil if there is none.
        private(set) var early: (amount: Decimal, decimals: Int, at: Message)?
        /// The columns other than the currency that databases need and that some rows leave empty.
        fileprivate var lacking: Set<String> = []

        /// Returns true if databases need the column `name`, and some rows leave it empty.
        func lacks(_ name: String) -> Bool {
            // What one row says of the currency holds for all.
            name == "currency" ? currency == nil && places != nil : lacking.contains(name)
        }

        /// Notes an amount whose currency is not known yet.
        fileprivate mutating func note(early amount: Decimal, _ place: TableReader.Place) {
            let decimals = (0...amount.places).first { amount.withPlaces($0) != nil } ?? 0
            if decimals > early?.decimals ?? -1 { early = (amount, decimals, place()) }
        }
    }

    /// The facts by the name of the source.
    private(set) var of: [String: Facts] = [:]

    /// Notes what the columns of a row say about its source.
    ///
    /// - Throws: a ``Fault`` of kind `malformed` if other rows say something else.
    mutating func note(_ row: RowEdition, _ place: TableReader.Place) throws(Fault) {
        let name = row.source
        var facts = of[name] ?? Facts()
        if let value = row.country {
            if let known = facts.country, known.value != value {
                throw .severalCountries(name, value.code, known.value.code, known.at)
            }
            if facts.country == nil { facts.country = (value, place()) }
        }
        if let value = row.currency {
            if let known = facts.currency, known.value != value {
                throw .severalCountries(name, value.code, known.value.code, known.at)
            }
            if facts.currency == nil { facts.currency = (value, place()) }
        }
        if !row.hasSource { facts.lacking.insert("source") }
        of[name] = facts
    }

    /// Notes the amounts and the code of a row of the source `name`.
    ///
    /// Amounts get the decimal places of the currency, and lose further ones if they are zeros;
    /// those that come before it wait for ``TableEdition/settleAmounts(by:_:)``.
    ///
    /// - Throws: a ``Fault`` of kind `malformed` if they are not.
    mutating func note(
        _ values: inout [Value], _ columns: TableForm.Often, of name: String,
        _ place: TableReader.Place
    ) throws(Fault) {
        var facts = of[name] ?? Facts()
        var places: Int?
        for index in columns.amounts {
            guard var amount = values.value(at: index).decimal else { continue }
            if let currency = facts.currency?.value {
                guard let exact = amount.withPlaces(currency.places) else {
                    throw .tooManyDecimals(amount, currency.code)
                }
                amount = exact
                values[index] = .decimal(amount)
            } else {
                facts.note(early: amount, place)
            }
            places = max(places ?? 0, amount.places)
        }
        let code = values.value(at: columns.code).text ?? ""
        guard code.isEmpty || places != nil else { return }
        if code.isEmpty { facts.lacking.insert("movie_code") }
        if let places { facts.places = max(facts.places ?? 0, places) }
        of[name] = facts
    }
}

extension TableEdition {
    /// Gives amounts that were read before their currency its decimal places.
    ///
    /// - Parameters:
    ///   - facts: what all files say of the source.
    ///   - form: the form of the rows.
    /// - Throws: a ``Fault`` of kind `malformed` that names file and line if one of them has more.
    mutating func settleAmounts(by facts: SourceFacts.Facts, _ form: TableForm) throws(Fault) {
        guard let early = facts.early, let currency = facts.currency?.value else { return }
        guard early.decimals <= currency.places else {
            throw Fault.tooManyDecimals(early.amount, currency.code).about(early.at)
        }
        for row in rows.indices {
            for column in form.often.amounts {
                let amount = rows[row].value(at: column).decimal
                guard let exact = amount?.withPlaces(currency.places) else { continue }
                rows[row][column] = .decimal(exact)
            }
        }
    }
}

extension Decimal {
    /// Returns the same number with `wanted` decimal places; nil if it has more.
    ///
    /// It keeps its own if it would be too large.
    fileprivate func withPlaces(_ wanted: Int) -> Decimal? {
        guard places > wanted else {
            return units(withPlaces: wanted).map { Decimal($0, places: wanted) } ?? self
        }
        let (whole, rest) = units.quotientAndRemainder(dividingBy: .powerOfTen(places - wanted))
        return rest == 0 ? Decimal(whole, places: wanted) : nil
    }
}

/// The films of an edition, to find one that is there twice.
struct FilmsOfEdition: Sendable {
    private var films: Set<[Value]> = []
    /// The rows of films that nothing but all of their values tells apart.
    private var rows: Set<[Value]> = []
    /// The last rank, and the films that have it.
    private var tie: (rank: Value?, films: Set<[Value]>) = (nil, [])

    /// Notes that the rows that follow are not next to those before.
    mutating func interrupt() {
        films.formUnion(tie.films)
        tie = (nil, [])
    }

    /// Adds the film of a row: by its code or, without one, by title, opening day and nation (KOBIS.md
    /// knows one pair of films that have all three).
    ///
    /// Films whose opening day is not known may share a title if they are adjacent, have the same rank,
    /// and differ in something.
    ///
    /// - Returns: the title if the edition has the film already; nil if it has not.
    mutating func insert(_ row: [Value], _ form: TableForm) -> String? {
        let title = row.value(at: form.often.title)
        let code = row.value(at: form.often.code)
        if code.text?.isEmpty == false {
            return films.insert([code]).inserted ? nil : title.text
        }
        let day = row.value(at: form.index(of: "open_date"))
        if day.day != nil {
            let nation = row.value(at: form.index(of: "film_nation")).text ?? ""
            let film = [title, day, .text(nation)]
            return films.insert(film).inserted ? nil : title.text
        }
        guard rows.insert(row).inserted else { return title.text }
        let rank = row.value(at: form.often.rank)
        guard !form.isOfSite, rank != .missing else { return nil }
        if rank != tie.rank {
            interrupt()
            tie.rank = rank
        }
        tie.films.insert([rank, title])
        return films.contains([rank, title]) ? title.text : nil
    }
}

extension TableForm {
    /// Refuses a row without a title or with a rank below 1, and takes the change of rank from a film
    /// that is new: the Open API calls it 0 then.
    func check(_ values: inout [Value]) throws(Fault) {
        guard values.value(at: often.title).text?.isEmpty == false else { throw .noTitle }
        let rank = values.value(at: often.rank)
        if let rank = rank.integer, rank < 1 { throw .noRank("\(rank)") }
        if isOfSite, rank == .missing { throw .noRank("") }
        if let index = often.rankChange, values.indices.contains(index),
            values.value(at: often.isNew) == .boolean(true)
        {
            values[index] = .missing
        }
    }
}

extension Fault {
    static func editionTwice(_ edition: Message, _ other: Message) -> Fault {
        Fault(
            .malformed, "table-edition-twice",
            "the chart of \(edition) is there twice: first in \(other)")
    }

    static func filmTwice(_ title: String, _ edition: Message) -> Fault {
        Fault(
            .malformed, "table-film-twice",
            "the film '\(title.excerpt)' is there twice in the chart of \(edition)")
    }

    fileprivate static let noTitle = Fault(
        .malformed, "table-no-title", "the row is a film without a title")

    fileprivate static func noRank(_ text: String) -> Fault {
        Fault(.malformed, "table-no-rank", "'\(text)' is no rank: ranks begin with 1")
    }

    fileprivate static func severalCountries(
        _ source: String, _ code: String, _ other: String, _ place: Message
    ) -> Fault {
        Fault(
            .malformed, "table-two-countries",
            "the rows of '\(source)' say \(code) here, and \(other) in \(place)",
            hint: "a source has one country and one currency; give the others another source")
    }

    fileprivate static func tooManyDecimals(_ amount: Decimal, _ currency: String) -> Fault {
        Fault(
            .malformed, "table-decimals", "'\(amount)' has more decimals than \(currency) has")
    }
}
