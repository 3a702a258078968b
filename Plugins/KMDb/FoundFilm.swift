internal import BoxOffice
internal import Wire

/// A film in an answer of KMDb.
struct FoundFilm: Hashable, Sendable {
    /// KMDb's own number of the film; empty if it has none.
    var number = ""
    /// The titles, folded (``Swift/String/folded``).
    var titles: Set<String> = []
    /// The names of the directors, folded.
    var directors: Set<String> = []
    /// The year of production, if known.
    var productionYear: Int?
    /// The year of the first release, if known.
    var releaseYear: Int?
    /// The codes of the film at KOBIS.
    var codes: Set<String> = []
    /// The numbers under which the rating board examined the film.
    var ratingNumbers: Set<String> = []
    /// The addresses of its posters.
    var posters: [String] = []
    /// The address of its page.
    var page: String?
}

extension FoundFilm {
    /// The table of the films in an answer, which no document shows.
    static let table = Table<FoundFilm>(
        named: "kmdb", [BoxOffice.Field("number", "번호", .text) { .text($0.number) }])

    /// Reads the film at `node`.
    init(reading node: Node) throws(Malformed) {
        let film = try node.fields()
        number = try film.text("DOCID") ?? ""
        let others = (try film.text("titleEtc") ?? "").split(separator: "^").map { String($0) }
        titles = Set(([try film.text("title") ?? ""] + others).map(\.withoutMarks.folded))
            .subtracting([""])
        productionYear = try film.text("prodYear")?.year
        releaseYear = try film.text("repRlsDate")?.year
        page = try film.text("kmdbUrl")?.asWebAddress
        let addresses = (try film.text("posters") ?? "").split(separator: "|")
            .compactMap { String($0).withoutSpace?.asWebAddress }
        posters = addresses.prefix(Self.maxPosters).eachOnce
        directors = Set(
            try film.nested("directors", "director") { director throws(Malformed) in
                try director.text("directorNm")?.withoutMarks.folded
            }
        ).subtracting([""])
        ratingNumbers = Set(
            try film.nested("ratings", "rating") { rating throws(Malformed) in
                try rating.text("ratingNo")?.asRatingNumber
            })
        for (list, item) in [("Codes", "Code"), ("CommCodes", "CommCode")] {
            codes.formUnion(
                try film.nested(list, item) { code throws(Malformed) in
                    try code.text("CodeNm") == "FIMS" ? code.text("CodeNo") : nil
                })
        }
    }

    /// The maximum number of posters read for a film.
    private static let maxPosters = 20
}

extension Fields {
    /// Reads the items of the list `item` in the object `name`, which may be an empty text instead.
    fileprivate func nested<Item>(
        _ name: String, _ item: String, _ read: (Fields) throws(Malformed) -> Item?
    ) throws(Malformed) -> [Item] {
        guard let node = try self[name], !node.isEmptyText else { return [] }
        return try node.fields().items(item, read)
    }
}

extension Node {
    /// True if this is an empty text or null, which KMDb also sends instead of a list or an object.
    var isEmptyText: Bool {
        do throws(Malformed) { return try text() == nil } catch { return false }
    }
}

extension String {
    /// The letters and digits only, in lower case and usual width, so that titles and names can be
    /// compared.
    var folded: String {
        let kept = unicodeScalars.map(\.inUsualWidth).filter {
            $0.properties.isAlphabetic || $0.properties.numericType != nil
        }
        return String(String.UnicodeScalarView(kept)).lowercased()
    }

    /// The text without the marks ` !HS ` and ` !HE ` that KMDb puts around matching words, and
    /// with single spaces; within a word they belong to it.
    var withoutMarks: String {
        split(separator: " ").map { word in
            let word = word.hasPrefix("!HS") ? word.dropFirst(3) : word
            return word.hasSuffix("!HE") ? word.dropLast(3) : word
        }.filter { !$0.isEmpty }.joined(separator: " ")
    }

    /// The text as a number under which the rating board examined a film, such as `2022-MF03292`;
    /// nil if it has fewer than four digits, such as `-`.
    var asRatingNumber: String? {
        let number = trimming { $0.isWhitespace }.uppercased()
        return number.utf8.count { (0x30...0x39).contains($0) } >= 4 ? number : nil
    }

    /// The year of a date that may lack its month or day: `1996`, `199604`, `19960412`, `19960400`;
    /// nil for any other text.
    var year: Int? {
        let date = [4, 6].contains(utf8.count) ? self + "0000".suffix(8 - utf8.count) : self
        guard Day(date) != nil || Day.isPartlyUnknown(utf8: date.utf8.span) else { return nil }
        return Int(prefix(4)).flatMap { $0 >= 1000 ? $0 : nil }
    }
}

extension Int {
    /// True if films were made in that year or may be soon; other providers may send any number.
    var isYearOfFilms: Bool { (1880...2200).contains(self) }
}
