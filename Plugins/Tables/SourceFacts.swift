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
        /// The columns that databases need and that some rows leave empty.
        var lacking: Set<String> = []
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
    /// Amounts get the decimal places of the currency, and lose further ones if they are zeros.
    ///
    /// - Throws: a ``Fault`` of kind `malformed` if they are not.
    mutating func note(
        _ values: inout [Value], _ columns: TableForm.Often, of name: String
    ) throws(Fault) {
        var facts = of[name] ?? Facts()
        let most = facts.currency?.value.places
        var places: Int?
        for index in columns.amounts where values.indices.contains(index) {
            guard var amount = values[index].decimal else { continue }
            if let most, amount.places > most {
                let (units, rest) = amount.units.quotientAndRemainder(
                    dividingBy: .powerOfTen(amount.places - most))
                guard rest == 0 else {
                    throw .tooManyDecimals(amount, facts.currency?.value.code ?? "")
                }
                amount = Decimal(units, places: most)
            } else if let most, let units = amount.units(withPlaces: most) {
                amount = Decimal(units, places: most)
            }
            values[index] = .decimal(amount)
            places = max(places ?? 0, amount.places)
        }
        let code =
            columns.code.flatMap { values.indices.contains($0) ? values[$0].text : nil } ?? ""
        guard code.isEmpty || places != nil else { return }
        if code.isEmpty { facts.lacking.insert("movie_code") }
        if let places {
            facts.places = max(facts.places ?? 0, places)
            if most == nil { facts.lacking.insert("currency") }
        }
        of[name] = facts
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
        func value(_ index: Int?) -> Value {
            index.flatMap { row.indices.contains($0) ? row[$0] : nil } ?? .missing
        }
        let title = value(form.often.title)
        let code = value(form.often.code)
        if code.text?.isEmpty == false {
            return films.insert([code]).inserted ? nil : title.text
        }
        let day = value(form.index(of: "open_date"))
        if day.day != nil {
            let nation = value(form.index(of: "film_nation")).text ?? ""
            let film = [title, day, .text(nation)]
            return films.insert(film).inserted ? nil : title.text
        }
        guard rows.insert(row).inserted else { return title.text }
        let rank = value(form.often.rank)
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
        func value(_ index: Int?) -> Value {
            index.flatMap { values.indices.contains($0) ? values[$0] : nil } ?? .missing
        }
        guard value(often.title).text?.isEmpty == false else { throw .noTitle }
        let rank = value(often.rank)
        if let rank = rank.integer, rank < 1 { throw .noRank("\(rank)") }
        if isOfSite, rank == .missing { throw .noRank("") }
        if let index = often.rankChange, value(often.isNew) == .boolean(true),
            values.indices.contains(index)
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
