internal import BoxOffice
internal import Engine
internal import Storage

extension ExportRun {
    /// Returns `asked` without what the reader of the document already has, according to the file
    /// of `--state`, and the bookmarks of that file; with `--refresh` the reader receives it again.
    ///
    /// If nothing is left, the document has its state and no rows: it may replace the state.
    ///
    /// - Throws: a ``Fault`` of kind `usage` if documents of the format cannot continue from a
    ///   state, or of kind `malformed` if the file does not exist or contains something else.
    func resumed(_ asked: Asked) throws(Fault) -> (Asked, Bookmarks?) {
        guard let state = values.text(\.state), asked.allSatisfy(\.query.isChart) else {
            return (asked, nil)
        }
        guard let format = format as? any Resumable else { throw .noStates(format.manifest.name) }
        // The states of all regions take about ten thousand bytes.
        let bytes = try SmallFile.state(
            at: state, limit: 64 << 20, patience: .seconds(10), format.isState)
        var known: Bookmarks
        var resumed: Asked = []
        var series: [Bookmarks.Series] = []
        do throws(Fault) {
            known = try format.bookmarks(in: bytes)
            for (source, asked) in zip(sources, asked) {
                guard case .chart(let chart) = asked.query else { continue }
                let rest = try chart.resumed(
                    from: &known, of: source, top: values.number(\.top) ?? .max, at: now,
                    refreshes: values.flag(\.refresh))
                resumed.append((.chart(rest), asked.unavailable))
                series += chart.editions(of: chart.periods.first).map {
                    Bookmarks.Series(of: $0, from: source.nameInKeys)
                }
            }
        } catch {
            throw error.kind == .malformed ? error.about("'\(state)'") : error
        }
        if let other = known.series.first, !series.contains(where: known.series.contains) {
            console.warn(
                "state-of-others",
                "'\(state)' is a state of other charts (\(other.chart.rawValue) of \(other.source)), so this run begins with the days that are asked for",
                ko: "'{1}'{은/는} 다른 박스오피스({3}의 {2})의 상태입니다. 따라서 지정한 날부터 시작합니다")
        }
        if !resumed.contains(where: \.query.asksForAny) {
            console.note(
                "nothing-new", "there is nothing new: the state already has the periods asked for",
                ko: "새 자료가 없습니다. 조회한 기간은 모두 상태에 이미 들어 있습니다")
        }
        return (resumed, known)
    }
}

extension Query {
    /// True if any chart is asked for.
    fileprivate var asksForAny: Bool {
        if case .chart(let query) = self { query.asksForAny } else { false }
    }
}

extension Fault {
    fileprivate static func noStates(_ format: String) -> Fault {
        Fault(
            .usage, "no-states",
            "the format \(format) cannot continue from a state",
            ko: "{1} 형식은 상태에 이어 쓸 수 없습니다",
            hint: "--state goes with --format singer; --update brings csv and jsonl up to date",
            hintKo: "--state는 --format singer와 함께 사용합니다. csv와 jsonl은 --update로 갱신합니다")
    }
}
