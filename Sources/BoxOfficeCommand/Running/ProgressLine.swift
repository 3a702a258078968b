internal import BoxOffice
internal import Engine
internal import Synchronization

/// The line that shows the progress of long work: charts done, charts a second, and the time left.
final class ProgressLine: Sendable {
    private let total: Int
    /// The number of charts that each answer completes: more than one if the charts of nations
    /// belong to it.
    private let each: Int
    /// Returns how many calls are left today; nil if that is not known.
    private let callsLeft: (@Sendable () -> Int)?
    private let isInPlace: Bool
    private let console: Console
    private let start = ContinuousClock.now
    private let last: Mutex<ContinuousClock.Instant>

    /// Creates a line for the documents of `planned`; nil if none is wanted or nothing takes long.
    init?(of planned: PlannedRun) {
        let values = planned.values
        let queries = planned.plan.sourcePlans.compactMap(\.query.charts)
        guard let first = queries.first else { return nil }
        each = 1 + first.nations.count
        total = queries.reduce(0) { $0 + $1.editionCount * (1 + $1.nations.count) }
        switch values.progress {
        case .never: return nil
        case .always: isInPlace = CurrentProcess.speaksToTerminal
        case .auto:
            // On one terminal, rows and the line would overwrite each other.
            let isFree = values.output != "-" || !CurrentProcess.printsToTerminal
            guard CurrentProcess.speaksToTerminal, isFree, values.verbose == 0, total > 1 else {
                return nil
            }
            isInPlace = true
        }
        console = planned.console
        callsLeft = planned.callsLeft
        last = Mutex(start)
    }

    /// Shows that the charts of `answers` are done, unless the line was updated a moment ago.
    func show(done answers: Int) {
        let done = answers * each
        let now = ContinuousClock.now
        let pause: Duration = isInPlace ? .milliseconds(100) : .seconds(5)
        let isDue = last.withLock { last in
            guard now - last >= pause || done == total else { return false }
            last = now
            return true
        }
        guard isDue else { return }
        let text = text(done: done, after: now - start)
        if isInPlace {
            console.show(progress: "bo-export: \(console.text(of: text))")
        } else {
            console.note("progress", text)
        }
    }

    /// Removes the line.
    func end() { console.show(progress: nil) }

    private func text(done: Int, after elapsed: Duration) -> Message {
        let filled = total > 0 ? done * 20 / total : 20
        let bar = String(repeating: "#", count: filled) + String(repeating: ".", count: 20 - filled)
        let milliseconds = max(1, Int(elapsed / .milliseconds(1)))
        let rate = done * 1000 / milliseconds
        let left = done > 0 ? (total - done) * milliseconds / done / 1000 : 0
        let time =
            left < 60
            ? Message("\(left, named: "seconds_left") s left", ko: "{1}초 남음")
            : Message(
                "\(left / 60, named: "minutes_left") min \(left % 60, named: "seconds_left") s left",
                ko: "{1}분 {2}초 남음")
        let calls = callsLeft.map { left in
            Message(
                ", \(left(), named: "calls_left", groupedBy: ",") calls left today",
                ko: ", 오늘 남은 호출 {1}회")
        }
        return Message(
            "progress",
            "[\(bar)] \(done, named: "done", groupedBy: ",") of \(total, "chart", groupedBy: ","), \(rate, named: "charts_per_second") a second, \(time)\(calls ?? "")",
            ko: "[{1}] {2}/{3}건, 초당 {4}건, {5}{6}"
        )
    }
}
