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
    /// Amounts with more decimal places than the currency has lose them if they are zeros.
    ///
    /// - Throws: a ``Fault`` of kind `malformed` if they are not.
    mutating func note(
        _ values: inout [Value], _ columns: TableForm.Often, of name: String
    ) throws(Fault) {
        let currency = of[name]?.currency?.value
        var places: Int?
        for index in columns.amounts where values.indices.contains(index) {
            guard var amount = values[index].decimal else { continue }
            if let most = currency?.places, amount.places > most {
                let (units, rest) = amount.units.quotientAndRemainder(
                    dividingBy: .powerOfTen(amount.places - most))
                guard rest == 0 else { throw .tooManyDecimals(amount, currency?.code ?? "") }
                amount = Decimal(units, places: most)
                values[index] = .decimal(amount)
            }
            places = max(places ?? 0, amount.places)
        }
        let code =
            columns.code.flatMap { values.indices.contains($0) ? values[$0].text : nil } ?? ""
        guard code.isEmpty || places != nil else { return }
        if code.isEmpty { of[name]?.lacking.insert("movie_code") }
        guard let places else { return }
        let most = of[name]?.places ?? 0
        of[name]?.places = max(most, places)
        if currency == nil { of[name]?.lacking.insert("currency") }
    }
}

/// The films of an edition, to find one that is there twice.
struct FilmsOfEdition: Sendable {
    private var films: Set<String> = []
    /// The last rank, and the films that have it.
    private var tie: (rank: Int?, films: Set<String>) = (nil, [])

    /// Notes that the rows that follow are not next to those before.
    mutating func interrupt() {
        films.formUnion(tie.films)
        tie = (nil, [])
    }

    /// Adds the film of a row: by its code or, without one, by rank and title; adjacent films may have
    /// the same of both.
    ///
    /// - Throws: a ``Fault`` of kind `malformed` if the edition has it already.
    mutating func insert(
        _ row: [Value], _ columns: TableForm.Often, in edition: TableEdition
    ) throws(Fault) {
        func value(_ index: Int?) -> Value {
            index.flatMap { row.indices.contains($0) ? row[$0] : nil } ?? .missing
        }
        let title = value(columns.title).text ?? ""
        if let code = value(columns.code).text, !code.isEmpty {
            guard films.insert(code).inserted else { throw .filmTwice(title, edition.name) }
            return
        }
        guard !edition.isOfSite, let rank = value(columns.rank).integer else { return }
        if rank != tie.rank {
            interrupt()
            tie.rank = rank
        }
        let film = "\(rank) \(title)"
        tie.films.insert(film)
        guard !films.contains(film) else { throw .filmTwice(title, edition.name) }
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

    fileprivate static func filmTwice(_ title: String, _ edition: Message) -> Fault {
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
