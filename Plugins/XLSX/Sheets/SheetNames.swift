/// The names of sheets, which are all different.
struct SheetNames {
    /// The names in use in lower case, because spreadsheets do not tell cases apart.
    private var used: Set<String> = []

    /// A name like `wanted` that a sheet may have and none has: without `[]:*?/\`, at most 31
    /// characters of UTF-16, no apostrophe at either end, and not `History`, which Excel keeps for
    /// itself.
    mutating func unused(_ wanted: String) -> String {
        var name = wanted.unicodeScalars.reduce(into: "") { name, scalar in
            let isForbidden =
                "[]:*?/\\".unicodeScalars.contains(scalar) || scalar.value < 0x20
                || scalar.value == 0x7F || scalar.value == 0xFFFE || scalar.value == 0xFFFF
            name.unicodeScalars.append(isForbidden ? " " : scalar)
        }
        while name.hasPrefix("'") || name.hasPrefix(" ") { name.removeFirst() }
        name = Self.trimmed(name, to: Self.longest)
        if name.isEmpty || name.lowercased() == "history" { name += "1" }
        var candidate = name
        var number = 2
        while !used.insert(candidate.lowercased()).inserted {
            let suffix = " (\(number))"
            candidate = Self.trimmed(name, to: Self.longest - suffix.utf16.count) + suffix
            number += 1
        }
        return candidate
    }

    /// The beginning of `name` that has at most `count` characters of UTF-16.
    private static func trimmed(_ name: String, to count: Int) -> String {
        var name = name
        while name.utf16.count > count || name.hasSuffix("'") || name.hasSuffix(" ") {
            name.removeLast()
        }
        return name
    }

    private static let longest = 31
}
