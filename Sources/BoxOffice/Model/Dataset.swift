/// A kind of row: its name and its columns.
public struct Dataset: Hashable, Sendable {
    /// The name, which `bo-export columns` accepts.
    public let name: String
    /// All the columns.
    public let columns: [Column]

    /// Makes a dataset.
    public init(name: String, columns: [Column]) {
        self.name = name
        self.columns = columns
    }

    /// The indices in ``columns`` of the columns called `names`, in that order.
    ///
    /// - Throws: a ``Fault`` of kind `usage` if a name is unknown (the message lists the known
    ///   names, the closest first), if a name is given twice, or if there is no name at all.
    public func indices(of names: [String]) throws(Fault) -> [Int] {
        guard !names.isEmpty else { throw .noColumns }
        var indices: [Int] = []
        for name in names {
            guard !name.isEmpty else { throw .emptyColumn }
            guard let index = columns.firstIndex(where: { $0.name == name }) else {
                throw .unknown("column", name, known: columns.map(\.name))
            }
            guard !indices.contains(index) else { throw .columnTwice(name) }
            indices.append(index)
        }
        return indices
    }
}

extension Fault {
    fileprivate static let noColumns = Fault(.usage, "no-columns", "no column is named")

    fileprivate static let emptyColumn = Fault(
        .usage, "empty-column", "the name of a column is empty")

    fileprivate static func columnTwice(_ name: String) -> Fault {
        Fault(.usage, "column-twice", "the column '\(name)' is asked for twice")
    }
}
