/// A provider that knows more of a film than its chart says: genres, its code in another register.
///
/// The answer to its request is read into a page. The first record has the details, under the names of
/// ``detailColumns``; a page without records means that the film is not known. Then the source after it
/// is asked, in the order of `--details-from`.
public protocol DetailsSource: Provider {
    /// The columns that it adds to a film's row.
    ///
    /// Columns of ``Movie/detailColumns`` have the type that they have there. Others have names that no
    /// column of charts and posters has, and hold no amounts, because nothing would say the currency.
    var detailColumns: [Column] { get }

    /// The request for the details of `film`; nil if too little is known about it.
    ///
    /// The request's ``Request/subject`` is ``Subject/details(_:keptFor:)`` of that film.
    func detailsRequest(for film: Film) -> Request?
}

extension Register {
    /// The columns that the details of a film add to its row in a chart.
    public var detailColumns: [Column] { Movie.detailColumns }

    /// The request for the film with that code; nil if it has none.
    public func detailsRequest(for film: Film) -> Request? {
        film.code.isEmpty
            ? nil : requests(for: .movie(codes: [film.code])).first { _ in true }
    }
}

extension Column {
    /// The reason for which details cannot have this column, as the end of a sentence about it; nil if
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

    /// The names of the columns that rows of charts, of charts that are joined, and posters have, and
    /// those that databases and Singer add to them.
    private static let namesOfRows = Set(
        (ChartEntry.table.dataset.columns + Poster.table.dataset.columns + [.filmNation]
            + DerivedColumn.all.map(\.column)).map(\.name) + ["decimals", "is_removed"])
}
