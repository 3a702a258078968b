internal import BoxOffice
internal import Engine

/// The modes of the progress line for long work.
enum ProgressMode: String, Sendable { case auto, always, never }

extension Values {
    // MARK: - Periods and films of charts

    /// The periods asked for; they depend on today's date, which is not known here.
    ///
    /// A state says where the periods begin, so that the last one is enough with it.
    var selection: PeriodSelection {
        let isEndOnly =
            has(\.state) && ![\.date, \.from, \.last, \.month, \.year].contains(where: has)
        if isEndOnly, let to = text(\.to) { return PeriodSelection(date: to) }
        // A setting of the end alone is meant for runs with a beginning.
        let to = has(\.from) || isGiven(\.to) ? text(\.to) : nil
        return PeriodSelection(
            date: text(\.date), from: text(\.from), to: to, last: number(\.last),
            month: text(\.month), year: text(\.year))
    }

    /// Returns the regions given by name or code, as each of `sources` has them, in the same order.
    ///
    /// The word for every region stands for those of the first source.
    ///
    /// - Throws: a ``Fault`` of kind `usage` for a name that one of them does not know, or if two
    ///   names are one region for one of them and two for another.
    func regions(of sources: [any Source]) throws(Fault) -> [[Region]] {
        let areDeclared = sources.contains { $0.holdings.regions?.isEmpty == false }
        // Each of the sources that read a file may have only some of its regions.
        let fileRegions = sources.filter { $0.holdings.editions != nil }
            .flatMap { $0.holdings.regions ?? [] }
        // A code that KOBIS may know but does not name is not a code of another source.
        let known = sources.map { source in
            source.holdings.editions != nil
                ? fileRegions : source.holdings.regions ?? (areDeclared ? Region.all : nil)
        }
        let all = (known.first ?? nil) ?? Region.all
        let words = texts(\.region).flatMap(\.items).flatMap { word in
            [Region.each.english, Region.each.korean].contains(word) && !all.isEmpty
                ? all.map(\.name) : [word]
        }
        var lists: [[Region]] = []
        for (source, own) in zip(sources, known) {
            do throws(Fault) {
                let regions = try words.enumerated().map { place, word throws(Fault) -> [Region] in
                    // A code is valid at one source only.
                    let name = lists.first.map { $0[place].name } ?? word
                    // A source without regions is refused for that, and not for the names given.
                    if own?.isEmpty == true { return [Region(code: name, name: name)] }
                    return try Region.list(named: name, among: own)
                }
                lists.append(regions.flatMap(\.self))
            } catch {
                throw areDeclared && sources.count > 1 ? error.about(source.manifest.name) : error
            }
        }
        for (place, word) in words.enumerated() {
            // The index of the same region among those before it, for each source; nil if there is
            // none.
            let earlier = lists.map { $0.prefix(place).firstIndex(of: $0[place]) }
            guard earlier.allSatisfy({ $0 == earlier.first }) else { throw .regionsDiffer(word) }
        }
        return zip(sources, lists).map { source, list in
            let regions = list.eachOnce
            guard source.holdings.editions != nil, let own = source.holdings.regions else {
                return regions
            }
            let held = regions.compactMap { region in own.first { $0.code == region.code } }
            return held.isEmpty ? regions : held
        }
    }

    /// Returns the result of `body` for `source`, which has only one stretch of its days if they were
    /// recorded: the first that `body` takes.
    ///
    /// - Throws: the fault of the usual stretch if it takes none.
    func serving<Result>(
        _ source: any Source, _ body: (any Source) throws(Fault) -> Result
    ) throws(Fault) -> Result {
        guard let recorded = source.recordedSource else { return try body(source) }
        let (chart, isOfFilms) = (Chart(rawValue: command.name), command.has(.runs))
        let isOfCharts = chart != nil || !command.has(.periods)
        let stretches = recorded.stretches(
            of: isOfFilms ? span.chart : chart ?? .daily,
            for: isOfFilms ? .films : isOfCharts ? .charts : .sums)
        var refusal: Fault?
        for stretch in stretches {
            do throws(Fault) { return try body(stretch) } catch { refusal = refusal ?? error }
        }
        if let refusal { throw refusal }
        return try body(source)
    }

    /// Returns the nations whose charts are joined with the one of all films; empty without --deep.
    ///
    /// - Throws: a ``Fault`` of kind `usage` if the source has no such charts; there is only one then
    ///   (``OptionRule``).
    func nations(of sources: [any Source]) throws(Fault) -> [ChartFilter.Nation] {
        guard flag(\.deep), let source = sources.first else { return [] }
        return try source.nations
    }

    /// True if each film has one row, which sums up its run.
    var isByFilm: Bool { text(\.step) == "film" }

    /// The part of each film's run that is asked for.
    var span: TrendSpan {
        TrendSpan(
            chart: text(\.step) == "week" ? .weekly : .daily,
            days: number(\.days) ?? TrendSpan().days, from: text(\.runFrom), to: text(\.runTo))
    }

    // MARK: - Data added to films

    /// The names of the poster sources that the user chose, each once; nil for the usual ones.
    var posterNames: [String]? {
        text(\.postersFrom)?.items.eachOnce
    }

    /// The names of the sources of details that the user chose; nil to ask the sources of the charts.
    var detailsNames: [String]? { text(\.detailsFrom)?.items }

    /// The kinds of data to look up: `details`, `posters`, `codes` or several.
    var kinds: Set<String> {
        Set((text(\.with) ?? "").items.map { $0.lowercased() }.filter { !$0.isEmpty })
    }

    // MARK: - Sources of answers

    /// The names of the sources, in their order.
    var sources: [String] {
        let names = texts(\.source).flatMap(\.items)
        return names.isEmpty ? [text(\.source) ?? ""] : names
    }
    var jobs: Int { number(\.jobs) ?? 1 }
    var timeout: Int { number(\.timeout) ?? 30 }
    var retries: Int { number(\.retries) ?? 0 }

    /// The files with tables that options name.
    var tables: [String] {
        texts(\.option).compactMap { option in
            ["path=", "\(Registry.tablesName).path="].first(where: option.hasPrefix)
                .map { String(option.dropFirst($0.count)) }
        }
    }

    // MARK: - The run itself

    /// The level of detail of messages about requests and answers: 0, 1 or 2.
    var verbose: Int { texts(\.verbose).count }
    var progress: ProgressMode { word(\.progress) ?? .auto }

    // MARK: - The document and its file

    /// The format given on the command line.
    var format: String? { isGiven(\.format) ? text(\.format) : nil }
    var header: Layout.Header? { word(\.header) }
    var output: String { text(\.output) ?? "-" }
    var color: Colouring? { word(\.color) }
    /// The columns by name, or nil for the default ones.
    var columnNames: [String]? { text(\.columns)?.items }

    /// The format options given on the command line, including a profile.
    var givenOptions: [String] {
        (isGiven(\.option) ? texts(\.option) : []) + (isGiven(\.profile) ? ["profile="] : [])
    }

    /// Returns the option values of the format, including its profile, and sets those of the sources.
    ///
    /// `KEY=VALUE` sets the option of the first plugin that has it, in the order format, sources,
    /// sources of details, sources of posters. `NAME.KEY=VALUE` sets the option of the plugins with
    /// that name.
    ///
    /// - Parameters:
    ///   - manifest: the manifest of the format.
    ///   - implied: the options implied by the ending of the output; options that the user sets win.
    ///   - sources: the sources, which get their options.
    ///   - details: the sources of details, which get theirs.
    ///   - posters: the sources of posters, which get theirs.
    ///   - others: the names of plugins that the run may not use, which settings may be meant for.
    /// - Throws: a ``Fault`` of kind `usage` for an option that none of them has, or for a wrong value.
    func options(
        for manifest: Manifest, implied: [String] = [], besides sources: inout [any Source],
        _ details: inout [any DetailsSource], _ posters: inout [any PosterSource],
        among others: [String] = []
    ) throws(Fault) -> PluginOptions {
        let manifests =
            [manifest] + sources.map(\.manifest) + details.map(\.manifest)
            + posters.map(\.manifest)
        var given = [[String]](repeating: [], count: manifests.count)
        let tables = sources.firstIndex { $0.fileSource != nil }.map { $0 + 1 }
        let optionsOfWriting = sources.compactMap(\.fileSource).first?.optionsOfWriting ?? [:]
        for assignment in texts(\.option) {
            let name = assignment.prefix { $0 != "=" }
            let parts = name.split(separator: ".", maxSplits: 1, omittingEmptySubsequences: false)
            // A setting may be meant for another format, or for tables.
            func has(_ manifest: Manifest) -> Bool {
                parts.count == 2 ? manifest.name == parts[0] : manifest.has(name)
            }
            let isOfOthers =
                has(Registry.tables) || Registry.formats.contains { has($0.manifest) }
                || parts.count == 2 && others.contains(String(parts[0]))
            if !isGiven(\.option), !manifests.contains(where: has), isOfOthers { continue }
            guard parts.count == 2 else {
                // Options about the form of a table also apply to reading one.
                if let tables, let written = optionsOfWriting[String(name)] {
                    given[tables].append(assignment)
                    guard manifest.has(written) else { continue }
                    given[0].append(written + assignment.dropFirst(name.count))
                } else {
                    let index =
                        manifests.firstIndex { $0.has(name) }
                        ?? manifests.firstIndex { $0.hasNearly(name) } ?? 0
                    given[index].append(assignment)
                }
                continue
            }
            let isOfTables = tables != nil && parts[0] == Registry.tablesName
            let named = manifests.indices.filter {
                isOfTables ? $0 == tables : manifests[$0].name == parts[0]
            }
            guard let first = named.first else {
                throw .unknown(
                    Message("such plugin in this run:", ko: "이번 실행의 플러그인"), String(parts[0]),
                    known: manifests.map(\.name),
                    hint: parts[0] == Registry.tablesName
                        ? Message(
                            "--source \(Registry.tablesName) reads tables",
                            ko: "표는 --source {1}{으로/로} 읽습니다") : nil)
            }
            let having = named.filter { manifests[$0].has(parts[1]) }
            for index in having.isEmpty ? [first] : having {
                given[index].append(String(assignment.dropFirst(parts[0].count + 1)))
            }
        }
        var place = 0
        func following() throws(Fault) -> PluginOptions {
            place += 1
            return try PluginOptions(given[place], for: manifests[place])
        }
        for index in sources.indices { sources[index] = try sources[index].with(following()) }
        for index in details.indices { details[index] = try details[index].with(following()) }
        for index in posters.indices { posters[index] = try posters[index].with(following()) }
        let names = given[0].map { $0.prefix { $0 != "=" } }
        var assignments = given[0]
        assignments += implied.filter { other in !names.contains(other.prefix { $0 != "=" }) }
        if has(\.profile), let profile = text(\.profile) {
            guard manifest.has("profile") else { throw .noProfile(of: manifest.name) }
            assignments.append("profile=\(profile)")
        }
        return try PluginOptions(assignments, for: manifest)
    }

    /// Returns true if a run on `today` would accept the values, as far as that is known without
    /// plugins and files.
    ///
    /// - Throws: the ``Fault`` for which it would not, of kind `usage`.
    func areTaken(on today: Day) throws(Fault) -> Bool {
        guard command.has(.output) else { return true }
        // The end of a run goes with its beginning.
        if has(\.runTo), !has(\.runFrom) { return false }
        let registry = try Registry.builtIn()
        var details: [any DetailsSource] = []
        var posters = registry.posters
        var sources = registry.sources.filter { self.sources.contains($0.manifest.name) }
        if command.has(.periods) || selection.from != nil {
            try selection.refuseContradictions()
            for source in sources where source.fileSource == nil {
                _ = try serving(source) { source throws(Fault) in
                    try selection.periods(
                        of: Chart(rawValue: command.name) ?? .daily, today: today,
                        holdings: source.holdings)
                }
            }
        }
        if self.sources.contains(Registry.tablesName), tables.isEmpty { return false }
        // The names of plugins are not known here.
        guard !has(\.pluginDir) else { return true }
        try registry.checkEnding(of: self, besides: [])
        let name = FormatChoice.likely(self).name
        guard let format = registry.formats.first(where: { $0.manifest.name == name }),
            sources.count == self.sources.count
        else { return false }
        // Pictures show charts, runs and the market.
        let drawn = Chart.allCases.map(\.rawValue) + [Command.trend.name, Command.market.name]
        if format.traits.mediaType.hasPrefix("image/"), !drawn.contains(command.name) {
            return false
        }
        _ = try options(for: format.manifest, besides: &sources, &details, &posters)
        return true
    }
}

extension String {
    /// The items between commas, without white space at their ends.
    var items: [String] {
        split(separator: ",", omittingEmptySubsequences: false).map { $0.trimming(\.isWhitespace) }
    }
}

extension Manifest {
    /// Returns true if there is an option of that name.
    func has(_ name: some StringProtocol) -> Bool {
        options.contains { $0.name == name }
    }

    /// Returns true if `name` is probably a mistyped option.
    fileprivate func hasNearly(_ name: some StringProtocol) -> Bool {
        options.map(\.name).nearest(to: String(name)) != nil
    }
}

extension Fault {
    /// Returns the fault of two regions whose rows another source would merge into one.
    fileprivate static func regionsDiffer(_ word: String) -> Fault {
        Fault(
            .usage, "regions-differ",
            "--region '\(word)' is a region of its own for one of the sources, but not for another",
            ko: "--region '{1}'{이/가} 별도의 지역인 소스와 그렇지 않은 소스가 있습니다",
            hint: "name each region once, or ask one source at a time",
            hintKo: "지역마다 이름을 하나만 쓰거나 소스를 하나씩 사용하세요")
    }

    fileprivate static func noProfile(of format: String) -> Fault {
        Fault(
            .usage, "no-profile",
            "--profile goes with --format csv, not with \(format)",
            ko: "--profile은 --format csv에만 사용할 수 있습니다: {1}",
            hint: "leave out --profile", hintKo: "--profile을 빼세요"
        ).of("profile")
    }
}
