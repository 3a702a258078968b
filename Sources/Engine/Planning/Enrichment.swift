package import BoxOffice

/// What is looked up for every film of an export in addition to its row.
package struct Enrichment: Sendable {
    /// The register that knows the films' details, or nil if there is none.
    package var details: (any Register)?
    /// Whether the details are written, or only used for other lookups.
    package var writesDetails: Bool
    /// The sources of posters in the order in which they are asked; empty if no posters are wanted.
    ///
    /// Each is asked only for films for which the previous ones found none.
    package var posters: [any PosterSource]

    /// Makes an enrichment.
    package init(
        details: (any Register)?, writesDetails: Bool, posters: [any PosterSource] = []
    ) {
        self.details = details
        self.writesDetails = writesDetails
        self.posters = posters
    }

    /// The columns that are added to a row.
    package var columns: [Column] {
        (writesDetails ? Self.details.dataset.columns : [])
            + (posters.isEmpty ? [] : Poster.table.dataset.columns)
    }

    /// The providers of what is written.
    var providers: [any Provider] {
        (writesDetails ? details.map { [$0] } ?? [] : []) + posters.map { $0 }
    }

    /// What must be looked up for the column that `name` means; nil if no lookup adds it.
    static func whatAdds(_ name: String) -> String? {
        if details.dataset.index(of: name) != nil { return "details" }
        return Poster.table.dataset.index(of: name) != nil ? "posters" : nil
    }

    /// The columns that details add to a row.
    ///
    /// Names and order are a promise and MUST NOT CHANGE; a new column goes to the end.
    static let details = Table<Movie>(
        named: "details",
        [
            "title_en", "title_original", "production_year", "running_minutes", "genres", "nations",
            "directors", "actors", "distributors", "producers", "rating",
        ].compactMap { name in Movie.detailsTable.fields.first { $0.column.name == name } })
}
