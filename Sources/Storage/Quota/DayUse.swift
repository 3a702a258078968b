package import BoxOffice

/// How much of one day's quota has been used.
package struct DayUse: Hashable, Sendable {
    /// The day in Seoul.
    package var day: Day
    /// How many calls were counted.
    package var calls = 0
    /// Whether the service itself said that the quota is exhausted.
    package var isClosed = false

    /// A day without calls.
    init(on day: Day) {
        self.day = day
    }

    /// The line in the ledger, always of the same length.
    var line: [UInt8] {
        let digits = "\(min(calls, 9_999_999_999))"
        let padding = String(repeating: "0", count: 10 - digits.utf8.count)
        let text = "bo-export quota 1 \(day) \(padding)\(digits) \(isClosed ? "shut" : "open")"
        return Array("\(text) \(Digest.hexadecimal(of: text.utf8).prefix(8))\n".utf8)
    }

    /// Reads such a line; nil if it is not one or was changed.
    init?(line: ArraySlice<UInt8>) {
        let fields = String(decoding: line, as: UTF8.self).split(separator: " ")
        guard fields.count == 7, let day = Day(fields[3]), let calls = Int(fields[4]),
            (0...9_999_999_999).contains(calls)
        else {
            return nil
        }
        self.day = day
        self.calls = calls
        isClosed = fields[5] == "shut"
        guard self.line[...] == line else { return nil }
    }
}
