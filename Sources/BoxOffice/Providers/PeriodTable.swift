/// A table of the films of a period as the council's site gives it to people, read from a file.
///
/// Unlike a chart it has every film, unless ``lacks`` says otherwise, so that sums over its films are
/// those of the market.
package struct PeriodTable: Sendable {
    /// A film of a table.
    package struct Film: Hashable, Sendable {
        /// The code; nil in a table without codes, as the site gives it.
        package var code: String?
        /// The title, trimmed.
        package var title: String
        /// The day the film opened, or nil if unknown.
        package var openDate: Day?
        /// 대표국적 as the table spells it; empty if unknown.
        package var country = ""
        /// The position by admissions, 1 for the most; films with equal admissions share one.
        package var rank: Int
        /// Admissions of the period; below zero where more tickets were returned than sold.
        ///
        /// Like the sales 0 where a table lacks them, which is not whole then.
        package var audience = 0
        /// Ticket sales of the period, in the smallest unit of the currency.
        package var sales = 0
        /// Admissions since the first showing.
        package var audienceTotal: Int?
        /// Ticket sales since the first showing.
        package var salesTotal: Int?

        /// Makes a film without figures.
        package init(rank: Int, title: String) { (self.rank, self.title) = (rank, title) }

        /// The origin; nil if ``country`` is not known.
        package var nation: ChartFilter.Nation? { Self.nation(of: country) }

        /// Returns the origin of a film of `country`, or of one that is an origin itself; nil if it is
        /// empty.
        package static func nation(of country: String) -> ChartFilter.Nation? {
            if country.isEmpty { return nil }
            return ChartFilter.Nation(rawValue: country) ?? (country == "한국" ? .korean : .foreign)
        }
    }

    /// The days that it covers.
    package var days: ClosedRange<Day>
    /// The films that it counts; all of them where the filter says nothing.
    package var filter = ChartFilter()
    /// 조회일, the day on which it was downloaded; nil if it does not say.
    package var asked: Day?
    /// The reason why it may lack films or days; nil if it has every film of ``filter`` and its period.
    package var lacks: Message?
    /// The films in the order of the table, by admissions.
    package var films: [Film] = []
    /// What it has no column for, of `open_date` and `film_nation`, by which films are told apart.
    package var lacking: Set<String> = []
    /// The place of its header in messages: file and line.
    package var place: Message

    /// Makes a table without films.
    package init(of days: ClosedRange<Day>, at place: Message) {
        (self.days, self.place) = (days, place)
    }
}
