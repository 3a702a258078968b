package import BoxOffice
internal import Engine
internal import Wire

/// The manifest of an executable, parsed and validated.
package struct PluginManifest: Hashable, Sendable {
    /// The rows that a source has.
    package enum Rows: Hashable, Sendable {
        /// Rows of these charts, from the first day on, up to the last if there is one.
        case charts([Chart], from: Day, to: Day?)
        /// Its own dataset, which has this name.
        case own(String)
    }

    /// The filters of a source's charts: regions, nations and kinds of release; empty by default.
    package struct Filters: Hashable, Sendable {
        /// The regions, each with the code that queries use.
        package var regions: [Region] = []
        /// The nations.
        package var nations: [ChartFilter.Nation] = []
        /// The kinds of release.
        package var kinds: [ChartFilter.Kind] = []
    }

    /// The name, summary and options.
    package let manifest: Manifest
    /// The rows of a source of figures; nil for any other plugin.
    package private(set) var rows: Rows?
    /// The columns of a source of figures or of details, in the order they are written if the user
    /// chooses none.
    package private(set) var columns: [Column] = []
    /// The chart policy of a source.
    package private(set) var policy = ChartPolicy()
    /// The number of days for which details may be used by other runs; 0 if they are not kept.
    package private(set) var keptFor = 0
    /// The address of a film's page at a source, with `{code}` for the film's code; nil if films
    /// have no pages there.
    package private(set) var filmPage: String?
    /// True if a source may use the network; any other may be used offline.
    package let asksNetwork: Bool
    /// The filters of a source's charts; nil if it has none, and then queries have no filter
    /// fields.
    package private(set) var filters: Filters?
    /// True if the answers of a source are kept for other runs, and recorded.
    package private(set) var keepsAnswers = false
    /// The author's version of a source's answers, which changes with them; nil if there is none.
    package private(set) var version: String?
    /// The pause between an answer of a source and the next query; zero by default.
    package private(set) var pause = Duration.zero
    /// The maximum number of queries a day to a source, from midnight to midnight in Seoul; nil if
    /// unlimited.
    package private(set) var callsPerDay: Int?
    /// The names of the columns that a format writes if the user chooses none; empty for the usual
    /// ones.
    package private(set) var wanted: [String] = []
    /// The traits of a format's documents.
    package private(set) var traits = FormatTraits(mediaType: "text/plain", fileEndings: [])
    /// True if a format gets a line before the rows of each edition.
    package private(set) var wantsEditions = false
    /// The variables of the user's environment that the plugin asks for.
    package let variables: [String]

    /// The protocol version of this host.
    package static let protocolVersion = 1
}

extension PluginManifest {
    /// A digest of everything, besides the version, that decides what an answer means: the
    /// currency, and the names and types of the columns.
    ///
    /// Other days, texts or regions do not change the meaning of kept answers.
    var digestOfAnswers: String {
        let columns = columns.map { "\($0.name) \($0.kind.rawValue)" }.sorted()
        let parts = [policy.territory.currency.code] + columns
        return CRC32.hexadecimal(of: parts.joined(separator: "\n").utf8.span)
    }
}

extension PluginManifest {
    /// Reads `line`, the answer of the plugin of that kind and name to the greeting.
    ///
    /// Unknown fields are ignored, so that later versions may add some.
    ///
    /// - Throws: a ``Fault`` of kind `malformed` that lists the first 20 faults.
    init(_ line: [UInt8], of kind: PluginFile.Kind, named name: String) throws(Fault) {
        do throws(Malformed) {
            let manifest = ManifestField(value: try Self.object(in: line), faults: .init())
            let version = manifest["protocol"]
            guard version.value == .number("\(Self.protocolVersion)") else {
                let said: Message =
                    version.value == nil ? "does not say which" : "\(version.inWords)"
                throw Malformed(
                    "it does not speak version \(Self.protocolVersion) of the protocol but \(said)")
            }
            self.init(manifest, of: kind, named: name)
            let faults = manifest.faults.all
            guard faults.isEmpty else {
                let more = faults.count > 20 ? ["and \(faults.count - 20) more"] : []
                throw Malformed(
                    "its manifest: \((faults.prefix(20) + more).joined(separator: "; "))")
            }
        } catch {
            throw Fault(
                .malformed, "plugin-manifest", "the plugin '\(name)': \(error.reason)")
        }
    }

    /// Returns the manifest object in `line`.
    private static func object(in line: [UInt8]) throws(Malformed) -> JSONValue {
        do throws(Malformed) {
            guard let manifest = try JSONValue(objectIn: line)["manifest"], case .object = manifest
            else { throw Malformed("it answers the greeting with something other than a manifest") }
            return manifest
        } catch {
            throw Malformed("\(error.reason): \(Quote.of(line))")
        }
    }

    private init(_ manifest: ManifestField, of kind: PluginFile.Kind, named name: String) {
        let own = manifest["name"].required
        _ = own.line("is not the name of the file, '\(name)'") { $0 == name }
        let summary = manifest["summary"].required.line ?? ""
        let options = manifest["options"].objects(
            called: "option", namedOf: "a to z, 0 to 9 and -", where: \.isPluginName)
        self.manifest = Manifest(
            name: name, summary: summary,
            options: options.map { Self.option($0.object, named: $0.name) })
        variables = manifest["variables"].lines
        asksNetwork = manifest["asks_network"].boolean ?? true
        switch kind {
        case .source: readSource(manifest)
        case .format: readFormat(manifest)
        case .posters: break
        case .details: readDetails(manifest)
        }
    }

    // MARK: - Options

    private static func option(_ option: ManifestField, named name: String) -> PluginOption {
        let kind = kind(of: option)
        let usual = option["default"].required
        let text = usual.read("is not a text, number or boolean") { value in
            switch value {
            case .text(let text), .number(let text): text
            case .boolean(let boolean): "\(boolean)"
            default: nil
            }
        }
        let help = option["help"].required.line
        let declared = PluginOption(name, kind, default: text ?? "", help: help ?? "")
        if let text, !declared.takes(text) {
            let words = declared.choices.map { "is not one of \($0.joined(separator: ", "))" }
            let numeric =
                Int(text) == nil ? "is not a whole number" : "is not in \(declared.domain)"
            usual.refuse(words ?? numeric)
        }
        return declared
    }

    /// Returns the type of the option; any text if the manifest is wrong there.
    private static func kind(of option: ManifestField) -> PluginOption.Kind {
        enum Word: String, CaseIterable { case text, boolean, integer, choice }
        switch option["type"].word(of: Word.self) {
        case nil, .text: return .text
        case .boolean: return .boolean
        case .integer:
            let least = option["minimum"].required.integer()
            let most = option["maximum"].required.integer()
            guard let least, let most else { return .text }
            if least <= most { return .integer(least...most) }
            option["maximum"].refuse("is less than 'minimum', \(least)")
        case .choice:
            let words = option["choices"].lines
            if !words.isEmpty { return .choice(words) }
            option["choices"].note(" has no words")
        }
        return .text
    }

    // MARK: - Sources

    private mutating func readSource(_ manifest: ManifestField) {
        policy.territory = Self.territory(manifest)
        let chart = ChartEntry.table.dataset
        let dataset = manifest["dataset"]
        let hasCharts = dataset.value == nil || dataset.value == .text(chart.name)
        if hasCharts {
            let charts = manifest["charts"].items
            if charts.isEmpty { manifest["charts"].note(" names no charts") }
            let known = charts.compactMap { $0.word(of: Chart.self) }
            let (first, last) = (manifest["from"].required.day, manifest["to"].day)
            rows = first.map { .charts(known, from: $0, to: last) }
        } else if let name = dataset.line {
            rows = .own(name)
            if !name.isPluginName || Dataset.reservedNames.contains(name) {
                dataset.note(": a dataset cannot be called \(dataset.inWords)")
            }
        }
        columns = columns(
            manifest, known: hasCharts ? chart.columns + [.isFinal] : [], of: "charts"
        ).map(\.1)
        policy.rows = manifest["rows"].integer(in: 1...ChartPolicy.maxRows)
        policy.finalAfter = manifest["final_after"].integer(in: 0...36_500) ?? policy.finalAfter
        policy.mayBeEmpty = manifest["empty_charts"].boolean == true
        policy.order = manifest["order"].word(of: ChartPolicy.Order.self)
        filmPage = manifest["film_page"].line(
            "is not a web address with one {code} in it", where: \.isFilmPage)
        keepsAnswers = manifest["keeps"].boolean == true
        version = manifest["version"].line
        pause = manifest["pause"].duration(upTo: 60) ?? .zero
        callsPerDay = manifest["calls"].integer(in: 1...1_000_000)
        if manifest["filters"].value != nil { filters = Self.filters(manifest["filters"]) }
        for name in ["filters", "keeps"] where !hasCharts && manifest[name].value != nil {
            manifest[name].note(" is for sources of charts")
        }
    }

    private static func filters(_ filters: ManifestField) -> Filters {
        guard case .object = filters.value else {
            filters.refuse("is not an object")
            return Filters()
        }
        // Users write names and codes in comma-separated lists.
        func isWord(_ text: String) -> Bool {
            text.utf8.count <= 64 && !text.contains(",") && text != Bookmarks.Series.all
                && text.trimming(\.isWhitespace) == text
        }
        let characters = "64 bytes at most, without commas and other than 'all'"
        let regions = filters["regions"].objects(
            called: "region", namedOf: characters, where: isWord)
        var words = Set(regions.map(\.name))
        let read = Filters(
            regions: regions.map { region, name in
                let code =
                    region["code"].required.line("is not a code of \(characters)", where: isWord)
                    ?? ""
                if !code.isEmpty, code != name, !words.insert(code).inserted {
                    region["code"].refuse("is the name or the code of another region")
                }
                return Region(code: code, name: name)
            },
            nations: filters["nations"].items.compactMap {
                $0.word(of: ChartFilter.Nation.self)
            },
            kinds: filters["kinds"].items.compactMap { $0.word(of: ChartFilter.Kind.self) })
        let isEmpty = ["regions", "nations", "kinds"].allSatisfy { filters[$0].value == nil }
        if isEmpty { filters.note(" has no regions, nations or kinds") }
        return read
    }

    /// Reads the columns, each with its field; a column of `known`, which `what` already has, keeps
    /// its type.
    private func columns(
        _ manifest: ManifestField, known: [Column], of what: String
    ) -> [(place: ManifestField, column: Column)] {
        let declared = manifest["columns"].objects(
            called: "column", namedOf: "a to z, 0 to 9 and _", where: \.isColumnName)
        if declared.isEmpty { manifest["columns"].note(" has no columns") }
        return declared.map { column, name in
            let common = known.first { $0.name == name }
            let type = common == nil ? column["type"].required : column["type"]
            let kind = kind(type)
            if let common, let kind, kind != common.kind {
                type.refuse("is not what \(what) have there, \(common.kind.rawValue)")
            }
            return (
                column, common ?? Column(name, column["korean"].line ?? name, kind ?? .text)
            )
        }
    }

    private mutating func readDetails(_ manifest: ManifestField) {
        let declared = columns(manifest, known: Movie.detailColumns, of: "details")
        for (place, column) in declared {
            if let refusal = column.refusalAsDetails { place.note(": it \(refusal)") }
        }
        columns = declared.map(\.column)
        keptFor = manifest["keeps"].integer(in: 0...36_500) ?? 0
    }

    /// Reads the territory of a source's charts.
    private static func territory(_ manifest: ManifestField) -> Territory {
        var territory = Territory()
        territory.country = manifest["country"].text(
            "is not a country of ISO 3166 in two capital letters, such as US", Country.init)
        let currency = manifest["currency"].text(
            "is not a currency of ISO 4217, such as USD", Currency.init)
        let dayEnds = manifest["day_ends"].text(
            "is not a time from 10:00 to 48:00 after 00:00 UTC of a day, such as 34:00",
            Territory.dayEnds
        )
        territory.currency = currency ?? territory.currency
        territory.dayEnds = dayEnds ?? territory.dayEnds
        territory.language = manifest["language"].text(
            "is not a language of ISO 639 in two or three small letters, such as en"
        ) { $0.isLanguage ? $0 : nil }
        return territory
    }

    /// Reads the type of a column; `won` is the old name of amounts, from when all were in won.
    private func kind(_ type: ManifestField) -> Column.Kind? {
        guard type.value == .text("won") else { return type.word(of: Column.Kind.self) }
        let currency = policy.territory.currency
        if currency != .won {
            type.refuse(
                "is for amounts in KRW; this source's are in \(currency.code), so write 'amount'")
        }
        return .amount
    }

    // MARK: - Formats

    private mutating func readFormat(_ manifest: ManifestField) {
        wanted = manifest["columns"].lines
        let isBinary = manifest["binary"].boolean == true
        let mediaType = manifest["media_type"].line(
            "is not a media type such as text/html", where: \.isMediaType)
        let endings = manifest["endings"].items.compactMap {
            $0.line("is not a file ending such as html", where: \.isFileEnding)
        }
        traits = FormatTraits(
            mediaType: mediaType ?? (isBinary ? "application/octet-stream" : "text/plain"),
            fileEndings: endings, isBinary: isBinary, isStreaming: false)
        wantsEditions = manifest["editions"].boolean == true
    }
}
