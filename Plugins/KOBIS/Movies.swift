internal import BoxOffice
internal import Wire

// The services searchMovieList and searchMovieInfo.

extension KOBIS {
    /// The parameters of searchMovieList.
    func parameters(of search: MovieSearch) -> [Request.Parameter] {
        let named = [
            ("movieNm", search.title), ("directorNm", search.director),
            ("openStartDt", search.opened.map { "\($0.lowerBound)" }),
            ("openEndDt", search.opened.map { "\($0.upperBound)" }),
            ("prdtStartYear", search.produced.map { "\($0.lowerBound)" }),
            ("prdtEndYear", search.produced.map { "\($0.upperBound)" }),
        ]
        return named.compactMap { name, value in value.map { Request.Parameter(name, $0) } }
    }
}

private enum ListItem: Int, WireField {
    case movieCd, movieNm, movieNmEn, prdtYear, openDt, typeNm, prdtStatNm, nationAlt, genreAlt
    case repNationNm, repGenreNm, directors, companys

    static let names = FieldNames(of: Self.self)

    var isNested: Bool { self == .directors || self == .companys }
}

/// Reads a page of searchMovieList.
struct MovieListReader: ServiceReader {
    let root = Root.movieListResult
    let request: Request

    func page(_ node: Node) throws(Malformed) -> Page {
        try node.page(of: Movie.searchTable, identity: \.code, answering: request) {
            node throws(Malformed) in
            let item = try node.object(ListItem.self)
            var movie = Movie(code: try item.required(item.code(.movieCd), .movieCd))
            movie.title = item.cleanText(.movieNm)
            movie.englishTitle = item.cleanText(.movieNmEn)
            movie.productionYear = try item.integer(.prdtYear)
            movie.openDate = try item.day(.openDt)
            movie.kind = item.cleanText(.typeNm)
            movie.productionStatus = item.cleanText(.prdtStatNm)
            movie.nations = (item.cleanText(.nationAlt) ?? item.cleanText(.repNationNm) ?? "")
                .items(separatedBy: ",")
            movie.genres = (item.cleanText(.genreAlt) ?? item.cleanText(.repGenreNm) ?? "")
                .items(separatedBy: ",")
            movie.directors = try item[.directors]?.credits() ?? []
            movie.companies = try item[.companys]?.companyCredits() ?? []
            return movie
        }
    }
}

private enum InfoRoot: Int, WireField {
    case movieInfo

    static let names = FieldNames(of: Self.self)
    var isNested: Bool { true }
}

private enum Info: Int, WireField {
    case movieCd, movieNm, movieNmEn, movieNmOg, showTm, prdtYear, openDt, prdtStatNm, typeNm
    case nations, genres, directors, actors, showTypes, companys, audits, staffs

    static let names = FieldNames(of: Self.self)

    var isNested: Bool { rawValue >= Self.nations.rawValue }
}

private enum NationField: Int, WireField {
    case nationNm
    static let names = FieldNames(of: Self.self)
}

private enum GenreField: Int, WireField {
    case genreNm
    static let names = FieldNames(of: Self.self)
}

private enum ShowTypeField: Int, WireField {
    case showTypeGroupNm, showTypeNm
    static let names = FieldNames(of: Self.self)
}

private enum AuditField: Int, WireField {
    case auditNo, watchGradeNm
    static let names = FieldNames(of: Self.self)
}

/// Reads an answer of searchMovieInfo.
///
/// For an unknown code KOBIS sends a film of nulls.
struct MovieInfoReader: ServiceReader {
    let root = Root.movieInfoResult
    let request: Request

    func page(_ node: Node) throws(Malformed) -> Page {
        guard let node = try node.object(InfoRoot.self)[.movieInfo] else { throw .noInfo }
        let info = try node.object(Info.self)
        var movie = Movie(code: "")
        movie.nations = try info[.nations]?.texts(of: NationField.nationNm) ?? []
        movie.genres = try info[.genres]?.texts(of: GenreField.genreNm) ?? []
        movie.directors = try info[.directors]?.credits() ?? []
        movie.actors = try info[.actors]?.credits() ?? []
        movie.staff = try info[.staffs]?.credits() ?? []
        movie.companies = try info[.companys]?.companyCredits() ?? []
        movie.showTypes = try info[.showTypes]?.showTypes() ?? []
        movie.audits = try info[.audits]?.audits() ?? []
        if info.areEmpty { return Page([], of: Movie.detailsTable) }
        try info.check(info.code(.movieCd), isWhat: request, .movieCd)
        movie.code = try info.required(info.code(.movieCd), .movieCd)
        movie.title = info.cleanText(.movieNm)
        movie.englishTitle = info.cleanText(.movieNmEn)
        movie.originalTitle = info.cleanText(.movieNmOg)
        movie.runningMinutes = try info.integer(.showTm)
        movie.productionYear = try info.integer(.prdtYear)
        movie.openDate = try info.day(.openDt)
        movie.productionStatus = info.cleanText(.prdtStatNm)
        movie.kind = info.cleanText(.typeNm)
        return Page([movie], of: Movie.detailsTable)
    }
}

extension Node {
    fileprivate func showTypes() throws(Malformed) -> [Movie.ShowType] {
        var showTypes: [Movie.ShowType] = []
        for node in try list() {
            let fields = try node.object(ShowTypeField.self)
            showTypes.append(
                Movie.ShowType(
                    group: fields.cleanText(.showTypeGroupNm), name: fields.cleanText(.showTypeNm)))
        }
        return showTypes
    }

    fileprivate func audits() throws(Malformed) -> [Movie.Audit] {
        var audits: [Movie.Audit] = []
        for node in try list() {
            let fields = try node.object(AuditField.self)
            audits.append(
                Movie.Audit(
                    number: fields.cleanText(.auditNo), rating: fields.cleanText(.watchGradeNm)))
        }
        return audits
    }
}

extension Malformed {
    /// An answer that should describe one item and holds nothing.
    static let noInfo = Malformed("the answer has nothing in it")
}

extension Object {
    /// Checks that the answer is about the code that was asked for.
    func check(_ code: String?, isWhat request: Request, _ field: Fields) throws(Malformed) {
        guard code == nil || "\(request.subject)" == code else {
            let given = code?.excerpt ?? ""
            throw Malformed("the answer is about \(given), not about \(request.subject)")
        }
    }
}
