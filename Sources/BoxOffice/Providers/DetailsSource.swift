/// A provider that knows more about a film than its chart does: genres, its code in another
/// register.
///
/// The answer to its request is read into a page. The first record has the details, under the names
/// of ``detailColumns``; a page without records means that the film is unknown. The host then asks
/// the next source, in the order of `--details-from`.
public protocol DetailsSource: Provider {
    /// The columns that it adds to a film's row.
    ///
    /// Columns of ``Movie/detailColumns`` must have the type that they have there. Others have
    /// names that no column of charts and posters has, and hold no amounts, because their currency
    /// would be unknown.
    var detailColumns: [Column] { get }

    /// Returns the request for the details of `film`; nil if too little is known about it.
    ///
    /// The request's ``Request/subject`` is ``Subject/details(_:keptFor:)`` of that film.
    func detailsRequest(for film: Film) -> Request?
}

extension Register {
    /// The columns that the details of a film add to its row in a chart.
    public var detailColumns: [Column] { Movie.detailColumns }

    /// Returns the request for the film with its code; nil if it has none.
    public func detailsRequest(for film: Film) -> Request? {
        film.code.isEmpty
            ? nil : requests(for: .movie(codes: [film.code])).first { _ in true }
    }
}

extension Column {
    /// The reason why details cannot have this column, as the end of a sentence about it; nil if
    /// they can.
    package var refusalAsDetails: String? {
        if let known = Movie.detailColumns.first(where: { $0.name == name }) {
            return kind == known.kind
                ? nil : "is not what details have there, \(known.kind.rawValue)"
        }
        if kind == .amount {
            return "holds amounts, and nothing says their currency; write 'integer'"
        }
        return Self.namesOfRows.contains(name) ? "is one of charts or posters" : nil
    }

    /// The names of the columns of charts, joined charts and posters, and of those that databases
    /// and Singer add to them.
    private static let namesOfRows = Set(
        (ChartEntry.table.dataset.columns + Poster.table.dataset.columns + ChartEntry.hostColumns
            + DerivedColumn.all.map(\.column)).map(\.name) + ["decimals", "is_removed"])
}
