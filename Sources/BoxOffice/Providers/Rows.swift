/// The records of a page without their type, erased once per page so that rows are not boxed.
protocol Rows: Sendable {
    var count: Int { get }
    /// Whether records have identities, so that repeated ones are skipped.
    var haveIdentities: Bool { get }
    /// Everything that the records say, if their table has a key for comparisons.
    var comparisonKeys: [AnyHashable] { get }

    /// Passes rows to `body`, each with the index of its record; `cells` is scratch memory.
    func forEach(
        columns indices: [Int], limit: Int, seen: inout Set<String>, by cells: inout [Value],
        _ body: (Int, Span<Value>) throws(Fault) -> Void
    ) throws(Fault)
}
