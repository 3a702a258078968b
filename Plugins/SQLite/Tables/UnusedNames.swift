/// The names of tables or columns, of which no two are the same in upper or lower case.
struct UnusedNames {
    private var used: Set<String> = []

    /// Names besides `taken`.
    init(besides taken: [String] = []) {
        used = Set(taken.map { $0.lowercased() })
    }

    /// `wanted` without what no name may have or, if that is used, with a number behind it.
    mutating func unused(_ wanted: String) -> String {
        let wanted = String(String.UnicodeScalarView(wanted.unicodeScalars.filter { $0 != "\0" }))
        var name = wanted
        var number = 2
        while !used.insert(name.lowercased()).inserted {
            name = "\(wanted) (\(number))"
            number += 1
        }
        return name
    }
}
