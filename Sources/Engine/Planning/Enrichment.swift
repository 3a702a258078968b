package import BoxOffice

/// The data that is looked up for every film of an export in addition to its row.
package struct Enrichment: Sendable {
    /// The sources of details in the order in which they are asked; empty if no details are written.
    ///
    /// Each is asked only for films that the previous ones did not know.
    package let details: [any DetailsSource]
    /// The register of the rows' source, which tells what sources of posters need; nil if it has
    /// none.
    package let register: (any Register)?
    /// The sources of posters in the order in which they are asked; empty if no posters are wanted.
    ///
    /// Each is asked only for films for which the previous ones found none.
    package let posters: [any PosterSource]
    /// The source in whose register codes are searched for by title; nil if none are wanted.
    package let codes: (any Source)?
    /// The columns of details: those that films have in every register, in their order, then the others
    /// in the order of the sources.
    package let detailColumns: [Column]

    /// Makes an enrichment.
    ///
    /// - Parameters:
    ///   - details: the sources of details in the order in which they are asked.
    ///   - all: the sources of details of the whole run, whose columns all rows have; nil for
    ///     `details`.
    ///   - register: the register of the rows' source.
    ///   - posters: the sources of posters in the order in which they are asked.
    ///   - codes: the source in whose register codes are searched for.
    /// - Throws: a ``Fault`` of kind `usage` if two sources have columns with the same name and
    ///   different types.
    package init(
        details: [any DetailsSource] = [], of all: [any DetailsSource]? = nil,
        register: (any Register)? = nil, posters: [any PosterSource] = [],
        codes: (any Source)? = nil
    ) throws(Fault) {
        self.details = details
        self.register = register
        self.posters = posters
        self.codes = codes
        var known = Movie.detailColumns.map { (column: $0, owner: "bo-export") }
        var given: Set<String> = []
        for source in details.isEmpty ? [] : all ?? details {
            let name = source.manifest.name
            for column in source.detailColumns {
                let other = known.first { $0.column.name == column.name }
                if let (same, owner) = other, same.kind != column.kind {
                    throw .twoTypes(column, name, same.kind, owner)
                }
                if other == nil { known.append((column, name)) }
                given.insert(column.name)
            }
        }
        detailColumns = known.map(\.column).filter { given.contains($0.name) }
    }

    /// The columns that are added to a row: the code, then those of the film.
    package var columns: [Column] { codeColumns + filmColumns }

    /// The column of the code, which takes the place of the source's own; empty if none is wanted.
    var codeColumns: [Column] {
        codes == nil ? [] : ChartEntry.table.dataset.columns.filter { $0.name == "movie_code" }
    }

    /// The columns of details and posters.
    package var filmColumns: [Column] {
        detailColumns + (posters.isEmpty ? [] : Poster.table.dataset.columns)
    }

    /// The columns that each source of details adds, and those of posters.
    package var columnsOfEach: [[Column]] {
        details.map(\.detailColumns) + (posters.isEmpty ? [] : [Poster.table.dataset.columns])
    }

    /// The providers of the details and posters that are written.
    var providers: [any Provider] { details.map { $0 } + posters.map { $0 } }

    /// Refuses columns of details and of posters that `rows` already have.
    ///
    /// Registers are exempt: a search in one has some of the columns that its details have.
    ///
    /// - Throws: a ``Fault`` of kind `usage`.
    func check(besides rows: [Column], of source: String) throws(Fault) {
        let taken = Set(rows.map(\.name))
        for details in details where details.register == nil {
            let name = details.manifest.name
            let column = details.detailColumns.first { taken.contains($0.name) }
            guard let column else { continue }
            let owner = Message("the details of \(name)", ko: "{1} 상세정보")
            throw .columnTaken(column.name, of: owner, source, name, "--details-from")
        }
        let columns = posters.isEmpty ? [] : Poster.table.dataset.columns
        if let column = columns.first(where: { taken.contains($0.name) }) {
            let owner = Message("the posters", ko: "포스터")
            throw .columnTaken(column.name, of: owner, source, "posters", "--with")
        }
    }

    /// Returns the lookup that adds the column `name`; nil if none does.
    static func whatAdds(_ name: String) -> String? {
        let details = Dataset(name: "details", columns: Movie.detailColumns)
        if details.index(of: name) != nil { return "details" }
        return Poster.table.dataset.index(of: name) != nil ? "posters" : nil
    }
}

extension Fault {
    /// Returns the fault of a column of `owner`, the word `name` of an option.
    fileprivate static func columnTaken(
        _ column: String, of owner: Message, _ source: String, _ name: String, _ option: String
    ) -> Fault {
        Fault(
            .usage, "details-column-taken",
            "the column '\(column)' of \(owner) is one that the rows of \(source) have already",
            hint: "leave \(name) out of \(option)")
    }
}
