/// What is looked up for every film of an export besides its row.
public struct Enrichment: Sendable {
    /// The source of the films' details, or nil where the chart's source has none.
    public var details: (any Register)?
    /// Whether the details are written, and not only looked at.
    public var writesDetails: Bool
    /// The source of posters, or nil where none are wanted.
    public var posters: (any PosterSource)?
    /// Where the chosen pictures are kept, or nil.
    public var pictures: (any PictureStore)?

    /// Makes an enrichment.
    public init(details: (any Register)?, writesDetails: Bool, posters: (any PosterSource)?) {
        self.details = details
        self.writesDetails = writesDetails
        self.posters = posters
    }

    /// The columns that are added to a row.
    public var columns: [Column] {
        (writesDetails ? Self.details.columns : [])
            + (posters == nil ? [] : Poster.table.dataset.columns)
    }

    /// What must be looked up to have the column `name`; nil where nothing adds it.
    static func whatAdds(_ name: String) -> String? {
        if details.columns.contains(where: { $0.name == name }) { return "details" }
        return Poster.table.dataset.columns.contains { $0.name == name } ? "posters" : nil
    }

    /// The columns that details add to a row.
    ///
    /// Names and order are a promise and MUST NOT CHANGE; a new column goes to the end.
    static let details = Dataset(
        name: "details",
        columns: [
            "title_en", "title_original", "production_year", "running_minutes", "genres", "nations",
            "directors", "actors", "distributors", "producers", "rating",
        ].compactMap { name in Movie.detailsTable.dataset.columns.first { $0.name == name } })
}

/// Where the pictures of posters are kept.
public protocol PictureStore: Sendable {
    /// Fetches the picture of `poster` and keeps it, unless it is there already.
    ///
    /// - Throws: a ``Fault`` where it cannot be had, is no picture or cannot be kept.
    func keep(_ poster: Poster) async throws(Fault)
}
