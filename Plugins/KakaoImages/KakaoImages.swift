public import BoxOffice
internal import Wire

/// The source of posters from the image search of Kakao (Daum).
///
/// The search returns pictures of all kinds, in an order that changes over time. ``PosterChoice``
/// takes those that may be the poster, or none: a wrong picture is worse than none.
public struct KakaoImages: PosterSource {
    /// Creates the source.
    public init() {}

    /// `kakao-images`.
    public var manifest: Manifest {
        Manifest(
            name: "kakao-images", summary: "posters from Kakao image search (--with posters)",
            korean: [
                "summary": "카카오 이미지 검색의 포스터 (--with posters)",
                "not-a-film": "영화가 아닌 대상의 이미지를 검색했습니다",
                "kakao-malformed": "카카오: {1}",
                "the answer has neither pictures nor an error": "응답에 이미지도 오류도 없습니다",
                "kakao-key": "카카오가 키를 거부했습니다",
                "kakao-key.hint":
                    "KAKAO_REST_API_KEY를 확인하고, 필요하면 https://developers.kakao.com 에서 새로 발급받으세요",
                "kakao-too-fast": "카카오에 보낸 요청이 너무 많습니다 ({1})",
                "kakao-request-refused": "카카오가 이 요청을 받지 않습니다 ({1})",
                "kakao-quota-exhausted": "카카오 키의 호출 한도를 모두 썼습니다 (-10)",
                "kakao-error": "카카오가 오류로 응답했습니다 ({1})",
            ])
    }

    /// The search API of Kakao, which needs a REST key in a header.
    public var service: Service? {
        Service(
            name: "kakao", title: "Kakao", baseURL: "https://dapi.kakao.com",
            baseURLVariable: "KAKAO_BASE_URL",
            key: Service.Key(
                variable: "KAKAO_REST_API_KEY", inHeader: "Authorization", prefix: "KakaoAK ",
                issuedAt: "https://developers.kakao.com"),
            callsPerDay: 30_000)
    }

    /// True: nothing in an answer says which film a picture is of.
    public var searchesImages: Bool { true }

    /// Returns the request for one search for the film's poster; nil if its title has neither
    /// letters nor digits.
    public func request(for film: Film) -> Request? {
        guard !film.title.plain.isEmpty else { return nil }
        return Request(
            service: "kakao", path: "v2/search/image",
            parameters: [
                ("query", PosterChoice.words(for: film)), ("sort", "accuracy"), ("page", "1"),
                ("size", "80"),
            ], subject: .film(film))
    }

    /// Reads the pictures found and returns a page of those that may be the poster, the most likely
    /// one first.
    public func read(_ answer: Answer, to request: Request) throws(Fault) -> Page {
        guard case .film(let film) = request.subject else {
            throw Fault(.bug, "not-a-film", "a picture search was not for a film")
        }
        let hits: [Hit] = try answer.read(
            .json, or: { Fault(.malformed, "kakao-malformed", "Kakao: \($0.reason)") }
        ) { answer throws(Malformed) in
            let fields = try answer.fields()
            let hits = try fields.items("documents") { document throws(Malformed) in
                try Hit(document, of: film)
            }
            if let refusal = try Fault.kakao(in: fields) { return .failure(refusal) }
            guard try fields["documents"] != nil else {
                throw Malformed("the answer has neither pictures nor an error")
            }
            return .success(hits)
        }
        return Page(PosterChoice(for: film).posters(among: hits), of: Poster.table)
    }

    /// Returns Kakao's refusal in an answer with an HTTP error status; an exhausted quota may come
    /// as 400.
    public func fault(in answer: Answer) -> Fault? {
        let refusal = try? Fault.kakao(in: Tree(.json, answer.body).root.fields())
        if refusal?.kind == .notYet { return refusal }
        switch answer.status {
        case 401, 403: return .kakaoKey  // The message holds the caller's address; not passed on.
        case 429: return nil
        default: return refusal
        }
    }
}

/// A picture found by a search, as the poster that it may be.
struct Hit: Hashable, Sendable {
    var poster: Poster
    var siteName: String?
}

extension Hit {
    /// Reads a picture; nil if it has no size or no web address.
    fileprivate init?(_ document: Fields, of film: Film) throws(Malformed) {
        guard let url = try document.text("image_url")?.asWebAddress,
            let width = try document.text("width").flatMap({ Int($0) }), width > 0,
            let height = try document.text("height").flatMap({ Int($0) }), height > 0
        else { return nil }
        poster = Poster(
            movieCode: film.code, query: PosterChoice.words(for: film), imageURL: url,
            width: width, height: height, confidence: Decimal(0, places: 2), match: .imageSearch)
        poster.thumbnailURL = try document.text("thumbnail_url")?.asWebAddress
        poster.pageURL = try document.text("doc_url")?.asWebAddress
        siteName = try document.text("display_sitename")
    }
}

extension Fault {
    /// Returns the refusal in an answer, which has one of two shapes; nil if there is none.
    ///
    /// `{"errorType":"AccessDeniedError","message":…}`, where the message may hold the caller's address,
    /// or `{"code":-10,"msg":"API limit has been exceeded."}`.
    fileprivate static func kakao(in fields: Fields) throws(Malformed) -> Fault? {
        let (type, code) = (try fields.text("errorType"), try fields.text("code"))
        guard let word = type ?? code else { return nil }
        return switch word {
        case "AccessDeniedError", "InsufficientScope", "NotAuthorized", "Unauthorized", "-401":
            .kakaoKey
        case "RequestThrottled", "TooManyRequests", "LimitExceeded":
            Fault(
                .notYet, "kakao-too-fast", "Kakao asks for fewer requests (\(word))",
                outlook: .passing)
        case "MissingParameter", "InvalidArgument", "-2":
            Fault(
                .malformed, "kakao-request-refused", "Kakao does not accept the request (\(word))")
        case "-10":
            Fault(
                .notYet, "kakao-quota-exhausted", "the quota of the Kakao key is used up (-10)",
                outlook: .tomorrow)
        case "-1", "-7", "-9798": .kakaoError(word)
        case _ where type == nil: .kakaoError("\(word.prefix(12))", .lasting)
        default: .kakaoError("\(word.filter(\.isLetter).prefix(40))")
        }
    }

    private static func kakaoError(_ word: String, _ outlook: Outlook? = nil) -> Fault {
        Fault(.unavailable, "kakao-error", "Kakao reports an error (\(word))", outlook: outlook)
    }

    /// The fault for a refused key.
    fileprivate static let kakaoKey = Fault(
        .keyRefused, "kakao-key", "Kakao refused the key",
        hint: "check KAKAO_REST_API_KEY; keys are issued at https://developers.kakao.com")
}
