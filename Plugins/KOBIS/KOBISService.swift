internal import BoxOffice

/// The services of the Open API: each is its path below the base URL, without the ending.
enum KOBISService: String, CaseIterable {
    case dailyChart = "boxoffice/searchDailyBoxOfficeList"
    case weeklyChart = "boxoffice/searchWeeklyBoxOfficeList"
    case movieList = "movie/searchMovieList"
    case movieInfo = "movie/searchMovieInfo"
    case peopleList = "people/searchPeopleList"
    case peopleInfo = "people/searchPeopleInfo"
    case companyList = "company/searchCompanyList"
    case companyInfo = "company/searchCompanyInfo"
    case codeList = "code/searchCodeList"

    /// The service that `request` goes to.
    init?(of request: Request) {
        let path = request.path
        let service = Self.allCases.first { service in
            path.hasPrefix(service.rawValue)
                && path.utf8.dropFirst(service.rawValue.utf8.count).first == UInt8(ascii: ".")
        }
        guard let service else { return nil }
        self = service
    }

    /// The parameter that takes the code of a film, a person or a company, or of a code table.
    var codeParameter: String {
        switch self {
        case .peopleInfo: "peopleCd"
        case .companyInfo: "companyCd"
        case .codeList: "comCode"
        default: "movieCd"
        }
    }
}

extension KOBIS {
    /// A request to `service`.
    func request(
        to service: KOBISService, _ parameters: [Request.Parameter], about subject: Subject
    ) -> Request {
        Request(
            service: "kobis", path: "\(service.rawValue).\(encoding.rawValue)",
            parameters: parameters, subject: subject)
    }

    /// The request for the first page of a search.
    func searchRequest(_ service: KOBISService, _ parameters: [Request.Parameter]) -> Request {
        let paging = [Request.Parameter("curPage", "1"), Request.Parameter("itemPerPage", "100")]
        return request(to: service, paging + parameters, about: .page(1, after: 0))
    }

    /// The request for the item with the code `code`.
    func codeRequest(_ service: KOBISService, _ code: String) -> Request {
        request(
            to: service, [Request.Parameter(service.codeParameter, code)], about: .code(code))
    }
}

extension Request {
    /// The request for the page after this one, which had `count` items of `total` in all; nil if
    /// there is none.
    func next(count: Int, total: Int) -> Request? {
        guard case .page(let number, let before) = subject, count > 0, before + count < total else {
            return nil
        }
        let parameters = parameters.map { parameter in
            parameter.name == "curPage" ? Parameter("curPage", "\(number + 1)") : parameter
        }
        return Request(
            service: service, path: path, parameters: parameters,
            subject: .page(number + 1, after: before + count))
    }
}
