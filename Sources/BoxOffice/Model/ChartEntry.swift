/// One film's line in one edition of a chart.
///
/// Money is in won. A figure that the source left empty is nil, never 0.
public struct ChartEntry: Hashable, Sendable {
    /// The edition that the line belongs to.
    public var edition: ChartEdition
    /// The name of the source that the line comes from, such as `kobis-json`.
    public var source: String
    /// When the source was asked.
    public var fetchedAt: Instant

    /// The position on the chart, 1 for the first; films with equal admissions share one.
    public var rank: Int
    /// The rank compared with the previous period.
    public var rankChange: RankChange
    /// The film's code at KOBIS: eight characters, not always digits (`2023C685`).
    public var movieCode: String
    /// The film's title, trimmed.
    public var title: String
    /// The day the film opened, or nil if unknown.
    public var openDate: Day?

    /// Ticket sales of the period, in won.
    public var salesAmount: Int?
    /// Ticket sales as a share of those of all films that the edition counts, in percent: of the whole
    /// market, unless the edition's filter narrows it.
    public var salesShare: Percent?
    /// Ticket sales minus those of the previous period, in won.
    public var salesChange: Int?
    /// ``salesChange`` as a percentage of the previous period's sales; 100 if there were none.
    public var salesChangeRate: Percent?
    /// Ticket sales since the film's first showing, in won.
    public var salesTotal: Int?

    /// 관객수: admissions of the period.
    public var audienceCount: Int?
    /// Admissions minus those of the previous period.
    public var audienceChange: Int?
    /// ``audienceChange`` as a percentage of the previous period's admissions; 100 if there were
    /// none.
    public var audienceChangeRate: Percent?
    /// Admissions since the film's first showing, previews included.
    public var audienceTotal: Int?

    /// How many screens showed the film.
    public var screenCount: Int?
    /// How often it was shown.
    public var showCount: Int?

    /// Makes a line that has a rank and a film, and no figures yet.
    public init(
        edition: ChartEdition, source: String, fetchedAt: Instant, rank: Int,
        rankChange: RankChange, movieCode: String, title: String
    ) {
        self.edition = edition
        self.source = source
        self.fetchedAt = fetchedAt
        self.rank = rank
        self.rankChange = rankChange
        self.movieCode = movieCode
        self.title = title
    }

    /// The columns of the figures that a council's row always has.
    package static let figures = [
        "sales_amount", "sales_share", "sales_change", "sales_change_rate", "sales_total",
        "audience_count", "audience_change", "audience_change_rate", "audience_total",
        "screen_count", "show_count",
    ]

    /// Whether the row has all of ``figures``.
    package var hasFigures: Bool {
        salesAmount != nil && salesShare != nil && salesChange != nil && salesChangeRate != nil
            && salesTotal != nil && audienceCount != nil && audienceChange != nil
            && audienceChangeRate != nil && audienceTotal != nil && screenCount != nil
            && showCount != nil
    }
}
