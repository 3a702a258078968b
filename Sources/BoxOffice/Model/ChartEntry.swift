/// The row of one film in one edition of a chart.
///
/// Money is in the smallest unit of ``currency``. A figure that the source left empty is nil, never 0.
public struct ChartEntry: Hashable, Sendable {
    /// The edition that the row belongs to.
    public var edition: ChartEdition
    /// The name of the source that the row comes from, such as `kobis-json`.
    public var source: String
    /// The moment at which the source was asked.
    public var fetchedAt: Instant
    /// The country that the figures are from; nil if the source does not name it.
    public var country: Country?
    /// The currency of the amounts.
    public var currency: Currency

    /// The position on the chart, 1 for the first; films with equal admissions share one.
    ///
    /// It is nil for a film of a deep chart that is not on the chart of all films, if its rank
    /// cannot be proved.
    public var rank: Int?
    /// The rank compared with the previous period; nil for a film of a deep chart that is not on the
    /// chart of all films.
    public var rankChange: RankChange?
    /// True if changes of rank are not known, as in a table without that column.
    package var lacksRankChange = false
    /// The film's code at the source; at KOBIS eight characters, not always digits (`2023C685`).
    public var movieCode: String
    /// The film's title, trimmed.
    public var title: String
    /// The day the film opened, or nil if unknown.
    public var openDate: Day?

    /// Ticket sales of the period.
    public var salesAmount: Int?
    /// Ticket sales as a share of those of all films that the edition counts, in percent with one
    /// decimal: of the whole territory, unless the edition's filter narrows it.
    public var salesShare: Decimal?
    /// Ticket sales minus those of the previous period.
    public var salesChange: Int?
    /// ``salesChange`` as a percentage of the previous period's sales; 100 if there were none.
    public var salesChangeRate: Decimal?
    /// Ticket sales since the film's first showing.
    public var salesTotal: Int?

    /// 관객수: admissions of the period.
    public var audienceCount: Int?
    /// Admissions minus those of the previous period.
    public var audienceChange: Int?
    /// ``audienceChange`` as a percentage of the previous period's admissions; 100 if there were
    /// none.
    public var audienceChangeRate: Decimal?
    /// Admissions since the film's first showing, previews included.
    public var audienceTotal: Int?

    /// The number of screens that showed the film.
    public var screenCount: Int?
    /// The number of showings.
    public var showCount: Int?

    /// Makes a row that has a rank and a film of `territory`, and no figures yet.
    public init(
        edition: ChartEdition, source: String, fetchedAt: Instant, rank: Int?,
        rankChange: RankChange?, movieCode: String, title: String,
        in territory: Territory = Territory()
    ) {
        country = territory.country
        currency = territory.currency
        self.edition = edition
        self.source = source
        self.fetchedAt = fetchedAt
        self.rank = rank
        self.rankChange = rankChange
        self.movieCode = movieCode
        self.title = title
    }

    /// The columns of the figures that a row of the Korean Film Council always has.
    package static let figures = [
        "sales_amount", "sales_share", "sales_change", "sales_change_rate", "sales_total",
        "audience_count", "audience_change", "audience_change_rate", "audience_total",
        "screen_count", "show_count",
    ]

    /// Returns the one of `columns` that only films on the chart of all films have a value in, or
    /// nearly only, in charts that are joined from several; nil if there is none.
    package static func columnOfWhole(among columns: [String]) -> String? {
        ["is_new", "rank_marker", "sales_share", "rank_change", "rank"].first(
            where: columns.contains)
    }

    /// True if the film is on the chart of all films, and not only on that of its nation.
    package var isOnWholeChart: Bool { rankChange != nil || lacksRankChange && rank != nil }

    /// True if the row has all of ``figures``; a film without a place on the chart of all films
    /// needs no share of their sales.
    package var hasFigures: Bool {
        salesAmount != nil && (salesShare != nil || !isOnWholeChart) && salesChange != nil
            && salesChangeRate != nil
            && salesTotal != nil && audienceCount != nil && audienceChange != nil
            && audienceChangeRate != nil && audienceTotal != nil && screenCount != nil
            && showCount != nil
    }

    /// The columns of a chart row: the only place that defines their names, headers and types.
    ///
    /// Names and order are a promise to spreadsheets and scripts and MUST NOT CHANGE; a new column
    /// goes to the end.
    public static let table = Table<ChartEntry>(
        named: "chart", key: ["chart", "from", "region", "nation", "kind", "movie_code"],
        [
            Field("date", "날짜", .date) { .date($0.edition.period.from) },
            Field("year_week", "연도주차", .text) { .text($0.edition.period.week.compact) },
            Field("from", "시작일", .date) { .date($0.edition.period.from) },
            Field("to", "종료일", .date) { .date($0.edition.period.to) },
            Field("region", "지역", .text) { Value($0.edition.filter.region?.name) },
            Field("rank", "순위", .integer) { Value($0.rank) },
            Field("rank_change", "순위증감", .integer) {
                if case .places(let places) = $0.rankChange { .integer(places) } else { .missing }
            },
            Field("is_new", "신규진입", .boolean) {
                $0.rankChange.map { .boolean($0 == .new) } ?? .missing
            },
            Field("movie_code", "영화코드", .text) { .text($0.movieCode) },
            Field("title", "영화명", .text, short: "영화") { .text($0.title) },
            Field("open_date", "개봉일", .date) { Value($0.openDate) },
            Field("sales_amount", "매출액", .amount) { $0.currency.amount($0.salesAmount) },
            Field("sales_share", "매출액점유율", .percent, short: "점유율") {
                Value($0.salesShare)
            },
            Field("sales_change", "매출액증감", .amount) { $0.currency.amount($0.salesChange) },
            Field("sales_change_rate", "매출액증감률", .percent) { Value($0.salesChangeRate) },
            Field("sales_total", "누적매출액", .amount) { $0.currency.amount($0.salesTotal) },
            Field("audience_count", "관객수", .integer) { Value($0.audienceCount) },
            Field("audience_change", "관객수증감", .integer) { Value($0.audienceChange) },
            Field("audience_change_rate", "관객수증감률", .percent) {
                Value($0.audienceChangeRate)
            },
            Field("audience_total", "누적관객수", .integer) { Value($0.audienceTotal) },
            Field("screen_count", "스크린수", .integer, short: "스크린") { Value($0.screenCount) },
            Field("show_count", "상영횟수", .integer, short: "상영") { Value($0.showCount) },
            DerivedColumn.rankMarker.field,
            Field("chart", "구분", .text) { .text($0.edition.period.chart.rawValue) },
            Field("nation", "국적구분", .text) { Value($0.edition.filter.nation?.rawValue) },
            Field("kind", "영화구분", .text) { Value($0.edition.filter.kind?.rawValue) },
            Field("source", "출처", .text) { .text($0.source) },
            Field("fetched_at", "수집시각", .text) { .text("\($0.fetchedAt)") },
            DerivedColumn.releaseDay.field,
            DerivedColumn.ticketPrice.field,
            DerivedColumn.audiencePerShow.field,
            DerivedColumn.audiencePerScreen.field,
            Field("country", "국가", .text) { Value($0.country?.code) },
            Field("currency", "통화", .text) { .text($0.currency.code) },
        ])

    /// The columns that the host adds to those of ``table``.
    package static let hostColumns: [Column] = [.filmNation, .isFinal]

    /// Returns the columns of `chart` that are written by default, in their order.
    ///
    /// With `perRegion`, the region follows the period, because there is then one edition per
    /// region.
    public static func defaultColumns(of chart: Chart, perRegion: Bool) -> [String] {
        (chart == .daily ? ["date"] : ["year_week", "from", "to"]) + (perRegion ? ["region"] : [])
            + ["rank", "rank_change", "is_new", "movie_code", "title", "open_date"] + figures
    }
}

extension Column {
    /// 확정: true if the answer came after its source's figures are final, so that no run asks for
    /// it again unless told to.
    package static let isFinal = Column("is_final", "확정", .boolean)
    /// 영화국적: the nation whose chart a film of a deep chart is on; empty if it is on both.
    package static let filmNation = Column("film_nation", "영화국적", .text)
}

/// The change of a film's rank since the previous period.
public enum RankChange: Hashable, Sendable {
    /// New to the chart: the film was not on the chart of the previous period.
    ///
    /// That does not make it a new film. Films come back to a chart years after they opened.
    case new
    /// The previous rank minus the current one: positive if the film rose, 0 if it stayed.
    case places(Int)

    /// Returns the marker shown to readers: `▲3` (rose), `▼2` (fell), `-` (same), `신작` (a new film)
    /// or `진입` (a film that is not new entered the chart).
    ///
    /// A film that is new to the chart is a new film if it opened at most 14 days before the
    /// chart's first day, or opens later. If one of the days is unknown, it is not called new.
    ///
    /// The text is a promise to spreadsheets and MUST NOT CHANGE.
    ///
    /// - Parameters:
    ///   - openDate: the day the film opened, or nil if unknown.
    ///   - firstDay: the first day that the chart covers, or nil if unknown.
    public func marker(openedOn openDate: Day?, chartFrom firstDay: Day?) -> String {
        switch self {
        case .new: Self.isNewFilm(openedOn: openDate, chartFrom: firstDay) ? "신작" : "진입"
        case .places(0): "-"
        case .places(let places): places > 0 ? "▲\(places)" : "▼\(places.magnitude)"
        }
    }

    private static func isNewFilm(openedOn openDate: Day?, chartFrom firstDay: Day?) -> Bool {
        guard let openDate, let firstDay else { return false }
        return openDate.distance(to: firstDay) <= 14
    }

    /// The markers that are different words in documents with English headers.
    package static let englishMarkers = ["신작": "NEW", "진입": "IN"]

    /// Returns true if `text` is a marker as this program writes them; an empty text counts too.
    ///
    /// A column of markers of a plugin may hold other text; that is ordinary text.
    public static func isMarker(_ text: String) -> Bool {
        let words = ["-", "신작", "진입", "", "NEW", "IN"]
        if words.contains(where: { $0.utf8.elementsEqual(text.utf8) }) {
            return true
        }
        guard let arrow = text.unicodeScalars.first, arrow == "▲" || arrow == "▼" else {
            return false
        }
        let digits = text.utf8.dropFirst(UTF8.width(arrow))
        return (1...19).contains(digits.count)
            && digits.allSatisfy { (UInt8(ascii: "0")...UInt8(ascii: "9")).contains($0) }
    }
}
