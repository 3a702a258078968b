/// A request to a service, without the address of the service and without its key.
public struct Request: Equatable, Sendable {
    /// The ``Service/name`` of the service.
    public let service: String
    /// The path below the service's base URL, such as `boxoffice/searchDailyBoxOfficeList.json`, as it
    /// stands in a URL: other characters than ASCII's, spaces, `?` and `#` must be percent-encoded.
    public let path: String
    /// The query in the order in which it is sent, names and values not encoded.
    public let parameters: [(name: String, value: String)]
    /// The subject of the answer.
    public let subject: Subject
    /// The path and the percent-encoded query: `a/b.json?title=%EA%B0%80&page=1`.
    ///
    /// It contains no secret. It identifies the request in recordings and messages, and a transport
    /// appends it to the base URL.
    public let target: String

    /// Makes a request with the parameters that have a value.
    public init(
        service: String, path: String, parameters: [(name: String, value: String?)],
        subject: Subject
    ) {
        self.service = service
        self.path = path
        self.parameters = parameters.compactMap { name, value in value.map { (name, $0) } }
        self.subject = subject
        var target = ByteBuffer(room: 128)
        target.append(path)
        var separator = UInt8(ascii: "?")
        for parameter in self.parameters {
            target.append(separator)
            target.append(parameter.name.percentEncoded)
            target.append(UInt8(ascii: "="))
            target.append(parameter.value.percentEncoded)
            separator = UInt8(ascii: "&")
        }
        self.target = target.text
    }

    /// Returns true if both are the same request about the same subject.
    public static func == (one: Request, other: Request) -> Bool {
        one.service == other.service && one.target == other.target && one.subject == other.subject
    }
}

extension String {
    /// The text with every byte but letters, digits and `-._~` written as `%XX` (RFC 3986).
    package var percentEncoded: String {
        if utf8.allSatisfy(\.isUnreserved) { return self }
        return utf8.reduce(into: "") { encoded, byte in
            encoded += byte.isUnreserved ? String(Unicode.Scalar(byte)) : byte.percentEncoded
        }
    }
}

extension UInt8 {
    /// The byte as `%XX`.
    package var percentEncoded: String {
        (self < 16 ? "%0" : "%") + String(self, radix: 16, uppercase: true)
    }

    /// True if the byte is written unchanged anywhere in a URL.
    package var isUnreserved: Bool {
        switch self {
        case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"),
            UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "-"), UInt8(ascii: "."),
            UInt8(ascii: "_"), UInt8(ascii: "~"):
            true
        default: false
        }
    }
}

/// The subject of a request, for reading its answer and reporting its failure.
public enum Subject: Hashable, Sendable {
    /// An edition of a chart.
    case edition(ChartEdition)
    /// A page of a search: its number from 1 up, and the number of items on the previous pages.
    case page(Int, after: Int)
    /// The details of one film, person or company, by its code.
    case code(String)
    /// A film whose poster is searched for.
    indirect case film(Film)
    /// A film whose details are requested, and the number of days that the answer stays valid; if
    /// 0, it is not kept for other runs.
    indirect case details(Film, keptFor: Int)

    /// The edition; nil if it is something else.
    package var edition: ChartEdition? {
        if case .edition(let edition) = self { edition } else { nil }
    }

    /// Returns the scope of a fault of a request to `source`.
    ///
    /// - Parameter areFilms: true if codes are those of films.
    package func scope(of source: String, areFilms: Bool) -> Fault.Scope {
        switch self {
        case .edition(let edition): Fault.Scope(edition, of: source)
        case .page: Fault.Scope(source: source)
        case .code(let code): Fault.Scope(source: source, movieCode: areFilms ? code : nil)
        case .film(let film), .details(let film, _):
            Fault.Scope(source: source, movieCode: film.code)
        }
    }

    /// The edition, `page 3`, or the code, in the language of the reader.
    package var wording: Message {
        switch self {
        case .edition(let edition): Message(edition)
        case .page(let number, _): Message("page", "page \(number)")
        case .code(let code): Message(code)
        case .film(let film), .details(let film, _): Message(film.code)
        }
    }
}

extension Subject: CustomStringConvertible {
    /// The edition, `page 3`, or the code.
    public var description: String { wording.description }
}

/// The answer of a service to a ``Request``.
public struct Answer: Hashable, Sendable {
    /// The HTTP status.
    public var status: Int
    /// The body, decompressed.
    public var body: [UInt8]
    /// The moment the answer was made, as far as it is certain: the earlier of this machine's time
    /// and the service's (``date(by:service:age:)``).
    public var fetchedAt: Instant
    /// The number of seconds by which this machine's clock was ahead of the service's when the
    /// answer came; 0 if the service did not send its time.
    public package(set) var clockDifference = 0
    /// The last short answer to the same request: either this one, or a newer one that this one was
    /// preferred to because it is fuller; nil if none came.
    package var short: Short?
    /// The number of seconds the service asks to wait before the next request, or nil if it does
    /// not ask.
    public var retryAfter: Int?
    /// True if only the end of the connection marked the end of the body, so that the body may have
    /// been cut off.
    public var endsWithConnection = false
    /// The longest time that reading the answer may take, or nil for no limit.
    ///
    /// The host sets it before the answer is read. A source that takes longer throws
    /// ``Fault/overdue(after:)``.
    public var timeLimit: Duration?
    /// The name of the source that asked; the host sets it before the answer is read.
    public var source = ""

    /// Makes an answer.
    public init(status: Int = 200, body: [UInt8], fetchedAt: Instant) {
        self.status = status
        self.body = body
        self.fetchedAt = fetchedAt
    }

    /// An answer that lacks rows or figures that its source always gives.
    package struct Short: Hashable, Sendable {
        /// The moment its bytes first came.
        package let since: Instant
        /// The checksum of the bytes, as recordings have it.
        package let checksum: String

        package init(since: Instant, checksum: String) {
            self.since = since
            self.checksum = checksum
        }
    }

    /// True if the clocks of this machine and the service differ by more than half an hour, so that
    /// one of them is wrong and ``fetchedAt`` proves nothing.
    public var isDateUncertain: Bool { clockDifference.magnitude > 1800 }

    /// Sets the time of the answer so that it never looks newer than it is.
    ///
    /// A figure that may still change must not count as final because a clock is ahead.
    ///
    /// - Parameters:
    ///   - local: this machine's time.
    ///   - service: the moment the answer was made, by the service's clock (HTTP `Date`); nil if it
    ///     does not say.
    ///   - age: the number of seconds the answer has since spent in caches (HTTP `Age`).
    public mutating func date(by local: Instant, service: Instant?, age: Int = 0) {
        // More seconds than there are in the years of instants, and few enough not to overflow.
        let age = min(max(0, age), 1 << 40)
        let made = Instant(secondsSince1970: local.secondsSince1970 - age)
        fetchedAt = min(made, service ?? made)
        let told = service ?? made
        clockDifference = made.secondsSince1970 - told.secondsSince1970
    }
}
