extension Sequence where Element: Equatable {
    /// Each element once, in order of first appearance; for few elements, because all are compared.
    package var eachOnce: [Element] {
        reduce(into: []) { if !$0.contains($1) { $0.append($1) } }
    }
}
