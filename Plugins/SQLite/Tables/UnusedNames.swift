/// The names of tables or columns, of which no two are the same in upper or lower case.
struct UnusedNames {
    private var used: Set<String> = []

    /// Names besides `taken`.
    init(besides taken: [String] = []) {
        used = Set(taken.map { $0.lowercased() })
    }

    /// `wanted`, or if that is used, `wanted` with a number behind it.
    mutating func unused(_ wanted: String) -> String {
        var name = wanted
        var number = 2
        while !used.insert(name.lowercased()).inserted {
            name = "\(wanted) (\(number))"
            number += 1
        }
        return name
    }
}
