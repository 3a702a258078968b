/// A province or metropolitan city of South Korea that has box-office figures of its own.
public struct Region: Hashable, Sendable {
    /// The code that KOBIS calls `wideAreaCd`, such as `0105001`.
    public let code: String
    /// The Korean name as KOBIS writes it, such as `서울시`; the code if the name is unknown.
    public let name: String

    /// Makes a region.
    public init(code: String, name: String) {
        self.code = code
        self.name = name
    }

    /// Finds the region that `text` names among `own`, the regions of a source, or among those of
    /// KOBIS if that is nil: a name in full or short (`서울시`, `서울`), or a code.
    ///
    /// A Korean region is found by any of its spellings, whichever one the source uses. Numeric
    /// codes of KOBIS that are not in ``all`` are passed through, because it may add some.
    ///
    /// - Throws: a ``Fault`` of kind `usage` that lists the known names.
    public init(named text: String, among own: [Region]? = nil) throws(Fault) {
        let regions = own ?? Self.all
        let korean = Self.all.first { $0.goes(by: text) }
        if let known = regions.first(where: { $0.code == text || $0.name == text })
            ?? regions.first(where: { korean?.goes(by: $0.name) == true })
        {
            self = known
        } else if own == nil, !text.isEmpty,
            text.utf8.allSatisfy((UInt8(ascii: "0")...0x39).contains)
        {
            self.init(code: text, name: text)
        } else {
            throw .unknownRegion(text, among: own)
        }
    }

    /// Reads region names separated by commas, among `own`, or among those of KOBIS if that is nil;
    /// one that is named twice counts once.
    ///
    /// - Throws: a ``Fault`` of kind `usage` for an unknown name, or if one is empty.
    public static func list(
        named text: String, among own: [Region]? = nil
    ) throws(Fault) -> [Region] {
        let names = text.split(separator: ",", omittingEmptySubsequences: false)
        return try names.map { item throws(Fault) in
            let name = item.trimming { $0 == " " }
            guard !name.isEmpty else { throw .emptyRegion }
            return try Region(named: name, among: own)
        }.eachOnce
    }

    /// Returns the Korean region with that name or code; nil if there is none.
    package static func korean(_ text: String) -> Region? {
        all.first { $0.code == text || $0.goes(by: text) }
    }

    private func goes(by text: String) -> Bool {
        text == name || text == name.dropLast() || Self.otherNames[text] == name
    }

    /// All regions that the Korean Film Council publishes figures for.
    public static let all: [Region] = [
        "서울시", "경기도", "강원도", "충청북도", "충청남도", "경상북도", "경상남도", "전라북도", "전라남도", "제주도",
        "부산시", "대구시", "대전시", "울산시", "인천시", "광주시", "세종시",
    ].enumerated().map { Region(code: "010\(5001 + $0)", name: $1) }

    /// The words that stand for every region of a source.
    package static let each = (english: "each", korean: "모든지역")

    /// The name that KOBIS uses, by every other name.
    private static var spellings: [String: String] {
        let short = all.map { (String($0.name.dropLast()), $0.name) }
        return otherNames.merging(short) { name, _ in name }.merging(romanized) { name, _ in name }
    }

    /// Names in Latin letters, which are used only to find the nearest name.
    private static let romanized = [
        "seoul": "서울시", "gyeonggi": "경기도", "gyeonggi-do": "경기도", "gangwon": "강원도",
        "gangwon-do": "강원도", "chungbuk": "충청북도", "chungnam": "충청남도", "gyeongbuk": "경상북도",
        "gyeongnam": "경상남도", "jeonbuk": "전라북도", "jeonnam": "전라남도", "jeju": "제주도",
        "jeju-do": "제주도", "busan": "부산시", "pusan": "부산시", "daegu": "대구시",
        "daejeon": "대전시", "ulsan": "울산시", "incheon": "인천시", "gwangju": "광주시",
        "sejong": "세종시",
    ]

    /// Cities and districts whose names look like typos of a region that they are not in.
    private static let otherPlaces = Set(
        """
        부천 안산 오산 이천 양주 춘천 청주 충주 아산 서산 공주 군산 익산 순천 경주 김천 영주 영천 상주 창원 양산 마산 연천 옥천 진천 \
        괴산 예산 완주 부안 무안 성주 예천 울진 강남 강북 광진 양천 용산 대덕 일산 신촌 대천 영남
        """.split(separator: " "))

    /// Returns the region that `text` was probably meant to be; nil if none is near, or if `text`
    /// is the name of another place.
    fileprivate static func nearest(to text: String) -> String? {
        let stem = text.last.map { "시군구".contains($0) } == true ? text.dropLast() : text[...]
        guard !otherPlaces.contains(stem) else { return nil }
        return (all.map(\.name) + [each.english, each.korean])
            .nearest(to: text, otherWords: spellings)
    }

    /// The usual short forms that are not just the name without its last syllable, and official and
    /// new names.
    private static let otherNames = [
        "충북": "충청북도", "충남": "충청남도", "경북": "경상북도", "경남": "경상남도",
        "전북": "전라북도", "전남": "전라남도", "강원특별자치도": "강원도",
        "전북특별자치도": "전라북도", "제주특별자치도": "제주도", "서울특별시": "서울시",
        "세종특별자치시": "세종시", "부산광역시": "부산시", "대구광역시": "대구시",
        "대전광역시": "대전시", "울산광역시": "울산시", "인천광역시": "인천시",
        "광주광역시": "광주시",
    ]
}

extension Fault {
    fileprivate static let emptyRegion = Fault(
        .usage, "empty-region", "a name in --region is empty"
    ).of("region")

    fileprivate static func unknownRegion(_ text: String, among own: [Region]?) -> Fault {
        let all = (own ?? Region.all).map(\.name)
        let nearest = own == nil ? Region.nearest(to: text) : all.nearest(to: text)
        // In their usual order if none is near.
        let ordered = nearest == nil ? all : all.nearestFirst(to: text, nearest)
        let names = ordered.joined(separator: ", ")
        let fault = Fault(
            .usage, "unknown-region", "there is no region '\(text)'; known are \(names)"
        ).of("region")
        return ["전국", "전체", "all", "nationwide", "korea"].contains(text.lowercased())
            ? fault.advising(
                Message(
                    "whole-country",
                    "a chart without a region is that of the whole country; --region each asks for every region"
                ))
            : fault.correcting(text, to: nearest)
    }
}
