internal import Assistant
internal import BoxOffice
internal import Engine
internal import Executables

/// A run whose plugins and their options are known, and what each source is asked for.
struct ResolvedRun: Sendable {
    /// The values as given and set, without settings that are meant for other runs.
    private(set) var values: Values
    let console: Console
    /// The sources of the rows, in their order; at least one.
    let sources: [any Source]
    let format: any Format
    /// The options of the format.
    let options: PluginOptions
    let now: Instant
    let registry: Registry
    /// The sources of details in the order they are asked, including the registers of the charts'
    /// sources.
    let details: [any DetailsSource]
    let posters: [any PosterSource]
    /// What each source is asked for; nil if there is nothing to do yet.
    private(set) var asked: [Asked]?
    /// The same for the period before, in case the last one is asked for and not published yet.
    private(set) var askedBefore: [Asked]?

    /// The maximum number of rows to write.
    var limit: Int {
        values.number(values.command.groups.contains(.search) ? \.limit : \.rowLimit) ?? .max
    }

    /// Finds the plugins and their options, and what is asked for.
    ///
    /// - Parameter ask: returns what the only source is asked for; nil for a command of charts.
    init(
        _ given: Values, _ console: Console,
        _ ask: ((any Source) throws(Fault) -> Asked)? = nil
    ) async throws(Fault) {
        func request(from sources: [any Source], at time: Instant) throws(Fault) -> [Asked]? {
            guard let ask else { return try given.asked(from: sources, at: time, console) }
            return [try ask(given.only(of: sources))]
        }
        self.console = console
        registry = try Registry.withExecutables(
            in: given.texts(\.pluginDir),
            asked: given.sources + [FormatChoice.likely(given).name]
                + (given.posterNames ?? []) + (given.detailsNames ?? []),
            seconds: given.timeout, console: console)
        var sources = try await registry.sources(named: given.sources)
        let choice: FormatChoice
        if let inquiry = console.inquiry {
            format = inquiry.format
            choice = FormatChoice(name: format.manifest.name)
        } else {
            choice = try await registry.formatChoice(for: given)
            if let note = choice.note(on: given, among: registry.formatNames) {
                console.note(note.code, note)
            }
            do throws(Fault) {
                format = try await registry.format(named: choice.name)
            } catch {
                guard error.kind == .usage, given.format == nil,
                    let place = given.usualFormat?.place
                else { throw error }
                throw .refused("format", place, error.wording)
            }
        }
        let values = try given.settled(on: format)
        self.values = values
        var details =
            values.kinds.contains("details")
            ? try await registry.detailsSources(named: values.detailsNames, besides: sources) : []
        var posters =
            values.kinds.contains("posters")
            ? try await registry.posterSources(named: values.posterNames, console) : []
        let orders: [(OptionTable.Path, String)] = [
            (\.detailsFrom, "details"), (\.postersFrom, "posters"),
        ]
        for (option, kind) in orders
        where values.isGiven(option) && !values.kinds.contains(kind) {
            console.advise(
                "from-without-with",
                "--\(OptionTable[option].name) does nothing without --with \(kind)",
                ko: "--{1}{은/는} --with {2}{과/와} 함께 지정해야 적용됩니다")
        }
        now = CurrentProcess.now()
        do throws(Fault) {
            options = try values.options(
                for: format.manifest, implied: choice.assignments, besides: &sources, &details,
                &posters, among: registry.files().map(\.name))
        } catch {
            throw error.options.isEmpty ? error.of("option") : error
        }
        if values.flag(\.update), try format.reader(options) == nil {
            throw .optionsExcludeUpdate(of: format.manifest.name)
        }
        sources = try Self.opening(sources, values, registry, console)
        if values.kinds.contains("details"), values.detailsNames == nil {
            for register in sources.compactMap({ $0.fileCharts?.registerOfRows })
            where !details.contains(where: { $0.manifest.name == register.manifest.name }) {
                details.append(register)
            }
        }
        (sources, asked) = try Self.served(sources, at: now, values, request)
        let todays = sources.map { [now] in $0.policy.territory.today(at: now) }
        let asking = asked?.filter { $0.charts?.asksForAny ?? true } ?? []
        if values.selection.isLatest,
            let last = (asking.isEmpty ? asked ?? [] : asking).compactMap({ $0.periods?.last.to })
                .max(),
            let today = todays.min()
        {
            // On its last day that period is not over yet.
            let seconds = now.secondsSince1970 - last.distance(to: today) * 86_400
            askedBefore = try? request(from: sources, at: Instant(secondsSince1970: seconds))
        }
        self.sources = sources
        self.details = details
        self.posters = posters
        // Settings for answers that are kept are meant for runs that have some.
        guard !keepsAnswers else { return }
        for option in OptionTable[[\.record, \.replay]] { self.values.dropSetting(option) }
    }

    /// Returns the sources and what they are asked for; one with recorded days has those that serve
    /// the run.
    private static func served(
        _ sources: [any Source], at now: Instant, _ values: Values,
        _ ask: ([any Source], Instant) throws(Fault) -> [Asked]?
    ) throws(Fault) -> ([any Source], [Asked]?) {
        guard let place = sources.firstIndex(where: { $0.recordedSource != nil }) else {
            return (sources, try ask(sources, now))
        }
        return try values.serving(sources[place]) {
            source throws(Fault) -> ([any Source], [Asked]?) in
            var sources = sources
            sources[place] = source
            let asked = try ask(sources, now)
            if let asked { try source.check(asked[place].query) }
            return (sources, asked)
        }
    }

    /// Returns the run for the period before, and says so, if the latest period was asked for and
    /// `fault` is that it is not published yet; else nil.
    func before(_ fault: Fault) -> ResolvedRun? {
        // Without the service, what was kept of such a run is found again.
        let isMissing =
            fault.kind == .notPublished
            || ["empty-chart", "not-archived", "no-recording"].contains(fault.code)
        guard isMissing, askedBefore != nil else { return nil }
        console.note(
            "latest-is-before", "\(fault.wording); the period before it is asked for instead",
            ko: "{1}. 대신 그 전 기간을 요청합니다")
        var run = self
        (run.asked, run.askedBefore) = (askedBefore, nil)
        return run
    }

    /// Reports that there is no chart to request, and returns the exit status.
    func tellNothingToDo() -> Int32 {
        let today = sources.map { $0.policy.territory.today(at: now) }.min() ?? now.dayInSeoul
        console.note(
            "nothing-to-do",
            "there is nothing to do yet: no period of this range is over on \(today)",
            ko: "아직 할 일이 없습니다. {1} 현재 이 범위에는 끝난 기간이 없습니다")
        return ExitStatus.success
    }
}
