/// A film as a source describes it; a search returns less than the details.
public struct Movie: Hashable, Sendable {
    /// An examination by the rating board (영상물등급위원회).
    public struct Audit: Hashable, Sendable {
        /// The number, such as `2019-MF00853`, or nil.
        public var number: String?
        /// The rating, such as `15세이상관람가`, or nil.
        public var rating: String?

        /// Makes an audit.
        public init(number: String? = nil, rating: String? = nil) {
            self.number = number
            self.rating = rating
        }
    }

    /// The film's code at KOBIS: eight characters, not always digits.
    public var code: String
    /// The title in Korean, or nil.
    public var title: String?
    /// The title in English, or nil.
    public var englishTitle: String?
    /// The title in the film's own language, or nil.
    public var originalTitle: String?
    /// The year of production, or nil.
    public var productionYear: Int?
    /// The length in minutes, or nil.
    public var runningMinutes: Int?
    /// The day the film opened, or nil.
    public var openDate: Day?
    /// 제작상태, such as `개봉`, or nil.
    public var productionStatus: String?
    /// 영화유형, such as `장편`, or nil.
    public var kind: String?
    /// The countries of production.
    public var nations: [String] = []
    /// The genres.
    public var genres: [String] = []
    /// The directors.
    public var directors: [Credit] = []
    /// The actors, with their roles.
    public var actors: [Credit] = []
    /// The staff, with their jobs.
    public var staff: [Credit] = []
    /// The companies, with their parts.
    public var companies: [Credit] = []
    /// The ways the film was shown, each a group and a type: `2D 디지털`.
    public var showTypes: [String] = []
    /// The examinations by the rating board; several may give different ratings.
    public var audits: [Audit] = []

    /// Makes a film that has only its code.
    public init(code: String) {
        self.code = code
    }

    /// Returns the names of the companies whose part is `part`.
    func companies(of part: String) -> [String] {
        companies.filter { $0.role == part }.map(\.name)
    }

    /// The different ratings of the audits, in order and joined with `|`.
    var rating: String? {
        let ratings = Set(audits.compactMap(\.rating))
        return ratings.isEmpty ? nil : ratings.sorted().joined(separator: "|")
    }

    /// The columns of a film found by a search.
    ///
    /// Names and order are a promise and MUST NOT CHANGE; a new column goes to the end.
    public static let searchTable = Table<Movie>(
        named: "movies", key: ["movie_code"],
        common + [
            Field("nations", "제작국가", .list) { .list($0.nations) },
            Field("genres", "장르", .list) { .list($0.genres) },
            Field("directors", "감독", .list) { .list($0.directors.map(\.name)) },
            Field("companies", "참여영화사", .list) { .list($0.companies.map(\.name)) },
        ], comparisonKey: \.inFixedOrder)

    /// The columns of a film's details.
    ///
    /// Names and order are a promise and MUST NOT CHANGE; a new column goes to the end.
    public static let detailsTable = Table<Movie>(
        named: "movie", key: ["movie_code"],
        common + [
            Field("title_original", "원제", .text) { Value($0.originalTitle) },
            Field("running_minutes", "상영시간", .integer) { Value($0.runningMinutes) },
            Field("genres", "장르", .list) { .list($0.genres) },
            Field("nations", "제작국가", .list) { .list($0.nations) },
            Field("directors", "감독", .list) { .list($0.directors.map(\.name)) },
            Field("actors", "배우", .list) { .list($0.actors.map(\.name)) },
            Field("distributors", "배급사", .list) { .list($0.companies(of: "배급사")) },
            Field("producers", "제작사", .list) { .list($0.companies(of: "제작사")) },
            Field("rating", "관람등급", .text) { Value($0.rating) },
            Field("importers", "수입사", .list) { .list($0.companies(of: "수입사")) },
            Field("directors_en", "감독영문", .list) {
                .list($0.directors.map { $0.englishName ?? "" })
            },
            Field("actors_en", "배우영문", .list) { .list($0.actors.map { $0.englishName ?? "" }) },
            Field("cast", "배역", .list) { .list($0.actors.map(\.nameWithRole)) },
            Field("staff", "스태프", .list) { .list($0.staff.map(\.nameWithRole)) },
            Field("companies", "참여영화사", .list) { .list($0.companies.map(\.nameWithRole)) },
            Field("company_codes", "영화사코드", .list) { .list($0.companies.map { $0.code ?? "" }) },
            Field("show_types", "상영형태", .list) { .list($0.showTypes) },
            Field("audit_numbers", "심의번호", .list) { .list($0.audits.map { $0.number ?? "" }) },
            Field("ratings", "심의등급", .list) { .list($0.audits.map { $0.rating ?? "" }) },
        ], comparisonKey: \.inFixedOrder)

    /// The columns of a film's details that are written by default.
    static let defaultDetails = [
        "movie_code", "title", "title_en", "title_original", "open_date", "production_year",
        "running_minutes", "production_status", "movie_type", "genres", "nations", "directors",
        "actors", "distributors", "producers", "rating",
    ]

    /// The columns that the details of a film add to its row in a chart.
    ///
    /// Names and order are a promise and MUST NOT CHANGE; a new column goes to the end.
    public static let detailColumns = [
        "title_en", "title_original", "production_year", "running_minutes", "genres", "nations",
        "directors", "actors", "distributors", "producers", "rating",
    ].compactMap { name in detailsTable.dataset.columns.first { $0.name == name } }

    private static let common: [Field<Movie>] = [
        Field("movie_code", "영화코드", .text) { .text($0.code) },
        Field("title", "영화명", .text) { Value($0.title) },
        Field("title_en", "영문제목", .text) { Value($0.englishTitle) },
        Field("open_date", "개봉일", .date) { Value($0.openDate) },
        Field("production_year", "제작연도", .year) { Value($0.productionYear) },
        Field("production_status", "제작상태", .text) { Value($0.productionStatus) },
        Field("movie_type", "영화유형", .text) { Value($0.kind) },
    ]

    /// The film with its lists sorted, because their order changes from one answer to the next.
    fileprivate var inFixedOrder: AnyHashable {
        var movie = sorting(\.directors, \.actors, \.staff, \.companies)
        movie.audits.sort { "\($0)" < "\($1)" }
        for path in [\Movie.nations, \.genres, \.showTypes] { movie[keyPath: path].sort() }
        return movie
    }
}
