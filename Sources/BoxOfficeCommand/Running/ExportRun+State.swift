internal import BoxOffice
internal import Engine
internal import Storage

extension ExportRun {
    /// How far the reader of the document is, as the file of `--state` says; nil without one.
    ///
    /// - Throws: a ``Fault`` of kind `usage` if documents of `format` do not go on behind others, or
    ///   of kind `malformed` if the file is not there or has something else.
    func bookmarks(for format: any Format) throws(Fault) -> Bookmarks? {
        guard let state else { return nil }
        guard let format = format as? any Resumable else {
            throw .noStates(of: format.manifest.name)
        }
        let bytes = try SmallFile.state(
            at: state, limit: Self.longestState, patience: .seconds(10), format.isState)
        do throws(Fault) {
            return try format.bookmarks(in: bytes)
        } catch {
            throw error.kind == .malformed ? error.about("'\(state)'") : error
        }
    }

    /// `query` without what the reader of the document has; with `--refresh` it has that again.
    ///
    /// If nothing is left, the document has its state and no rows: it may replace the state.
    func resumed(
        _ query: Query, from bookmarks: inout Bookmarks?, of source: any Source, today: Day,
        _ console: Console
    ) throws(Fault) -> Query {
        guard var known = bookmarks, case .chart(let chart) = query else { return query }
        let rest: ChartQuery
        do throws(Fault) {
            rest = try chart.resumed(
                from: &known, of: source.nameInKeys, .init(top: top == .max ? nil : top),
                today: today, holdings: source.holdings, source.policy,
                refreshes: origin.refresh)
        } catch {
            throw error.kind == .malformed ? error.about("'\(state ?? "")'") : error
        }
        let series = chart.editions(of: chart.periods.first).map {
            Bookmarks.Series(of: $0, from: source.nameInKeys)
        }
        if let other = known.series.first, !series.contains(where: known.series.contains) {
            console.warn(
                "state-of-others",
                Message(
                    "'\(state ?? "")' is a state of other charts (\(other.chart.rawValue) of \(other.source)), so this run begins with the days that are asked for",
                    ko: "'{1}'{은/는} 다른 박스오피스({3}의 {2})의 상태입니다. 따라서 지정한 날부터 시작합니다")
            )
        }
        bookmarks = known
        if !rest.asksForAny {
            console.note(
                "nothing-new",
                Message(
                    "there is nothing new: the state already has the periods asked for",
                    ko: "새 자료가 없습니다. 조회한 기간이 모두 상태에 있습니다"))
        }
        return .chart(rest)
    }

    /// Refuses places that the file of the state must not be.
    func checkState(_ path: OutputPath, of query: Query) throws(Fault) {
        guard let state else { return }
        if case .files = path { throw .stateOfFiles }
        if path.leads(to: state, of: query) { throw .stateIsOutput }
        if let report = output.report, SmallFile.isSameFile(report, state) { throw .stateIsReport }
    }

    /// How long a state may be; those of all regions take some ten thousand bytes.
    private static let longestState = 64 * 1024 * 1024
}

extension Fault {
    fileprivate static let stateOfFiles = Fault(
        .usage, "state-of-files",
        "--state goes with one output, because several have no one state",
        ko: "출력이 여러 파일이면 상태가 하나가 아니므로 --state를 사용할 수 없습니다")

    fileprivate static let stateIsOutput = Fault(
        .usage, "state-is-output",
        "--state and --output name the same file", ko: "--state와 --output이 같은 파일을 가리킵니다")

    fileprivate static let stateIsReport = Fault(
        .usage, "state-is-report",
        "--state and --report name the same file", ko: "--state와 --report가 같은 파일을 가리킵니다")

    fileprivate static func noStates(of format: String) -> Fault {
        Fault(
            .usage, "no-states",
            "documents of the format \(format) do not go on behind a state",
            ko: "{1} 형식은 상태에 이어 쓸 수 없습니다",
            hint: "--state goes with --format singer; --update brings csv and jsonl up to date",
            hintKo: "--state는 --format singer와 함께 사용합니다. csv와 jsonl은 --update로 갱신합니다")
    }
}
