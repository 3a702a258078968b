/// Where the charts of a source are from: the country, the money its figures are counted in, when a
/// day is over there, and the language of titles.
///
/// A source declares it before it is asked for anything (``ChartPolicy/market``). Without a
/// declaration amounts are in won, and a day is over when it is over in Seoul.
public struct Market: Hashable, Sendable {
    /// The country; nil if the source does not say it.
    public var country: Country?
    /// The currency of all amounts.
    public var currency: Currency
    /// How many minutes after 00:00 UTC of a day that day is over there at the latest: 15:00 in
    /// Korea, 34:00 in the United States, where it is still going on in Hawaii.
    public var dayEnds: Int
    /// The language of titles (ISO 639), such as `ko`; nil if the source does not say it.
    public var language: String?

    /// Declares a market; what is left out is not said by the source.
    public init(
        country: Country? = nil, currency: Currency = .won, dayEnds: Int = 15 * 60,
        language: String? = nil
    ) {
        self.country = country
        self.currency = currency
        self.dayEnds = dayEnds
        self.language = language
    }

    /// South Korea.
    public static let korea = Market(country: Country("KR"), language: "ko")

    /// When a day can be over at the latest, in minutes after its 00:00 UTC: no day is over before
    /// 10:00, when it is over on the Line Islands.
    package static let daysEnd = (10 * 60)...(48 * 60)

    /// The minutes of a time such as `15:00` or `34:00`; nil if it is none, or no end of a day.
    package static func dayEnds(_ text: String) -> Int? {
        let bytes = text.utf8.span
        guard bytes.count == 5, bytes[2] == UInt8(ascii: ":"),
            let hours = Day.digits(bytes, 0..<2), let minutes = Day.digits(bytes, 3..<5),
            minutes < 60, daysEnd.contains(hours * 60 + minutes)
        else { return nil }
        return hours * 60 + minutes
    }

    /// ``dayEnds`` as a time: `15:00`.
    package var endOfDay: String {
        "\(Day.twoDigits(dayEnds / 60)):\(Day.twoDigits(dayEnds % 60))"
    }

    /// So many of the smallest units of the currency; missing for nil.
    func amount(_ units: Int?) -> Value {
        if let units { .amount(Amount(units, in: currency)) } else { .missing }
    }

    /// The day that is not over there yet at `moment`: the one after the newest that is.
    public func today(at moment: Instant) -> Day {
        let seconds = moment.secondsSince1970 - dayEnds * 60
        return Day(daysSince1970: Int(seconds.flooredQuotient(by: 86_400)) + 1)
    }
}

/// A country, by its two letters in ISO 3166, such as `KR`.
public struct Country: Hashable, Sendable {
    private let letters: Letters

    /// The country with that code; nil if it is not two capital letters.
    public init?(_ code: String) {
        guard let letters = Letters(code, count: 2) else { return nil }
        self.letters = letters
    }

    /// The two letters.
    public var code: String { letters.text }
}

/// A currency of ISO 4217: its three letters, and how many decimal places its amounts have.
public struct Currency: Hashable, Sendable {
    private let letters: Letters
    private let shortPlaces: Int8

    /// How many decimal places amounts have, 0…4: 0 for KRW and JPY, 2 for USD, 3 for KWD.
    public var places: Int { max(0, Int(shortPlaces)) }

    /// The three letters, such as `KRW`.
    public var code: String { letters.text }

    /// The currency with that code; nil if ISO 4217 has none.
    public init?(_ code: String) {
        guard let letters = Letters(code, count: 3),
            let places = Self.codes.first(where: { $1.contains(code) })?.places
        else { return nil }
        self.letters = letters
        shortPlaces = places
    }

    private init(knownCode code: StaticString, places: Int8) {
        letters = Letters(code)
        shortPlaces = places
    }

    /// The won, which has no smaller unit in use.
    public static let won = Currency(knownCode: "KRW", places: 0)

    /// The currency of amounts that do not say theirs, with at most so many decimal places.
    package static func unknown(places: Int) -> Currency {
        Currency(knownCode: "", places: Int8(clamping: places))
    }

    /// What stands for a currency where there are no amounts.
    package static let none = Currency(knownCode: "", places: -1)

    /// The three letters; nil if nobody says which currency it is.
    package var knownCode: String? { code.isEmpty ? nil : code }

    /// Whether amounts would be taken for won if nothing told their currency.
    package var isForeign: Bool { self != .won && knownCode != nil }

    /// The currencies by their number of decimal places (ISO 4217:2015, list one, 2025).
    private static let codes: [(places: Int8, codes: String)] = [
        (0, "BIF CLP DJF GNF ISK JPY KMF KRW PYG RWF UGX UYI VND VUV XAF XOF XPF"),
        (
            2,
            """
            AED AFN ALL AMD AOA ARS AUD AWG AZN BAM BBD BDT BGN BMD BND BOB BOV BRL BSD BTN BWP BYN BZD \
            CAD CDF CHE CHF CHW CNY COP COU CRC CUP CVE CZK DKK DOP DZD EGP ERN ETB EUR FJD FKP GBP GEL \
            GHS GIP GMD GTQ GYD HKD HNL HTG HUF IDR ILS INR IRR JMD KES KGS KHR KPW KYD KZT LAK LBP LKR \
            LRD LSL MAD MDL MGA MKD MMK MNT MOP MRU MUR MVR MWK MXN MXV MYR MZN NAD NGN NIO NOK NPR NZD \
            PAB PEN PGK PHP PKR PLN QAR RON RSD RUB SAR SBD SCR SDG SEK SGD SHP SLE SOS SRD SSP STN SVC \
            SYP SZL THB TJS TMT TOP TRY TTD TWD TZS UAH USD USN UYU UZS VED VES WST XCD XCG YER ZAR ZMW \
            ZWG
            """
        ),
        (3, "BHD IQD JOD KWD LYD OMR TND"),
        (4, "CLF UYW"),
    ]
}

extension Sequence<Currency> {
    /// Each currency once, in the order of their first appearance; the won if there are no amounts.
    package var eachOnce: [Currency] {
        let all = reduce(into: [Currency]()) { if $1 != .none, !$0.contains($1) { $0.append($1) } }
        return all.isEmpty ? [.won] : all
    }
}

/// A few capital letters in four bytes: every row of a chart has two such codes.
private struct Letters: Hashable, Sendable {
    private let bytes: UInt32

    private static let korea = Letters("KR")
    private static let won = Letters("KRW")

    init?(_ text: String, count: Int) {
        let bytes = text.utf8
        guard bytes.count == count,
            bytes.allSatisfy({ (UInt8(ascii: "A")...UInt8(ascii: "Z")).contains($0) })
        else { return nil }
        self.bytes = bytes.reduce(0) { $0 << 8 | UInt32($1) }
    }

    init(_ text: StaticString) {
        bytes = "\(text)".utf8.reduce(0) { $0 << 8 | UInt32($1) }
    }

    var text: String {
        // Those of nearly all rows need not be put together.
        if self == Self.korea { return "KR" }
        if self == Self.won { return "KRW" }
        var text = ""
        for shift in [16, 8, 0] {
            let byte = UInt8(truncatingIfNeeded: bytes >> UInt32(shift))
            if byte != 0 { text.unicodeScalars.append(Unicode.Scalar(byte)) }
        }
        return text
    }
}
