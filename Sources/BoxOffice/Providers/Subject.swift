/// What a request is about, for reading its answer and reporting its failure.
public enum Subject: Hashable, Sendable {
    /// An edition of a chart.
    case edition(ChartEdition)
    /// A page of a search: its number from 1 up, and how many items the previous pages had.
    case page(Int, after: Int)
    /// The details of one film, person or company, by its code.
    case code(String)
    /// A film whose poster is searched for.
    case film(Film)
}

extension Subject {
    /// What a fault of a request to `source` is about.
    ///
    /// - Parameter areFilms: whether codes are those of films.
    package func scope(of source: String, areFilms: Bool) -> Fault.Scope {
        switch self {
        case .edition(let edition): Fault.Scope(edition, of: source)
        case .page: Fault.Scope(source: source)
        case .code(let code): Fault.Scope(source: source, movieCode: areFilms ? code : nil)
        case .film(let film): Fault.Scope(source: source, movieCode: film.code)
        }
    }

    /// The edition, `page 3`, or the code, in the language of the reader.
    package var wording: Message {
        if case .page(let number, _) = self { return Message("page", "page \(number)") }
        return Message(self)
    }
}

extension Subject: CustomStringConvertible {
    /// The edition, `page 3`, or the code.
    public var description: String {
        switch self {
        case .edition(let edition): "\(edition)"
        case .page(let number, _): "page \(number)"
        case .code(let code): code
        case .film(let film): film.code
        }
    }
}
