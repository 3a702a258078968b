internal import BoxOffice
internal import Wire

/// A picture that a search found.
struct Hit: Hashable, Sendable {
    var imageURL: String
    var thumbnailURL: String?
    var pageURL: String?
    var siteName: String?
    var width: Int
    var height: Int
}

/// An answer of Kakao's image search: pictures, or a refusal in one of two shapes.
struct SearchAnswer: Sendable {
    private(set) var hits: [Hit] = []
    private(set) var refusal: Fault?

    private enum Field: Int, WireField {
        case documents, meta, errorType, message, code, msg

        static let names = FieldNames(of: Self.self)

        var isNested: Bool { self == .documents || self == .meta }
    }

    private enum Document: Int, WireField {
        case image_url, thumbnail_url, doc_url, display_sitename, width, height

        static let names = FieldNames(of: Self.self)
    }

    /// Reads the answer whose outermost object `node` is.
    init(reading node: Node) throws(Malformed) {
        let fields = try node.object(Field.self)
        var hits: [Hit] = []
        if let documents = try fields[.documents]?.list() {
            for node in documents {
                if let hit = Self.hit(in: try node.object(Document.self)) { hits.append(hit) }
            }
        }
        self.hits = hits
        if let type = fields.text(.errorType) {
            refusal = Self.refusal(ofType: type)
        } else if let code = fields.text(.code) {
            refusal = Self.refusal(withCode: code)
        } else if fields.isAbsent(.documents) {
            throw Malformed("the answer has neither pictures nor an error")
        }
    }

    /// The picture in `document`; nil if it has no size, or no web address.
    private static func hit(in document: Object<Document>) -> Hit? {
        guard let url = document.text(.image_url)?.asWebAddress,
            let width = document.text(.width).flatMap({ Int($0) }), width > 0,
            let height = document.text(.height).flatMap({ Int($0) }), height > 0
        else { return nil }
        return Hit(
            imageURL: url, thumbnailURL: document.text(.thumbnail_url)?.asWebAddress,
            pageURL: document.text(.doc_url)?.asWebAddress,
            siteName: document.text(.display_sitename),
            width: width, height: height)
    }

    /// `{"errorType":"AccessDeniedError","message":…}`; the message may hold the caller's address.
    private static func refusal(ofType type: String) -> Fault {
        switch type {
        case "AccessDeniedError", "InsufficientScope", "NotAuthorized", "Unauthorized": .kakaoKey
        case "RequestThrottled", "TooManyRequests", "LimitExceeded":
            Fault(.notYet, "kakao-too-fast", "Kakao asks for fewer requests (\(type))")
        case "MissingParameter", "InvalidArgument":
            Fault(.malformed, "kakao-request-refused", "Kakao does not take the request (\(type))")
        default:
            Fault(
                .unavailable, "kakao-error-type",
                "Kakao reports an error (\(type.filter(\.isLetter).prefix(40)))")
        }
    }

    /// `{"code":-10,"msg":"API limit has been exceeded."}`.
    private static func refusal(withCode code: String) -> Fault {
        switch code {
        case "-10":
            Fault(
                .notYet, "kakao-quota-exhausted", "the quota of the Kakao key is used up (-10)",
                outlook: .tomorrow)
        case "-401", "-2": .kakaoKey
        case "-1", "-7", "-9798":
            Fault(.unavailable, "kakao-error", "Kakao reports an error (\(code))")
        default:
            Fault(
                .unavailable, "kakao-error-code", "Kakao reports an error (\(code.prefix(12)))",
                outlook: .lasting)
        }
    }
}
