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

    func page<Wire: Cursor & ~Copyable>(_ cursor: inout Wire) throws(Malformed) -> Page {
        var item = Leaves<ListItem>()
        return try cursor.page(of: Movie.searchTable, identity: \.code, answering: request) {
            cursor throws(Malformed) in
            var directors: [Credit] = []
            var companies: [CompanyCredit] = []
            try cursor.object(&item) { field, cursor throws(Malformed) in
                switch field {
                case .directors: directors = try cursor.credits()
                default: companies = try cursor.companyCredits()
                }
            }
            var movie = Movie(code: try item.required(item.text(.movieCd), .movieCd))
            movie.title = item.text(.movieNm)
            movie.englishTitle = item.text(.movieNmEn)
            movie.productionYear = try item.integer(.prdtYear)
            movie.openDate = try item.day(.openDt)
            movie.kind = item.text(.typeNm)
            movie.productionStatus = item.text(.prdtStatNm)
            movie.nations = (item.text(.nationAlt) ?? item.text(.repNationNm) ?? "")
                .items(separatedBy: ",")
            movie.genres = (item.text(.genreAlt) ?? item.text(.repGenreNm) ?? "")
                .items(separatedBy: ",")
            movie.directors = directors
            movie.companies = companies
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

/// Reads an answer of searchMovieInfo; of an unknown code KOBIS sends a film of nulls.
struct MovieInfoReader: ServiceReader {
    let root = Root.movieInfoResult
    let request: Request

    func page<Wire: Cursor & ~Copyable>(_ cursor: inout Wire) throws(Malformed) -> Page {
        var movies: [Movie] = []
        var envelope = Leaves<InfoRoot>()
        try cursor.object(&envelope) { _, cursor throws(Malformed) in
            var info = Leaves<Info>()
            var movie = Movie(code: "")
            try cursor.object(&info) { field, cursor throws(Malformed) in
                try read(field, &cursor, into: &movie)
            }
            if info.areEmpty { return }
            try info.check(info.text(.movieCd), isWhat: request, .movieCd)
            movie.code = try info.required(info.text(.movieCd), .movieCd)
            movie.title = info.text(.movieNm)
            movie.englishTitle = info.text(.movieNmEn)
            movie.originalTitle = info.text(.movieNmOg)
            movie.runningMinutes = try info.integer(.showTm)
            movie.productionYear = try info.integer(.prdtYear)
            movie.openDate = try info.day(.openDt)
            movie.productionStatus = info.text(.prdtStatNm)
            movie.kind = info.text(.typeNm)
            movies = [movie]
        }
        guard !envelope.isAbsent(.movieInfo) else { throw .noInfo }
        return Page(movies, of: Movie.detailsTable)
    }

    private func read<Wire: Cursor & ~Copyable>(
        _ field: Info, _ cursor: inout Wire, into movie: inout Movie
    ) throws(Malformed) {
        switch field {
        case .nations: movie.nations = try cursor.texts(of: NationField.nationNm)
        case .genres: movie.genres = try cursor.texts(of: GenreField.genreNm)
        case .directors: movie.directors = try cursor.credits()
        case .actors: movie.actors = try cursor.credits()
        case .staffs: movie.staff = try cursor.credits()
        case .companys: movie.companies = try cursor.companyCredits()
        case .showTypes:
            var fields = Leaves<ShowTypeField>()
            try cursor.list { cursor throws(Malformed) in
                try cursor.object(&fields)
                movie.showTypes.append(
                    Movie.ShowType(
                        group: fields.text(.showTypeGroupNm), name: fields.text(.showTypeNm)))
            }
        case .audits:
            var fields = Leaves<AuditField>()
            try cursor.list { cursor throws(Malformed) in
                try cursor.object(&fields)
                movie.audits.append(
                    Movie.Audit(
                        number: fields.text(.auditNo), rating: fields.text(.watchGradeNm)))
            }
        default: break
        }
    }
}

extension Malformed {
    /// An answer about one thing that does not speak of it at all.
    static let noInfo = Malformed("the answer has nothing in it")
}

extension Leaves {
    /// Makes sure that the answer is about the code that was asked for.
    func check(_ code: String?, isWhat request: Request, _ field: Fields) throws(Malformed) {
        guard code == nil || "\(request.subject)" == code else {
            throw Malformed("the answer is about \(code ?? ""), not about \(request.subject)")
        }
    }
}
