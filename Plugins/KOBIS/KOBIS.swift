public import BoxOffice
internal import Wire

/// The Open API of KOBIS, the box-office register of the Korean Film Council (영화진흥위원회).
///
/// KOBIS gives every answer as JSON and as XML. One set of readers reads both, so the two sources
/// differ only in the bytes that are transferred.
public struct KOBIS: Source, Register {
    /// The format that KOBIS is asked to answer in.
    public enum Encoding: String, Hashable, Sendable, CaseIterable {
        /// JSON.
        case json
        /// XML.
        case xml
    }

    /// The format that KOBIS is asked to answer in.
    public let encoding: Encoding

    /// Makes the source for one format.
    public init(_ encoding: Encoding) {
        self.encoding = encoding
    }

    /// `kobis-json` or `kobis-xml`.
    public var manifest: Manifest {
        // Not kept, and without interpolation: threads that share a source would count references to it
        // for every answer.
        switch encoding {
        case .json:
            Manifest(
                name: "kobis-json",
                summary: "KOBIS Open API of the Korean Film Council, JSON endpoints",
                korean: Self.korean)
        case .xml:
            Manifest(
                name: "kobis-xml",
                summary: "KOBIS Open API of the Korean Film Council, XML endpoints",
                korean: ["summary": "영화진흥위원회 KOBIS 오픈API (XML)"])
        }
    }

    /// The Open API, which needs a key in every URL.
    public var service: Service? {
        Service(
            name: "kobis", title: "KOBIS",
            baseURL: "https://www.kobis.or.kr/kobisopenapi/webservice/rest",
            baseURLVariable: "KOBIS_BASE_URL",
            key: Service.Key(
                variable: "KOBIS_API_KEY", placement: .query("key"),
                issuedAt: "https://www.kobis.or.kr/kobisopenapi"),
            callsPerDay: 3000)
    }

    /// The charts since 2003-11-11, when KOBIS began to count.
    public var holdings: Holdings {
        Holdings(
            of: "the KOBIS Open API", from: Day(year: 2003, month: 11, day: 11) ?? epoch, to: nil,
            charts: Chart.allCases)
    }

    /// Ten rows per chart, and corrections until the second day after the chart's last day.
    public var policy: ChartPolicy {
        var policy = ChartPolicy(finalAfter: 3, rows: 10)
        policy.givesAllFigures = true
        return policy
    }

    /// The source for the other format, which must give the same rows.
    public var peer: (any Source)? { KOBIS(encoding == .json ? .xml : .json) }

    /// That of the JSON endpoints for both.
    public var nameInKeys: String { "kobis-json" }

    /// The tables that users ask for most.
    public var codeTables: [String: String] {
        ["regions": "0105000000", "nations": "2204", "movie-types": "2201"]
    }

    /// The film's page on the site of KOBIS.
    public var filmPage: String? {
        "https://www.kobis.or.kr/kobis/business/mast/mvie/searchMovieList.do"
            + "?dtTp=movie&dtCd={code}"
    }

    /// One request for every edition or code, or one for the first page of a search.
    public func requests(for query: Query) -> AnySequence<Request> {
        switch query {
        case .chart(let query): AnySequence(query.editions.lazy.map(chartRequest))
        case .movies(let search): AnySequence([searchRequest(.movieList, parameters(of: search))])
        case .people(let search): AnySequence([searchRequest(.peopleList, parameters(of: search))])
        case .companies(let search):
            AnySequence([searchRequest(.companyList, parameters(of: search))])
        case .movie(let codes): AnySequence(codes.lazy.map { codeRequest(.movieInfo, $0) })
        case .person(let codes): AnySequence(codes.lazy.map { codeRequest(.peopleInfo, $0) })
        case .company(let codes): AnySequence(codes.lazy.map { codeRequest(.companyInfo, $0) })
        case .codes(let table): AnySequence([codeRequest(.codeList, table)])
        case .trend, .rows: AnySequence([])
        }
    }

    /// Reads the result that was asked for, or throws KOBIS's refusal.
    ///
    /// KOBIS answers with HTTP 200 even if it refuses, so the body is checked first.
    public func read(_ answer: Answer, to request: Request) throws(Fault) -> Page {
        guard let service = KOBISService(of: request) else {
            throw Fault(.bug, "kobis-unknown-service", "KOBIS has no service '\(request.path)'")
        }
        return switch service {
        case .dailyChart, .weeklyChart:
            try page(
                ChartReader(
                    subject: request.subject, source: answer.source, fetchedAt: answer.fetchedAt),
                in: answer)
        case .movieList: try page(MovieListReader(request: request), in: answer)
        case .movieInfo: try page(MovieInfoReader(request: request), in: answer)
        case .peopleList: try page(PeopleListReader(request: request), in: answer)
        case .peopleInfo: try page(PeopleInfoReader(request: request), in: answer)
        case .companyList: try page(CompanyListReader(request: request), in: answer)
        case .companyInfo: try page(CompanyInfoReader(request: request), in: answer)
        case .codeList: try page(CodeListReader(), in: answer)
        }
    }

    /// What KOBIS says in an answer with an HTTP error status.
    public func fault(in answer: Answer) -> Fault? {
        do throws(Fault) {
            try read(answer, under: nil) { _ throws(Malformed) in }
            return nil
        } catch {
            return error.kind == .malformed ? nil : error
        }
    }
}

private let epoch = Day(daysSince1970: 0)
