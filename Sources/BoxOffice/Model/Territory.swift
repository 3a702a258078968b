/// The territory that the charts of a source are from: the country, the currency of its figures, the
/// time when a day is over there, and the language of titles.
///
/// A source declares it before the first request (``ChartPolicy/territory``). Without a declaration,
/// amounts are in won, and a day is over when it is over in Seoul.
public struct Territory: Hashable, Sendable {
    /// The country; nil if the source does not name it.
    public var country: Country?
    /// The currency of all amounts.
    public var currency: Currency
    /// The number of minutes after 00:00 UTC of a day until that day is over everywhere in the
    /// territory: 15:00 in Korea, 34:00 in the United States, where the day ends last in Hawaii.
    ///
    /// It is from 10:00 to 48:00; anything else counts as the nearer of the two.
    public var dayEnds: Int
    /// The language of titles (ISO 639), such as `ko`; nil if the source does not name it.
    public var language: String?

    /// Makes a territory; nil stands for a value that the source does not name.
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
    public static let korea = Territory(country: Country("KR"), language: "ko")

    /// True if a day is over when it is over in Seoul, and nothing says that the territory is elsewhere.
    package var isOfSeoul: Bool {
        dayEnds == Self.korea.dayEnds && (country == nil || country == Self.korea.country)
    }

    /// The possible values of ``dayEnds``, in minutes: no day is over before 10:00 UTC, when it is
    /// over on the Line Islands.
    package static let daysEnd = (10 * 60)...(48 * 60)

    /// Returns the minutes of a time such as `15:00` or `34:00`; nil if the text is not a time or a
    /// day cannot end then.
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

    /// Returns the amount of `units` of the smallest unit of the currency; missing for nil.
    package func amount(_ units: Int?) -> Value { currency.amount(units) }

    /// Returns the first day that is not over there at `moment`.
    public func today(at moment: Instant) -> Day {
        let minutes = min(max(dayEnds, Self.daysEnd.lowerBound), Self.daysEnd.upperBound)
        let seconds = moment.secondsSince1970 - minutes * 60
        return Day(daysSince1970: Int(seconds.flooredQuotient(by: 86_400)) + 1)
    }
}

/// A country, by its two letters in ISO 3166, such as `KR`.
public struct Country: Hashable, Sendable {
    private let letters: Letters

    /// Makes the country with that code; nil if it is not two capital letters.
    public init?(_ code: String) {
        guard code.isCapitalLetters(2) else { return nil }
        letters = Letters(code)
    }

    /// The two letters.
    public var code: String { letters.text }
}

/// A currency of ISO 4217: its three letters and the number of decimal places of its amounts.
public struct Currency: Hashable, Sendable {
    private let letters: Letters
    private let shortPlaces: Int8

    /// The number of decimal places of amounts, 0…4: 0 for KRW and JPY, 2 for USD, 3 for KWD.
    public var places: Int { max(0, Int(shortPlaces)) }

    /// The three letters, such as `KRW`.
    public var code: String { letters.text }

    /// Makes the currency with that code; nil if ISO 4217 has none.
    public init?(_ code: String) {
        guard code.isCapitalLetters(3),
            let places = Self.codes.first(where: { $1.contains(code) })?.places
        else { return nil }
        self.init(knownCode: code, places: places)
    }

    private init(knownCode code: String, places: Int8) {
        letters = Letters(code)
        shortPlaces = places
    }

    /// The won, which has no smaller unit in use.
    public static let won = Currency(knownCode: "KRW", places: 0)

    /// Returns the currency of amounts whose currency is not stated, with at most `places` decimal
    /// places.
    package static func unknown(places: Int) -> Currency {
        Currency(knownCode: "", places: Int8(clamping: places))
    }

    /// The placeholder for a currency where there are no amounts.
    package static let none = Currency(knownCode: "", places: -1)

    /// Returns the amount of `units` of the smallest unit; missing for nil.
    package func amount(_ units: Int?) -> Value {
        if let units { .decimal(Decimal(units, in: self)) } else { .missing }
    }

    /// The three letters; nil if the currency is not known.
    package var knownCode: String? { code.isEmpty ? nil : code }

    /// True if amounts must show their currency, because readers would take them for won.
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
    /// Each currency once, in order of first appearance; the won if there are no amounts.
    package var inAmounts: [Currency] {
        let all = filter { $0 != .none }.eachOnce
        return all.isEmpty ? [.won] : all
    }
}

/// A code of a few ASCII letters in four bytes, because every row of a chart has two of them, and
/// rows are copied.
private struct Letters: Hashable, Sendable {
    private let bytes: UInt32

    init(_ text: String) { bytes = text.utf8.reduce(0) { $0 << 8 | UInt32($1) } }

    var text: String {
        let letters = [16, 8, 0].map { UInt8(truncatingIfNeeded: bytes >> $0) }
        return String(decoding: letters.drop { $0 == 0 }, as: UTF8.self)
    }
}

extension String {
    /// Returns true if the text is `count` capital letters of ASCII.
    fileprivate func isCapitalLetters(_ count: Int) -> Bool {
        utf8.count == count
            && utf8.allSatisfy { (UInt8(ascii: "A")...UInt8(ascii: "Z")).contains($0) }
    }
}
