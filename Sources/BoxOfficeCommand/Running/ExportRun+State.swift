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
        let hasState = asked.query.isChart || asked.query.isMarket
        guard let state = values.text(\.state), hasState else { return (asked, nil) }
        guard let format = format as? any Resumable else { throw .noStates(format.manifest.name) }
        // The states of all regions take about ten thousand bytes.
        let bytes = try SmallFile.state(
            at: state, limit: 64 << 20, patience: .seconds(10), format.isState)
        var known: Bookmarks
        var rest: [ChartQuery] = []
        var market: MarketQuery?
        var series: [Bookmarks.Series] = []
        do throws(Fault) {
            known = try format.bookmarks(in: bytes)
            if sources.count > 1, known.series.contains(where: \.source.isEmpty) {
                throw .stateWithoutSource
            }
            for (source, query) in zip(sources, asked.queries) {
                if case .market(let whole) = query {
                    market = try whole.resumed(
                        from: &known, of: source, at: now, refreshes: values.refresh)
                    series.append(Bookmarks.Series(of: whole, from: source.nameInKeys))
                }
                guard case .chart(let chart) = query else { continue }
                rest.append(
                    try chart.resumed(
                        from: &known, of: source, top: values.number(\.top) ?? .max, at: now,
                        refreshes: values.refresh))
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
                "'\(state)' is a state of other charts (\(other.name) of \(other.source)), so this run begins with the days that are asked for",
                ko: "'{1}'{은/는} 다른 박스오피스({3}의 {2})의 상태입니다. 따라서 지정한 날부터 시작합니다")
        }
        if !rest.contains(where: \.asksForAny), market?.isDone != false {
            console.note(
                "nothing-new", "there is nothing new: the state already has the periods asked for",
                ko: "새 자료가 없습니다. 조회한 기간은 모두 상태에 이미 들어 있습니다")
        }
        if let market { return (Asked([.market(market)], unavailable: asked.unavailable), known) }
        var resumed = asked
        resumed.queries = rest.map { .chart($0) }
        // The document is about all periods that any source is asked for.
        let wanted = rest.filter(\.asksForAny).isEmpty ? rest : rest.filter(\.asksForAny)
        if let first = wanted.map(\.periods.first).min(by: { $0.from < $1.from }),
            let last = wanted.map(\.periods.last).max(by: { $0.from < $1.from }),
            let any = wanted.first
        {
            let all = any.of(Periods(from: first, to: last))
            resumed.query = .chart(wanted.contains(where: \.asksForAny) ? all : any)
        }
        return (resumed, known)
    }
}

extension Query {
    /// True if the rows are about the size of the market.
    fileprivate var isMarket: Bool { if case .market = self { true } else { false } }
}

extension Bookmarks.Series {
    /// The name of the series in messages.
    fileprivate var name: String {
        unit.map { "market --by \($0.rawValue)" } ?? chart.rawValue
    }
}

extension Fault {
    /// The fault of a state from before states named the source, which may belong to any.
    fileprivate static let stateWithoutSource = Fault(
        .malformed, "state-without-source",
        "the state does not name its source",
        ko: "어느 소스의 상태인지 적혀 있지 않습니다",
        hint: "run once with its source only; the state then names it",
        hintKo: "그 소스만 지정해 한 번 실행하세요. 그러면 상태에 소스가 적힙니다")

    fileprivate static func noStates(_ format: String) -> Fault {
        Fault(
            .usage, "no-states",
            "the format \(format) cannot continue from a state",
            ko: "{1} 형식은 상태에 이어 쓸 수 없습니다",
            hint: "--state goes with --format singer; --update brings csv and jsonl up to date",
            hintKo: "--state는 --format singer와 함께 사용합니다. csv와 jsonl은 --update로 갱신합니다")
    }
}
