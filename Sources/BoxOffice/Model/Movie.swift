/// A film, as far as a source knows it: a search returns less than the details.
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

    /// A way the film was shown.
    public struct ShowType: Hashable, Sendable {
        /// The group, such as `2D` or `4D`, or nil.
        public var group: String?
        /// The type, such as `디지털`, or nil.
        public var name: String?

        /// Makes a show type.
        public init(group: String? = nil, name: String? = nil) {
            self.group = group
            self.name = name
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
    /// The actors, with what they play.
    public var actors: [Credit] = []
    /// The staff, with what they did.
    public var staff: [Credit] = []
    /// The companies, with what they did.
    public var companies: [CompanyCredit] = []
    /// The ways the film was shown.
    public var showTypes: [ShowType] = []
    /// The examinations by the rating board; several may give different ratings.
    public var audits: [Audit] = []

    /// Makes a film with nothing but its code.
    public init(code: String) {
        self.code = code
    }

    /// The names of the companies whose part is `part`.
    func companies(of part: String) -> [String] {
        companies.filter { $0.part == part }.map(\.name)
    }

    /// The different ratings of the audits, in order and joined with `|`.
    var rating: String? {
        var ratings: [String] = []
        for case let rating? in audits.map(\.rating) where !ratings.contains(rating) {
            ratings.append(rating)
        }
        return ratings.isEmpty ? nil : ratings.sorted().joined(separator: "|")
    }
}
