/// A request to a service, without the address of the service and without its key.
public struct Request: Hashable, Sendable {
    /// One `name=value` of a query.
    public struct Parameter: Hashable, Sendable {
        /// The name.
        public let name: String
        /// The value, not encoded.
        public let value: String

        /// Makes a parameter.
        public init(_ name: String, _ value: String) {
            self.name = name
            self.value = value
        }
    }

    /// The ``Service/name`` of the service.
    public let service: String
    /// The path below the service's base URL, such as `boxoffice/searchDailyBoxOfficeList.json`.
    public let path: String
    /// The query, in the order in which it is sent.
    public let parameters: [Parameter]
    /// What the answer will be about.
    public let subject: Subject
    /// Path and query, percent-encoded as in a URL: `a/b.json?title=%EA%B0%80&page=1`.
    ///
    /// It contains no secret. It identifies the request in recordings and messages, and a transport
    /// appends it to the base URL.
    public let target: String

    /// Makes a request.
    public init(
        service: String, path: String, parameters: [Parameter], subject: Subject
    ) {
        self.service = service
        self.path = path
        self.parameters = parameters
        self.subject = subject
        var target = ByteBuffer(room: 128)
        target.append(path)
        var separator = UInt8(ascii: "?")
        for parameter in parameters {
            target.append(separator)
            target.append(parameter.name.percentEncoded)
            target.append(UInt8(ascii: "="))
            target.append(parameter.value.percentEncoded)
            separator = UInt8(ascii: "&")
        }
        self.target = target.text
    }
}

extension String {
    /// The text with every byte but letters, digits and `-._~` written as `%XX` (RFC 3986).
    package var percentEncoded: String {
        if utf8.allSatisfy(\.isUnreserved) { return self }
        var encoded = ""
        for byte in utf8 {
            if byte.isUnreserved {
                encoded.unicodeScalars.append(Unicode.Scalar(byte))
            } else {
                encoded += byte.percentEncoded
            }
        }
        return encoded
    }
}

extension UInt8 {
    /// The byte as `%XX`.
    var percentEncoded: String {
        (self < 16 ? "%0" : "%") + String(self, radix: 16, uppercase: true)
    }

    /// Whether the byte is written unchanged anywhere in a URL.
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
