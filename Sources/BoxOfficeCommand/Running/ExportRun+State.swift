internal import BoxOffice
internal import Storage

extension ExportRun {
    /// How far the reader of the document is, as the file of `--state` says; nil without one.
    ///
    /// - Throws: a ``Fault`` of kind `usage` if documents of `format` do not go on behind others, or
    ///   of kind `malformed` if the file is not there or has something else.
    func bookmarks(for format: ChosenFormat) throws(Fault) -> Bookmarks? {
        guard let state else { return nil }
        guard case .builtIn(let exporter) = format else {
            throw .noStates(of: format.manifest.name)
        }
        let bytes = try SmallFile.lastLines(at: state, limit: Self.longestState)
        do throws(Fault) {
            guard let bookmarks = try exporter.bookmarks(in: bytes) else {
                throw Fault.noStates(of: format.manifest.name)
            }
            return bookmarks
        } catch {
            throw error.kind == .malformed ? error.about("'\(state)'") : error
        }
    }

    /// `query` without what the reader of the document has; nil if that is everything, and no
    /// document is needed.
    ///
    /// A reader of standard output gets a document even so, because what it keeps of that may replace
    /// the state.
    func continued(
        _ query: Query, behind bookmarks: Bookmarks?, of source: any Source, today: Day,
        _ console: Console
    ) throws(Fault) -> Query? {
        guard let bookmarks, case .chart(let chart) = query else { return query }
        let rest = try chart.continued(
            behind: bookmarks, today: today, holdings: source.holdings)
        guard !rest.asksForAny else { return .chart(rest) }
        console.note(
            "nothing-new", "there is nothing new: the state already has the periods asked for")
        return output.output == "-" ? .chart(rest) : nil
    }

    /// How much of the file is read; the states of all regions take a few thousand bytes.
    private static let longestState = 4 * 1024 * 1024
}

extension Fault {
    fileprivate static func noStates(of format: String) -> Fault {
        Fault(
            .usage, "no-states", "documents of the format \(format) do not go on behind a state",
            hint: "--state goes with --format singer; --update brings csv and jsonl up to date")
    }
}
