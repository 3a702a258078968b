/// The register of films, people, companies and codes of the loopback KOBIS.
///
/// The films are published ones, a made-up film as large as they come, and three hundred made-up films
/// to page through.
struct Register: Sendable {
    /// The code of the film with 217 actors and 1,107 members of staff.
    static let largeFilm = "20190217"

    private var films: [[String: String]]

    /// All films, created once.
    private static let all = Result { try makeFilms() }

    init() throws { films = try Self.all.get() }

    private static func makeFilms() throws -> [[String: String]] {
        let large = [
            "movieCd": largeFilm, "movieNm": " 큰 영화\t", "movieNmEn": "Large", "showTm": "131",
            "prdtYear": "2019", "openDt": "20190530", "prdtStatNm": "개봉", "typeNm": "장편",
            "genres": "드라마|스릴러", "nations": "한국|미국", "directors": "봉준호", "movieNmOg": "",
            "productionCompanies": "제작 하나", "distributors": "배급 하나|배급 둘",
            "watchGradeNm": "15세이상관람가",
        ]
        let madeUp = (0..<300).map { number in
            [
                "movieCd": "1999\(1000 + number)", "movieNm": "만든 영화 \(number)", "prdtYear": "1999",
                "openDt": number % 3 == 0 ? "" : "19990\(1 + number % 9)11", "typeNm": "장편",
                "prdtStatNm": "개봉", "genres": "드라마|코미디", "nations": "한국", "directors": "아무개",
            ]
        }
        return try Fixture.rows(of: "movies") + [large] + madeUp + Fixture.rows(of: "kmdb-kobis")
    }

    /// Changes fields of a film, by the name of a column of movies.csv, or `auditNo`.
    mutating func change(_ code: String, _ fields: [String: String]) {
        for index in films.indices where films[index]["movieCd"] == code {
            films[index].merge(fields) { $1 }
        }
    }

    /// Adds a film; `openDate` is `20240222`, or empty.
    mutating func add(code: String, title: String, openDate: String) {
        films.append([
            "movieCd": code, "movieNm": title, "openDt": openDate,
            "prdtYear": "\(openDate.prefix(4))", "typeNm": "장편",
            "prdtStatNm": openDate.isEmpty ? "개봉예정" : "개봉",
        ])
    }

    /// Returns the answer to a request, or nil if there is no such service.
    func answer(to path: String, _ parameters: [String: String], in form: Form) -> Node? {
        let service = path.split(separator: "/").last?.split(separator: ".").first ?? ""
        return switch service {
        case "searchMovieList": movieList(parameters, in: form)
        case "searchMovieInfo": movieInfo(parameters["movieCd"] ?? "")
        case "searchPeopleList": peopleList(parameters, in: form)
        case "searchPeopleInfo": personInfo(parameters["peopleCd"] ?? "")
        case "searchCompanyList": companyList(parameters, in: form)
        case "searchCompanyInfo": companyInfo(parameters["companyCd"] ?? "")
        case "searchCodeList": codes(parameters["comCode"] ?? "", in: form)
        default: nil
        }
    }

    // MARK: - Films

    private func movieList(_ parameters: [String: String], in form: Form) -> Node {
        let found = films.filter { film in
            let year = Int(film["prdtYear"] ?? "") ?? 0
            let opened = Int((film["openDt"] ?? "").prefix(4)) ?? 0
            return film["movieNm", default: ""].contains(parameters["movieNm"] ?? "")
                && film["directors", default: ""].contains(parameters["directorNm"] ?? "")
                && year >= Int(parameters["prdtStartYear"] ?? "") ?? 0
                && year <= Int(parameters["prdtEndYear"] ?? "") ?? 9999
                && opened >= Int(parameters["openStartDt"] ?? "") ?? 0
                && opened <= Int(parameters["openEndDt"] ?? "") ?? 9999
        }
        let items = found.map { film -> Node in
            .object([
                ("movieCd", .text(film["movieCd"] ?? "")),
                ("movieNm", .text(film["movieNm"] ?? "")),
                ("movieNmEn", .text(film["movieNmEn"] ?? "")),
                ("prdtYear", .text(film["prdtYear"] ?? "")),
                ("openDt", .text(film["openDt"] ?? "")), ("typeNm", .text(film["typeNm"] ?? "")),
                ("prdtStatNm", .text(film["prdtStatNm"] ?? "")),
                ("nationAlt", .text(film["nations", default: ""].replacing("|", with: ","))),
                ("genreAlt", .text(film["genres", default: ""].replacing("|", with: ","))),
                ("repNationNm", .text("한국")), ("repGenreNm", .text("드라마")),
                ("directors", people("director", film["directors"])),
                (
                    "companys",
                    .list(
                        item: "company",
                        names(film["productionCompanies"]).map { name in
                            .object([("companyCd", .text("1")), ("companyNm", .text(name))])
                        })
                ),
            ])
        }
        let arrived = Node.object([("movieCd", .text("20269999")), ("movieNm", .text("막 들어온 영화"))])
        return list("movieListResult", "movieList", "movie", items, arrived, parameters, in: form)
    }

    private func movieInfo(_ code: String) -> Node {
        let film = films.first { $0["movieCd"] == code }
        let isLarge = code == Self.largeFilm
        func leaf(_ name: String) -> (name: String, value: Node) {
            (name, film.map { .text($0[name] ?? "") } ?? .null)
        }
        func list(_ name: String, _ value: Node) -> (name: String, value: Node) {
            (name, film == nil ? .null : value)
        }
        let actors = isLarge ? (1...217).map { "배우 \($0)" } : names(film?["actors"])
        let staff = isLarge ? (1...1107).map { "스태프 \($0)" } : []
        let companies =
            names(film?["productionCompanies"]).map { ("제작사", $0) }
            + names(film?["distributors"]).map { ("배급사", $0) } + (isLarge ? [("", "이름뿐")] : [])
        var audits: [Node] = [
            .object([
                ("auditNo", .text(film?["auditNo"] ?? "2019-MF00853 ")),
                ("watchGradeNm", .text(film?["watchGradeNm"] ?? "")),
            ])
        ]
        if isLarge {
            audits.append(.object([("auditNo", .text("2020-MF00001"))]))
            audits.append(
                .object([("auditNo", .text("")), ("watchGradeNm", .text("청소년관람불가"))]))
        }
        let info: [(name: String, value: Node)] = [
            leaf("movieCd"), leaf("movieNm"), leaf("movieNmEn"), leaf("movieNmOg"), leaf("showTm"),
            leaf("prdtYear"), leaf("openDt"), leaf("prdtStatNm"), leaf("typeNm"),
            list("nations", objects("nation", "nationNm", names(film?["nations"]))),
            list("genres", objects("genre", "genreNm", names(film?["genres"]))),
            list("directors", people("director", film?["directors"])),
            list(
                "actors",
                .list(
                    item: "actor",
                    actors.enumerated().map { number, name in
                        .object([
                            ("peopleNm", .text(name)), ("peopleNmEn", .text("Actor \(number)")),
                            ("cast", .text(number == 0 ? "기택" : "")), ("castEn", .text("")),
                        ])
                    })),
            list(
                "showTypes",
                .list(
                    item: "showType",
                    isLarge
                        ? [
                            .object([
                                ("showTypeGroupNm", .text("2D")), ("showTypeNm", .text("디지털")),
                            ]), .object([("showTypeGroupNm", .text("4D"))]),
                        ] : [])),
            list(
                "companys",
                .list(
                    item: "company",
                    companies.enumerated().map { number, company in
                        .object([
                            ("companyCd", .text("2010000\(number)")),
                            ("companyNm", .text(company.1)), ("companyNmEn", .text("")),
                            ("companyPartNm", .text(company.0)),
                        ])
                    })),
            list("audits", .list(item: "audit", audits)),
            list(
                "staffs",
                .list(
                    item: "staff",
                    staff.map { name in
                        .object([
                            ("peopleNm", .text(name)), ("peopleNmEn", .text("")),
                            ("staffRoleNm", .text("촬영팀")),
                        ])
                    })),
        ]
        return .object([("movieInfoResult", .object([("movieInfo", .object(info))]))])
    }

    // MARK: - People and companies

    private func peopleList(_ parameters: [String: String], in form: Form) -> Node {
        let items = (1...3).map { number -> Node in
            .object([
                ("peopleCd", .text("1000000\(number)")), ("peopleNm", .text("송강호 \(number)")),
                ("peopleNmEn", .text("SONG Kang-ho")), ("repRoleNm", .text("배우")),
                ("filmoNames", .text(number == 3 ? "" : " 기생충|괴물|밀정")),
            ])
        }.filter { $0["peopleNm"]?.text.contains(parameters["peopleNm"] ?? "") == true }
        return list(
            "peopleListResult", "peopleList", "people", items, .object([]), parameters, in: form)
    }

    private func personInfo(_ code: String) -> Node {
        let isKnown = code == "10000001"
        func leaf(_ text: String) -> Node { isKnown ? .text(text) : .null }
        let info: [(name: String, value: Node)] = [
            ("peopleCd", leaf(code)), ("peopleNm", leaf("송강호")),
            ("peopleNmEn", leaf("SONG Kang-ho")),
            ("sex", leaf("남자")), ("repRoleNm", leaf("배우")),
            ("homepages", .list(item: "homepage", isKnown ? [.text("https://example.org/송")] : [])),
            (
                "filmos",
                .list(
                    item: "filmo",
                    isKnown ? [film("20183782", "기생충", part: "moviePartNm", "배우")] : [])
            ),
        ]
        return .object([("peopleInfoResult", .object([("peopleInfo", .object(info))]))])
    }

    private func companyList(_ parameters: [String: String], in form: Form) -> Node {
        let items = [("20100001", "(주)바른손이앤에이"), ("20100002", "CJ ENM")].map { code, name -> Node in
            .object([
                ("companyCd", .text(code)), ("companyNm", .text(name)), ("companyNmEn", .text("")),
                ("companyPartNames", .text("제작사,배급사")), ("ceoNm", .text("곽신애")),
                ("filmoNames", .text("기생충|마더")),
            ])
        }.filter { $0["companyNm"]?.text.contains(parameters["companyNm"] ?? "") == true }
        return list(
            "companyListResult", "companyList", "company", items, .object([]), parameters, in: form)
    }

    private func companyInfo(_ code: String) -> Node {
        let isKnown = code == "20100001"
        func leaf(_ text: String) -> Node { isKnown ? .text(text) : .null }
        let info: [(name: String, value: Node)] = [
            ("companyCd", leaf(code)), ("companyNm", leaf("(주)바른손이앤에이")), ("companyNmEn", leaf("")),
            ("ceoNm", leaf("곽신애")),
            ("parts", isKnown ? objects("part", "companyPartNm", ["제작사", "배급사"]) : .null),
            (
                "filmos",
                .list(
                    item: "filmo",
                    isKnown
                        ? [
                            film("20183782", "기생충", part: "companyPartNm", "제작사"),
                            film("20090001", "마더", part: "moviePartNm", "제작사"),
                        ] : [])
            ),
        ]
        return .object([("companyInfoResult", .object([("companyInfo", .object(info))]))])
    }

    private func codes(_ table: String, in form: Form) -> Node {
        let entries = [("0105001", "서울시", "Seoul"), ("0105002", "경기도", "")]
        let known = ["0105000000", "2204", "2201"].contains(table)
        let items = (known ? entries : []).map { code, name, english -> Node in
            .object([
                ("fullCd", .text(code)), ("korNm", .text(name)), ("engNm", .text(english)),
            ])
        }
        return .object([("codes", .list(item: "code", items))])
    }

    // MARK: - Pieces

    /// Returns a page of `items`; from the second page on there is one more item, which has just been
    /// added.
    private func list(
        _ root: String, _ name: String, _ item: String, _ items: [Node], _ arrived: Node,
        _ parameters: [String: String], in form: Form
    ) -> Node {
        let page = max(1, Int(parameters["curPage"] ?? "1") ?? 1)
        let size = max(1, Int(parameters["itemPerPage"] ?? "10") ?? 10)
        let all = page > 1 ? [arrived] + items : items
        let shown = all.dropFirst((page - 1) * size).prefix(size)
        let total = (name: "totCnt", value: Node.number(all.count))
        let source = (name: "source", value: Node.text("영화진흥위원회"))
        let list = (name: name, value: Node.list(item: item, Array(shown)))
        // JSON and XML differ in the order of their fields.
        return .object([
            (root, .object(form == .json ? [total, source, list] : [total, list, source]))
        ])
    }

    private func names(_ joined: String?) -> [String] {
        (joined ?? "").split(separator: "|").map(String.init)
    }

    private func objects(_ item: String, _ field: String, _ values: [String]) -> Node {
        .list(item: item, values.map { .object([(field, .text($0))]) })
    }

    private func people(_ item: String, _ joined: String?) -> Node {
        .list(
            item: item,
            names(joined).map { .object([("peopleNm", .text($0)), ("peopleNmEn", .text(""))]) })
    }

    private func film(_ code: String, _ title: String, part: String, _ value: String) -> Node {
        .object([("movieCd", .text(code)), ("movieNm", .text(title)), (part, .text(value))])
    }
}
