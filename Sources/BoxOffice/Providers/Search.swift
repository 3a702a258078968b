/// The criteria of a search for films; nil ones are not used.
public struct MovieSearch: Hashable, Sendable {
    /// A part of the title.
    public var title: String?
    /// A part of a director's name.
    public var director: String?
    /// The years the film opened in.
    public var opened: ClosedRange<Int>?
    /// The years the film was produced in.
    public var produced: ClosedRange<Int>?

    /// Makes a search.
    public init(
        title: String? = nil, director: String? = nil, opened: ClosedRange<Int>? = nil,
        produced: ClosedRange<Int>? = nil
    ) {
        self.title = title
        self.director = director
        self.opened = opened
        self.produced = produced
    }
}

/// The criteria of a search for people; nil ones are not used.
public struct PersonSearch: Hashable, Sendable {
    /// A part of the name.
    public var name: String?
    /// The title of a film the person worked on.
    public var film: String?

    /// Makes a search.
    public init(name: String? = nil, film: String? = nil) {
        self.name = name
        self.film = film
    }
}

/// The criteria of a search for companies; nil ones are not used.
public struct CompanySearch: Hashable, Sendable {
    /// A part of the name.
    public var name: String?
    /// A part of the name of the head of the company.
    public var ceo: String?

    /// Makes a search.
    public init(name: String? = nil, ceo: String? = nil) {
        self.name = name
        self.ceo = ceo
    }
}
