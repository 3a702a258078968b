internal import BoxOffice
internal import Engine

/// The readers that a CSV file is written for.
enum CSVProfile: String, Sendable {
    /// Programs.
    case machine
    /// Excel in Korean.
    case excel
}

/// The periods of which a run consists.
enum TrendStep: String { case day, week }

/// When the progress line of long work is shown.
enum ProgressMode: String, Sendable { case auto, always, never }

/// What the options say of the periods of a chart.
struct PeriodOptions: Sendable {
    let values: Values

    /// The file of `--state`.
    var state: String? { values.text(\.state) }

    /// The periods that were asked for; they depend on today's date, which is not known here.
    ///
    /// With a state, which says where they begin, the last one is enough.
    var selection: PeriodSelection {
        let isEndOnly =
            state != nil && ![\.date, \.from, \.month, \.year].contains(where: values.has)
        if isEndOnly, !values.has(\.last), let to = values.text(\.to) {
            return PeriodSelection(date: to)
        }
        return PeriodSelection(
            date: values.text(\.date), from: values.text(\.from), to: values.text(\.to),
            last: values.number(\.last), month: values.text(\.month), year: values.text(\.year))
    }
}

/// What the options say of the films of a chart.
struct FilterOptions: Sendable {
    let values: Values

    var nation: ChartFilter.Nation? { values.word(\.nation) }
    var kind: ChartFilter.Kind? { values.word(\.kind) }
    var top: Int? { values.number(\.top) }

    /// The regions that were given by name or code.
    ///
    /// - Throws: a ``Fault`` of kind `usage` for an unknown name.
    func regions() throws(Fault) -> [Region] {
        var regions: [Region] = []
        for names in values.texts(\.region) { regions += try Region.list(named: names) }
        return regions
    }
}

/// What the options say of the runs of films.
struct RunOptions: Sendable {
    let values: Values

    /// Whether the days are counted from one that is given.
    var isCounted: Bool { values.has(\.runFrom) }

    /// Which part of the runs is asked for.
    var span: TrendSpan {
        TrendSpan(
            chart: values.word(\.step) == TrendStep.week ? .weekly : .daily,
            days: values.number(\.days) ?? TrendSpan().days, from: values.text(\.runFrom),
            to: values.text(\.runTo))
    }
}

/// What the options add to films.
struct EnrichmentOptions: Sendable {
    let values: Values

    var postersDir: String? { values.text(\.postersDir) }

    /// The names of the sources of posters that the user chose, each once; nil for the usual ones.
    var posterNames: [String]? {
        values.text(\.postersFrom)?.items.reduce(into: []) { if !$0.contains($1) { $0.append($1) } }
    }

    /// The kinds of data to look up: `details`, `posters` or both.
    var kinds: Set<String> {
        Set((values.text(\.with) ?? "").items.map { $0.lowercased() }.filter { !$0.isEmpty })
    }

    /// Makes sure that what is to be looked up can be.
    func check() throws(Fault) {
        let known = ["details", "posters"]
        let items = values.text(\.with)?.items ?? []
        for item in items
        where !known.contains(item.lowercased()) && (!item.isEmpty || kinds.isEmpty) {
            var fault = Fault(
                .usage, "with-kinds",
                "--with takes details, posters or both, not '\(item)'",
                ko: "--with의 값은 details, posters 또는 둘 다여야 합니다: '{1}'")
            let other = Words("details: 상세 detail; posters: 포스터").known
            if let meant = known.nearest(to: item, otherWords: other) {
                fault.corrections = [Fault.Correction(mistyped: item, meant: meant)]
            }
            throw fault
        }
        guard postersDir == nil || kinds.contains("posters") else {
            throw Fault(
                .usage, "posters-dir-alone",
                "--posters-dir goes with --with posters",
                ko: "--posters-dir은 --with posters와 함께 사용하세요")
        }
    }
}

/// What the options say of where answers come from.
struct SourceOptions: Sendable {
    let values: Values

    var source: String { values.text(\.source) ?? "" }
    var jobs: Int { values.number(\.jobs) ?? 1 }
    var timeout: Int { values.number(\.timeout) ?? 30 }
    var retries: Int { values.number(\.retries) ?? 0 }
    var maxCalls: Int? { values.number(\.maxCalls) }
    var offline: Bool { values.flag(\.offline) }
    var refresh: Bool { values.flag(\.refresh) }
    var record: String? { values.text(\.record) }
    var replay: String? { values.text(\.replay) }
    var crossCheck: Bool { values.flag(\.crossCheck) }
    var keepGoing: Bool { values.flag(\.keepGoing) }
    var pluginDir: [String] { values.texts(\.pluginDir) }
}

/// What the options say of the document: what is written, how, and where to.
struct OutputOptions: Sendable {
    private(set) var values: Values

    init(_ values: Values) { self.values = values }

    /// The format that was given.
    var format: String? { values.origin(\.format).isArgument ? values.text(\.format) : nil }
    /// The format that is set, which counts after the ending of the output.
    var usualFormat: String? { values.formatSetting }
    var profile: CSVProfile? { values.has(\.profile) ? values.word(\.profile) : nil }
    var options: [String] { values.texts(\.option) }
    var header: Layout.Header? { values.word(\.header) }
    var output: String { values.text(\.output) ?? "-" }
    var allowEmpty: Bool { values.flag(\.allowEmpty) }
    var update: Bool { values.flag(\.update) }
    var dryRun: Bool { values.flag(\.dryRun) }
    var report: String? { values.text(\.report) }
    var color: Colouring? { values.word(\.color) }
    /// The columns by name, or nil for the default ones.
    var columnNames: [String]? { values.text(\.columns)?.items }

    /// The options of the format that were given, a profile among them.
    var givenOptions: [String] {
        (values.origin(\.option).isArgument ? options : [])
            + (values.origin(\.profile).isArgument ? ["profile="] : [])
    }

    /// The options without those that are set for another format than `format`.
    ///
    /// Options are set for the format that is set, or for CSV if none is.
    func settled(on format: any Format) -> OutputOptions {
        let standard = Registry.defaultFormat.manifest.name
        let name = format.manifest.name
        let isUsual = name == usualFormat ?? standard
        var other = self
        if !isUsual { other.values.dropSetting(\.option) }
        if !isUsual, name != standard { other.values.dropSetting(\.profile) }
        if !(format is any Updatable) { other.values.dropSetting(\.update) }
        return other
    }

    /// The option values of the plugin of `manifest`.
    ///
    /// - Throws: a ``Fault`` of kind `usage` for an option that it does not have, or a wrong value.
    func options(for manifest: Manifest) throws(Fault) -> PluginOptions {
        try PluginOptions(try assignments(for: manifest, options), for: manifest)
    }

    private func assignments(
        for manifest: Manifest, _ assignments: [String]
    ) throws(Fault) -> [String] {
        guard let profile else { return assignments }
        guard manifest.has("profile") else { throw .noProfile(of: manifest.name) }
        return assignments + ["profile=\(profile)"]
    }
}

extension OutputOptions {
    /// The option values of the format; those of the sources are set there.
    ///
    /// `KEY=VALUE` sets the option of the first plugin that has it, in the order format, source,
    /// sources of posters. `NAME.KEY=VALUE` sets that of the plugins with the name.
    ///
    /// - Parameters:
    ///   - manifest: the manifest of the format.
    ///   - implied: what the ending of the output stands for; what the user sets wins.
    ///   - source: the source, which gets its options.
    ///   - posters: the sources of posters, which get theirs.
    /// - Throws: a ``Fault`` of kind `usage` for an option that none of them has, or a wrong value.
    func options(
        for manifest: Manifest, implied: [String] = [], besides source: inout any Source,
        _ posters: inout [any PosterSource]
    ) throws(Fault) -> PluginOptions {
        let manifests = [manifest, source.manifest] + posters.map(\.manifest)
        var given = [[String]](repeating: [], count: manifests.count)
        for assignment in options {
            let name = assignment.prefix { $0 != "=" }
            let parts = name.split(separator: ".", maxSplits: 1, omittingEmptySubsequences: false)
            if parts.count == 2 {
                let named = manifests.indices.filter { manifests[$0].name == parts[0] }
                let key = String(parts[1])
                guard let first = named.first else {
                    throw .unknown(
                        Message("plugin in this run", ko: "이번 실행의 플러그인"), String(parts[0]),
                        known: manifests.map(\.name))
                }
                let having = named.filter { manifests[$0].has(key) }
                for index in having.isEmpty ? [first] : having {
                    given[index].append(String(assignment.dropFirst(parts[0].count + 1)))
                }
            } else {
                let index = manifests.firstIndex { $0.has(String(name)) }
                given[index ?? 0].append(assignment)
            }
        }
        source = try source.with(try PluginOptions(given[1], for: manifests[1]))
        for index in posters.indices {
            let options = try PluginOptions(given[index + 2], for: manifests[index + 2])
            posters[index] = try posters[index].with(options)
        }
        let names = given[0].map { $0.prefix { $0 != "=" } }
        let others = implied.filter { assignment in !names.contains(assignment.prefix { $0 != "=" })
        }
        return try PluginOptions(
            try assignments(for: manifest, given[0] + others), for: manifest)
    }
}

/// What every command's options say of how it runs.
struct RunningOptions: Sendable {
    let values: Values

    var quiet: Bool { values.flag(\.quiet) }
    var verbose: Int { values.count(\.verbose) }
    var progress: ProgressMode { values.word(\.progress) ?? .auto }
    var config: String? { values.text(\.config) }
}

extension Values {
    /// What the options say, by subject.
    var periods: PeriodOptions { PeriodOptions(values: self) }
    var films: FilterOptions { FilterOptions(values: self) }
    var run: RunOptions { RunOptions(values: self) }
    var added: EnrichmentOptions { EnrichmentOptions(values: self) }
    var source: SourceOptions { SourceOptions(values: self) }
    var document: OutputOptions { OutputOptions(self) }
    var running: RunningOptions { RunningOptions(values: self) }
}

extension String {
    /// The items between commas.
    fileprivate var items: [String] {
        split(separator: ",", omittingEmptySubsequences: false).map { item in
            item.trimming { $0 == " " }
        }
    }
}

extension Manifest {
    /// Whether there is an option of that name.
    func has(_ name: String) -> Bool { options.contains { $0.name == name } }
}

extension Fault {
    fileprivate static func noProfile(of format: String) -> Fault {
        Fault(
            .usage, "no-profile",
            "--profile goes with --format csv, not with \(format)",
            ko: "--profile은 --format csv에만 사용할 수 있습니다: {1}",
            hint: "leave out --profile", hintKo: "--profile을 빼세요")
    }
}
