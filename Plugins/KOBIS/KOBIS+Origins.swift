public import BoxOffice

extension KOBIS {
    /// The fields of KOBIS's answers, and the parameters of its requests, by the name of the column.
    public func origins(for query: Query) -> [String: String] {
        switch query {
        case .chart, .trend: Self.ofCharts
        case .movies: Self.ofMovies.merging(["companies": "companys.companyNm"]) { $1 }
        case .movie: Self.ofMovies.merging(Self.ofMovieInfo) { $1 }
        case .people: Self.ofPeople.merging(["films": "filmoNames"]) { $1 }
        case .person:
            Self.ofPeople.merging([
                "sex": "sex", "home_pages": "homepages", "films": "filmos.movieNm",
                "film_codes": "filmos.movieCd",
            ]) { $1 }
        case .companies:
            Self.ofCompanies.merging(["parts": "companyPartNames", "films": "filmoNames"]) { $1 }
        case .company:
            Self.ofCompanies.merging([
                "parts": "parts.companyPartNm", "films": "filmos.movieNm",
                "film_codes": "filmos.movieCd",
            ]) { $1 }
        case .codes: ["code": "fullCd", "name": "korNm", "name_en": "engNm"]
        case .rows: [:]
        }
    }

    /// What a share of the sales is a share of, besides what the policy says.
    ///
    /// That it is one among the films of the same nation was read in recorded answers. For regions
    /// and kinds there were none, so that it is likely there, and no more.
    public func notes(for query: Query) -> [SourceNote] {
        var share = Message(
            "note-share", "sales_share is the share of the sales of the whole market")
        if case .chart(let charts) = query {
            if !charts.regions.isEmpty || charts.kind != nil {
                share = Message(
                    "note-share-narrowed",
                    "sales_share is probably a share of the sales that the chart is narrowed to; this is known for the nation alone, and KOBIS does not say"
                )
            } else if charts.nation == .korean {
                share = Message(
                    "note-share-of-korean",
                    "sales_share is the share of the sales of Korean films, not of all films")
            } else if charts.nation == .foreign {
                share = Message(
                    "note-share-of-foreign",
                    "sales_share is the share of the sales of foreign films, not of all films")
            }
        }
        return policy.notes + [SourceNote(share, on: "sales_share")]
    }

    private static let ofCharts = [
        "date": "showRange", "from": "showRange", "to": "showRange", "year_week": "yearWeekTime",
        "region": "wideAreaCd", "nation": "repNationCd", "kind": "multiMovieYn",
        "rank": "rank", "rank_change": "rankInten", "is_new": "rankOldAndNew",
        "movie_code": "movieCd", "title": "movieNm", "open_date": "openDt",
        "sales_amount": "salesAmt", "sales_share": "salesShare", "sales_change": "salesInten",
        "sales_change_rate": "salesChange", "sales_total": "salesAcc",
        "audience_count": "audiCnt", "audience_change": "audiInten",
        "audience_change_rate": "audiChange", "audience_total": "audiAcc",
        "screen_count": "scrnCnt", "show_count": "showCnt",
    ]

    private static let ofMovies = [
        "movie_code": "movieCd", "title": "movieNm", "title_en": "movieNmEn",
        "open_date": "openDt", "production_year": "prdtYear", "production_status": "prdtStatNm",
        "movie_type": "typeNm", "nations": "nationAlt", "genres": "genreAlt",
        "directors": "directors.peopleNm",
    ]

    private static let ofMovieInfo = [
        "title_original": "movieNmOg", "running_minutes": "showTm", "genres": "genres.genreNm",
        "nations": "nations.nationNm", "actors": "actors.peopleNm",
        "distributors": "companys.companyNm", "producers": "companys.companyNm",
        "importers": "companys.companyNm", "rating": "audits.watchGradeNm",
        "directors_en": "directors.peopleNmEn", "actors_en": "actors.peopleNmEn",
        "cast": "actors.cast", "staff": "staffs.peopleNm", "companies": "companys.companyNm",
        "company_codes": "companys.companyCd", "show_types": "showTypes.showTypeNm",
        "audit_numbers": "audits.auditNo", "ratings": "audits.watchGradeNm",
    ]

    private static let ofPeople = [
        "person_code": "peopleCd", "name": "peopleNm", "name_en": "peopleNmEn",
        "main_role": "repRoleNm",
    ]

    private static let ofCompanies = [
        "company_code": "companyCd", "name": "companyNm", "name_en": "companyNmEn", "ceo": "ceoNm",
    ]
}
