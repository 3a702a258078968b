/// A page's records with their type forgotten: once a page, so that a row costs no box.
protocol Rows: Sendable {
    var count: Int { get }
    /// Whether records may be passed over because they were there before.
    var haveIdentities: Bool { get }
    /// What the records say in all, as far as their table tells.
    var comparisonKeys: [AnyHashable] { get }

    /// Hands rows to `body`, each with its place among the records, by way of `cells`.
    func forEach(
        columns places: [Int], limit: Int, seen: inout Set<String>, by cells: inout [Value],
        _ body: (Int, Span<Value>) throws(Fault) -> Void
    ) throws(Fault)
}
