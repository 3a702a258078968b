public import BoxOffice
internal import Wire

/// The Open API of KOBIS, the box-office register of the Korean Film Council (영화진흥위원회).
///
/// KOBIS offers every answer as JSON and as XML. The same readers read both, so the two sources
/// differ only in the bytes that are transferred.
public struct KOBIS: Source, Register {
    /// The formats of answers.
    public enum Encoding: String, Hashable, Sendable, CaseIterable {
        /// JSON.
        case json
        /// XML.
        case xml
    }

    /// The format in which answers are requested.
    public let encoding: Encoding

    /// Creates the source for one format.
    public init(_ encoding: Encoding) {
        self.encoding = encoding
    }

    /// `kobis-json` or `kobis-xml`.
    public var manifest: Manifest {
        // The manifest is not stored and has no interpolation, because threads that share a source
        // would count references to it for every answer.
        encoding == .json
            ? Manifest(
                name: "kobis-json",
                summary: "KOBIS Open API of the Korean Film Council, JSON endpoints",
                korean: Self.korean)
            : Manifest(
                name: "kobis-xml",
                summary: "KOBIS Open API of the Korean Film Council, XML endpoints",
                korean: ["summary": "영화진흥위원회 KOBIS 오픈API (XML)"])
    }

    /// The Open API, which needs a key in every URL.
    public var service: Service? {
        Service(
            name: "kobis", title: "KOBIS", publisher: "영화진흥위원회",
            baseURL: "https://www.kobis.or.kr/kobisopenapi/webservice/rest",
            baseURLVariable: "KOBIS_BASE_URL",
            key: Service.Key(
                variable: "KOBIS_API_KEY", inQuery: "key",
                issuedAt: "https://www.kobis.or.kr/kobisopenapi"),
            callsPerDay: 3000)
    }

    /// The charts since 2003-11-11, when KOBIS began to count.
    public var holdings: Holdings {
        Holdings(
            of: "the KOBIS Open API",
            from: Day(year: 2003, month: 11, day: 11) ?? Day(daysSince1970: 0),
            to: nil,
            charts: Chart.allCases, secondReadingOf: encoding == .xml ? "kobis-json" : nil)
    }

    /// Ten rows per chart, by admissions, and corrections until the second day after the chart's last
    /// day.
    ///
    /// The charts of Korean and of foreign films contained every row of the overall chart on 730
    /// recorded days of 2017 and 2018.
    public var policy: ChartPolicy {
        ChartPolicy(
            territory: .korea, finalAfter: 3, rows: 10, givesAllFigures: true,
            nations: ChartFilter.Nation.allCases, sharesAreOfAll: true, order: .admissions)
    }

    /// The tables that users ask for most.
    public var codeTables: [String: String] {
        ["regions": "0105000000", "nations": "2204", "movie-types": "2201"]
    }

    /// The film's page on the site of KOBIS.
    public var filmPage: String? {
        "https://www.kobis.or.kr/kobis/business/mast/mvie/searchMovieList.do"
            + "?dtTp=movie&dtCd={code}"
    }

    /// Returns the field of KOBIS's answers, or the parameter of its requests, for each column
    /// name.
    public func origins(for query: Query) -> [String: String] {
        switch query {
        case .chart: Self.originsOfCharts
        // Some columns of a search come from other fields than those of details.
        case .movies:
            Self.originsOfMovies.merging(["nations": "nationAlt", "genres": "genreAlt"]) { $1 }
        case .movie: Self.originsOfMovies
        case .people: Self.originsOfPeople.merging(["films": "filmoNames"]) { $1 }
        case .person: Self.originsOfPeople
        case .companies:
            Self.originsOfCompanies.merging([
                "films": "filmoNames", "parts": "companyPartNames",
            ]) { $1 }
        case .company: Self.originsOfCompanies
        case .codes: ["code": "fullCd", "name": "korNm", "name_en": "engNm"]
        case .rows: [:]
        }
    }

    /// Returns the policy's notes and one on the total that a share of the sales refers to.
    ///
    /// Recorded answers show that it refers to the films of the same nation. There were none for
    /// regions and kinds, so for those it is only likely.
    public func notes(for query: Query) -> [SourceNote] {
        let share: Message =
            switch query {
            case .chart(let charts) where !charts.regions.isEmpty || charts.kind != nil:
                Message(
                    "note-share-narrowed",
                    "sales_share is probably a share of the sales that the chart is narrowed to; this is known for the nation alone, and KOBIS does not say"
                )
            case .chart(let charts) where charts.nation == .korean:
                Message(
                    "note-share-of-korean",
                    "sales_share is the share of the sales of Korean films, not of all films")
            case .chart(let charts) where charts.nation == .foreign:
                Message(
                    "note-share-of-foreign",
                    "sales_share is the share of the sales of foreign films, not of all films")
            default:
                Message("note-share", "sales_share is the share of the sales of the whole market")
            }
        return policy.notes + [SourceNote(share, on: "sales_share")]
    }

    /// Returns one request for every edition or code, or one for the first page of a search.
    public func requests(for query: Query) -> AnySequence<Request> {
        switch query {
        case .chart(let query): AnySequence(query.editions.lazy.map(chartRequest))
        case .movies(let title, let director, let opened, let produced):
            search(
                .movieList,
                [
                    ("movieNm", title), ("directorNm", director),
                    ("openStartDt", opened.map { "\($0.lowerBound)" }),
                    ("openEndDt", opened.map { "\($0.upperBound)" }),
                    ("prdtStartYear", produced.map { "\($0.lowerBound)" }),
                    ("prdtEndYear", produced.map { "\($0.upperBound)" }),
                ])
        case .people(let name, let film):
            search(.peopleList, [("peopleNm", name), ("filmoNames", film)])
        case .companies(let name, let ceo):
            search(.companyList, [("companyNm", name), ("ceoNm", ceo)])
        case .movie(let codes): requests(to: .movieInfo, codes, in: "movieCd")
        case .person(let codes): requests(to: .peopleInfo, codes, in: "peopleCd")
        case .company(let codes): requests(to: .companyInfo, codes, in: "companyCd")
        case .codes(let table): requests(to: .codeList, [table], in: "comCode")
        case .rows: AnySequence([])
        }
    }

    /// Returns a request to `service` with the parameters that have a value.
    func request(
        to service: OpenService, _ parameters: [(name: String, value: String?)],
        about subject: Subject
    ) -> Request {
        Request(
            service: "kobis", path: "\(service.rawValue).\(encoding.rawValue)",
            parameters: parameters, subject: subject)
    }

    /// Returns the request for the first page of a search by the given terms.
    private func search(
        _ service: OpenService, _ terms: [(name: String, value: String?)]
    ) -> AnySequence<Request> {
        let parameters = [("curPage", "1"), ("itemPerPage", "100")] + terms
        return AnySequence([request(to: service, parameters, about: .page(1, after: 0))])
    }

    /// Returns a request for each of `codes`, in the parameter `name`; white space at the ends of a
    /// code is not part of it.
    private func requests(
        to service: OpenService, _ codes: [String], in name: String
    ) -> AnySequence<Request> {
        AnySequence(
            codes.lazy.map { $0.withoutSpace ?? "" }.map {
                request(to: service, [(name, $0)], about: .code($0))
            })
    }

    /// Reads the requested result, or throws KOBIS's refusal.
    ///
    /// KOBIS answers with HTTP 200 even if it refuses, so the body is checked first.
    public func read(_ answer: Answer, to request: Request) throws(Fault) -> Page {
        func page(
            _ name: String, _ read: (Fields, String, Request) throws(Malformed) -> Page
        ) throws(Fault) -> Page {
            try self.read(answer, under: "\(name)Result") { node throws(Malformed) in
                try read(node.fields(), name, request)
            }
        }
        let path = request.path.dropLast(encoding.rawValue.count + 1)
        return switch OpenService(rawValue: String(path)) {
        case .dailyChart, .weeklyChart:
            try read(
                answer, under: "boxOfficeResult",
                ChartReader(answer: answer, subject: request.subject).page)
        case .movieList: try page("movieList", Movie.found)
        case .movieInfo: try page("movieInfo", Movie.details)
        case .peopleList: try page("peopleList", Person.found)
        case .peopleInfo: try page("peopleInfo", Person.details)
        case .companyList: try page("companyList", Company.found)
        case .companyInfo: try page("companyInfo", Company.details)
        case .codeList:
            try read(answer, under: "codes") { node throws(Malformed) in
                let codes = try node.list().map { item throws(Malformed) in try Code(item) }
                return Page(codes, of: Code.table)
            }
        case nil:
            throw Fault(.bug, "kobis-unknown-service", "KOBIS has no service '\(request.path)'")
        }
    }

    /// Returns KOBIS's refusal in an answer with an HTTP error status; nil if there is none.
    ///
    /// With a code that is not known, the status decides on the key and the number of requests.
    public func fault(in answer: Answer) -> Fault? {
        do throws(Fault) {
            try read(answer, under: nil) { _ throws(Malformed) in }
            return nil
        } catch {
            return switch error.code {
            case "kobis-request-refused": error
            case "kobis-fault" where [401, 403, 429].contains(answer.status):
                Fault.httpStatus(answer.status).about(error.wording)
            default: error.kind == .malformed ? nil : error
            }
        }
    }
}

/// The services of the Open API; the raw value is the path below the base URL, without the ending.
enum OpenService: String {
    case dailyChart = "boxoffice/searchDailyBoxOfficeList"
    case weeklyChart = "boxoffice/searchWeeklyBoxOfficeList"
    case movieList = "movie/searchMovieList"
    case movieInfo = "movie/searchMovieInfo"
    case peopleList = "people/searchPeopleList"
    case peopleInfo = "people/searchPeopleInfo"
    case companyList = "company/searchCompanyList"
    case companyInfo = "company/searchCompanyInfo"
    case codeList = "code/searchCodeList"
}
