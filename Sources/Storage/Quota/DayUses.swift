internal import BoxOffice

/// The use of the last days, as in the file of a ledger: one line per day, in order.
///
/// Days other than today are kept in case the clock is set wrong and back, so that each day's count
/// is found again. Older versions of the program kept one day only.
struct DayUses: Hashable {
    private var days: [DayUse] = []

    /// No days.
    init() {}

    /// Reads `bytes`; nil if they are damaged or empty.
    init?(bytes: [UInt8]) {
        guard bytes.last == UInt8(ascii: "\n") else { return nil }
        for line in bytes.dropLast().split(
            separator: UInt8(ascii: "\n"), omittingEmptySubsequences: false)
        {
            guard let use = DayUse(line: line + [UInt8(ascii: "\n")]),
                days.last.map({ $0.day < use.day }) ?? true
            else { return nil }
            days.append(use)
        }
    }

    /// The bytes of the file, which never get shorter, so that one write replaces all of them.
    var bytes: [UInt8] { days.flatMap(\.line) }

    /// The use of `day`.
    ///
    /// At most fourteen days are kept, those nearest to the one that was set last: days of a clock
    /// that was wrong by years soon disappear.
    subscript(day: Day) -> DayUse {
        get { days.first { $0.day == day } ?? DayUse(on: day) }
        set {
            let index = days.firstIndex { $0.day >= day } ?? days.endIndex
            if index < days.endIndex, days[index].day == day {
                days[index] = newValue
                return
            }
            days.insert(newValue, at: index)
            guard days.count > 14, let first = days.first, let last = days.last else { return }
            if first.day.distance(to: day) >= day.distance(to: last.day) {
                days.removeFirst()
            } else {
                days.removeLast()
            }
        }
    }
}
