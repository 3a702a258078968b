extension PageInProgress {
    /// The page with `columns` added, without values.
    func adding(_ columns: [Column]) -> PageInProgress {
        var result = self
        result.page = page.adding(columns, [:])
        return result
    }

    /// The work with `columns` added to its page; `values` returns the values for a film.
    ///
    /// All films of the page that may be written are looked up at once.
    func adding(
        _ columns: [Column],
        _ values: @escaping @Sendable (Film) async throws(Fault) -> [Value]
    ) async throws(Fault) -> PageInProgress {
        let films = try page.films(limit: limit, seen: seen)
        let found = try await Array(films.values).lookedUp(values)
        var work = self
        work.page = page.adding(columns, films.mapValues { found[$0.code] ?? [] })
        return work
    }
}
