/// What a chart is limited to; a chart without a filter counts every film everywhere in Korea.
public struct ChartFilter: Hashable, Sendable {
    /// Where a film comes from.
    public enum Nation: String, Hashable, Sendable, CaseIterable {
        /// 한국영화.
        case korean
        /// 외국영화.
        case foreign

        /// The Korean words for the values.
        public static let koreanNames: [String: Nation] = [
            "한국": .korean, "한국영화": .korean, "외국": .foreign, "외국영화": .foreign,
        ]
    }

    /// How a film was released.
    public enum Kind: String, Hashable, Sendable, CaseIterable {
        /// 상업영화.
        case commercial
        /// 다양성영화: art-house and independent films.
        case art

        /// The Korean words for the values.
        public static let koreanNames: [String: Kind] = [
            "상업": .commercial, "상업영화": .commercial, "예술": .art, "예술영화": .art,
            "다양성": .art, "다양성영화": .art,
        ]
    }

    /// The region that the figures cover, or nil for the whole country.
    public var region: Region?
    /// The origin of the films that are counted, or nil for all films.
    public var nation: Nation?
    /// The kind of release that is counted, or nil for all films.
    public var kind: Kind?

    /// Makes a filter; what is nil is not filtered by.
    public init(region: Region? = nil, nation: Nation? = nil, kind: Kind? = nil) {
        self.region = region
        self.nation = nation
        self.kind = kind
    }
}
