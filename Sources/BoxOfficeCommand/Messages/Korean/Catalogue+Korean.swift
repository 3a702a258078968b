internal import BoxOffice

extension Catalogue {
    /// Korean for a user at a command line, made when it is first needed.
    static let korean = Catalogue(
        [koreanHelp].reduce(into: [:]) { all, part in
            all.merge(part) { first, _ in first }
        })
}
