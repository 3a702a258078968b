extension [Film] {
    /// The results of `lookUp` for the films, by their codes; all are looked up at once.
    func lookedUp<Result: Sendable>(
        _ lookUp: @escaping @Sendable (Film) async throws(Fault) -> Result
    ) async throws(Fault) -> [String: Result] {
        do {
            return try await withThrowingTaskGroup(of: (String, Result).self) { group in
                for film in self {
                    group.addTask { (film.code, try await lookUp(film)) }
                }
                var found: [String: Result] = [:]
                for try await (code, result) in group { found[code] = result }
                return found
            }
        } catch let fault as Fault {
            throw fault
        } catch {
            throw Fault(.bug, "lookups-ended", "an unexpected error ended the lookups: \(error)")
        }
    }
}
