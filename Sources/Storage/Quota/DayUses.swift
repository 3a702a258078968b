internal import BoxOffice

/// What was used on each of the last days, as a ledger's file has it: a line a day, in their order.
///
/// Other days than today are kept for the sake of clocks that are put wrong and back: each day's
/// count is found again. A file of one day is what the program wrote before it kept several.
struct DayUses: Hashable {
    private var days: [DayUse] = []

    /// Days on which nothing was asked.
    init() {}

    /// Reads `bytes`; nil where they are not what was written: also where they are none.
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

    /// What the file has; never shorter than before, so that one write replaces all of it.
    var bytes: [UInt8] { days.flatMap(\.line) }

    /// What was used on `day`.
    ///
    /// Of more than fourteen days those next to the one that was set last are kept: a clock that was
    /// wrong by years takes no place for long.
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
