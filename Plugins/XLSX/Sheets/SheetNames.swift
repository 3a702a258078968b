/// The names of sheets, which are all different.
struct SheetNames {
    /// The names in use in lower case, because spreadsheets do not tell cases apart.
    private var used: Set<String> = []

    /// A name like `wanted` that a sheet may have and none has: without `[]:*?/\`, at most 31
    /// characters of UTF-16, no apostrophe at either end, not `History`, which Excel keeps for
    /// itself, and nothing that looks like a cell.
    mutating func unused(_ wanted: String) -> String {
        var name = wanted.unicodeScalars.reduce(into: "") { name, scalar in
            let isForbidden =
                "[]:*?/\\".unicodeScalars.contains(scalar) || scalar.value < 0x20
                || scalar.value == 0x7F || scalar.value == 0xFFFE || scalar.value == 0xFFFF
            name.unicodeScalars.append(isForbidden ? " " : scalar)
        }
        while let first = name.unicodeScalars.first, first == "'" || first == " " {
            name.unicodeScalars.removeFirst()
        }
        name = Self.trimmed(name, to: Self.longest)
        if name.isEmpty { name = "Sheet1" }
        if name.lowercased() == "history" || Self.isReference(name) { name += " (1)" }
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

    /// Whether a formula might take `name` for a cell or a number: `top10`, `R1C1`, `2022`.
    ///
    /// libxlsxwriter writes names of letters and digits into ranges without quotes: `top10!$1:$1`.
    private static func isReference(_ name: String) -> Bool {
        let isWord = name.utf8.allSatisfy { byte in
            isDigit(byte) || (UInt8(ascii: "a")...UInt8(ascii: "z")).contains(byte | 0x20)
        }
        return isWord
            && (name.utf8.prefix(4).contains(where: isDigit)
                || ["r", "c", "rc", "true", "false"].contains(name.lowercased()))
    }

    private static func isDigit(_ byte: UInt8) -> Bool {
        (UInt8(ascii: "0")...UInt8(ascii: "9")).contains(byte)
    }

    private static let longest = 31
}
