internal import BoxOffice
internal import CSV
internal import Curl
internal import Engine
internal import Executables
internal import HTML
internal import JSONLines
internal import KakaoImages
internal import KMDb
internal import KOBIS
internal import Markdown
internal import Sample
internal import Singer
internal import SQLite
internal import PNG
internal import SVG
internal import Storage
internal import Tables
internal import Text
internal import Wire
internal import XLSX

/// The plugins that a command can use.
struct Registry: Sendable {
    /// The sources of figures, the default one first.
    private(set) var sources: [any Source]
    /// The sources of posters, in the order in which they are asked.
    private(set) var posters: [any PosterSource]
    /// The sources of details that are not registers of sources of figures.
    private(set) var details: [any DetailsSource] = []
    /// The formats, the default one first.
    private(set) var formats: [any Format]
    /// The executable plugins, if they were looked for.
    var executables: ExecutablePlugins?

    /// The source if `--source` is not given.
    static var defaultSource: any Source { KOBIS(.json) }
    /// The format of files and pipes if none is chosen.
    static var defaultFormat: any Format { CSV() }
    /// The format on a terminal if none is chosen.
    static var terminalFormat: any Format { Markdown() }
    /// The built-in formats, the default one first.
    static var formats: [any Format] {
        [
            defaultFormat, JSONLines(), JSONArray(), Text(), terminalFormat, XLSX(), HTML(), SVG(),
            PNG(), SQLite(), Singer(),
        ]
    }
    /// The built-in sources that ask a service.
    private static var network: [any Source] { [defaultSource, KOBIS(.xml)] }
    /// The built-in sources of posters.
    static var posterSources: [any PosterSource] { [KMDb(), KakaoImages()] }

    /// The manifests of the built-in plugins.
    static var manifests: [Manifest] {
        network.map(\.manifest) + [Sample.manifest, Tables.manifest]
            + posterSources.map(\.manifest)
            + formats.map(\.manifest)
    }

    // MARK: - Names for texts

    /// The name of the service that the default source asks.
    static var serviceTitle: String { defaultSource.service?.title ?? "" }
    /// The variable for the key of that service.
    static var keyVariable: String { defaultSource.service?.key?.variable ?? "" }
    /// The file of that key in the configuration folder.
    static var keyFile: String { keyVariable.lowercased() }
    /// The address where that key is issued.
    static var keyAddress: String { defaultSource.service?.key?.issuedAt ?? "" }
    /// The names of the built-in sources that ask a service.
    static var networkNames: String { network.map(\.manifest.name).joined(separator: ", ") }
    /// The name of the source that asks no service.
    static var sampleName: String { Sample.manifest.name }
    /// The names of the built-in sources, the default one first.
    static var sourceNames: [String] { network.map(\.manifest.name) + [sampleName, tablesName] }
    /// The manifest of the source that reads files.
    static var tables: Manifest { Tables.manifest }
    /// The name of the source that reads files.
    static var tablesName: String { tables.name }
    /// The names of the built-in sources of posters.
    static var posterNames: String { posterSources.map(\.posterName).joined(separator: ", ") }

    /// Returns the services of the built-in plugins and of `added`, each once.
    static func services(_ added: AddedPlugins) -> [Service] {
        providers(network + added.sources, posterSources + added.posters, added.details)
            .compactMap(\.service).eachOnce
    }

    /// Returns the policy of the built-in source called `name`, if it asks a service; nil for any
    /// other name.
    static func policy(ofServiceSource name: String) -> ChartPolicy? {
        network.first { $0.manifest.name == name }?.policy
    }

    /// Creates a registry of all plugins in the folder `Plugins`.
    static func builtIn() throws(Fault) -> Registry {
        Registry(
            sources: network + [Sample(of: defaultSource), try Tables()],
            posters: posterSources,
            formats: formats)
    }

    /// Creates a registry of the built-in plugins and those of `console`'s program.
    static func all(_ console: Console) throws(Fault) -> Registry {
        var registry = try builtIn()
        registry.add(console.added.sources, to: \.sources, .source, \.manifest.name, console)
        registry.add(console.added.posters, to: \.posters, .source, \.manifest.name, console)
        registry.add(console.added.details, to: \.details, .source, \.manifest.name, console)
        registry.add(console.added.formats, to: \.formats, .format, \.manifest.name, console)
        return registry
    }

    /// Adds plugins; one with the name of another of that kind is left out, with a warning.
    private mutating func add<Plugin>(
        _ added: [Plugin], to plugins: WritableKeyPath<Registry, [Plugin]>,
        _ kind: PluginFile.Kind, _ name: KeyPath<Plugin, String>, _ console: Console
    ) {
        for plugin in added {
            guard names(of: kind).contains(plugin[keyPath: name]) else {
                self[keyPath: plugins].append(plugin)
                continue
            }
            console.advise(
                "name-taken",
                "there is a \(kind.wording) '\(plugin[keyPath: name])' already; another one is left out",
                ko: "{1} '{2}'{이/가} 이미 있어서 다른 하나는 무시합니다")
        }
    }

    /// All sources of figures, posters and details.
    private var providers: [any Provider] { Self.providers(sources, posters, details) }

    /// Returns the providers of all three kinds.
    // Mapped, because casting an array looks up the type of each of its elements at run time.
    static func providers(
        _ sources: [any Source], _ posters: [any PosterSource], _ details: [any DetailsSource]
    ) -> [any Provider] {
        sources.map { $0 } + posters.map { $0 } + details.map { $0 }
    }

    /// The names of all providers.
    var providerNames: [String] { providers.map(\.manifest.name) }

    /// The names of all sources of details.
    var detailsNames: [String] {
        sources.filter { $0.register != nil }.map(\.manifest.name) + details.map(\.manifest.name)
    }

    /// Returns the names that another plugin of that kind cannot have.
    func names(of kind: PluginFile.Kind) -> [String] {
        switch kind {
        case .source, .posters: providerNames
        case .details: detailsNames
        case .format: formatNames
        }
    }

    /// The names of all formats.
    var formatNames: [String] { formats.map(\.manifest.name) }

    /// The services that the providers ask, each once.
    var services: [Service] { providers.compactMap(\.service).eachOnce }

    /// Returns the source whose answers must agree with those of `source`.
    ///
    /// - Throws: a ``Fault`` of kind `usage` if there is none.
    func secondReading(of source: any Source) throws(Fault) -> any Source {
        let name = source.manifest.name
        for other in sources
        where other.manifest.name == source.holdings.secondReadingOf
            || other.holdings.secondReadingOf == name
        {
            return other
        }
        let pairs = sources.compactMap { source in
            source.holdings.secondReadingOf.map {
                Message("peers", "\($0) with \(source.manifest.name)", ko: "{1}{과/와} {2}")
            }
        }
        throw Fault(
            .usage, "no-peer",
            "--cross-check compares \(Message.list(pairs)); '\(name)' has no other side",
            ko: "--cross-check는 {1}{을/를} 비교합니다. '{2}'에는 비교할 상대가 없습니다")
    }

    // MARK: - Plugins by name

    /// Returns the sources with these names, in their order.
    ///
    /// - Throws: a ``Fault`` of kind `usage` for a name that no source has, or if two of them read
    ///   the same figures.
    func sources(named names: [String]) async throws(Fault) -> [any Source] {
        var sources: [any Source] = []
        for name in names {
            let source = try await source(named: name)
            if let other = sources.first(where: { $0.provider == source.provider }) {
                throw .sameFigures(other, source).of("source")
            }
            sources.append(source)
        }
        return sources
    }

    /// Returns the source called `name`.
    func source(named name: String) async throws(Fault) -> any Source {
        try await plugin(
            .source, named: name, among: sources, \.manifest.name,
            "kobis-json: kobis json; kobis-xml: xml; sample: demo test example 샘플 표본; file: files table csv jsonl 파일 표",
            make: ExecutableSource.init(_:host:))
    }

    /// Returns the format called `name`.
    func format(named name: String) async throws(Fault) -> any Format {
        try await plugin(
            .format, named: name, among: formats, \.manifest.name,
            """
            markdown: md table gfm 표 마크다운
            jsonl: ndjson jsonlines json-lines
            csv: tsv text txt comma
            xlsx: excel xls 엑셀 spreadsheet workbook
            html: htm xhtml page web mail 웹 웹페이지
            svg: picture image plot chart 그림 그래프 이미지
            sqlite: sql sqlite3 db database 데이터베이스
            singer: meltano tap
            """,
            make: ExecutableFormat.init(_:host:))
    }

    /// Returns the poster sources to ask, in their order.
    ///
    /// - Parameter names: the names that the user chose; nil for the sources that have a key or
    ///   need none, or for all if there are none.
    /// - Throws: a ``Fault`` of kind `usage` for a name that no source of posters has.
    func posterSources(
        named names: [String]?, _ console: Console
    ) async throws(Fault) -> [any PosterSource] {
        guard let names else {
            let ready = posters.filter { source in
                source.service?.key.map { console.environment.location(of: $0) != nil } ?? true
            }
            return ready.isEmpty ? posters : ready
        }
        var chosen: [any PosterSource] = []
        for name in names {
            let name = posters.first { $0.manifest.name == name }?.posterName ?? name
            chosen.append(
                try await plugin(
                    .posters, named: name, among: posters, \.posterName,
                    "kmdb: koreafilm kofa 영상자료원 한국영상자료원; kakao: daum 다음 카카오",
                    make: ExecutableSource.init(_:host:)))
        }
        return chosen
    }

    /// Returns the sources of details to ask, in their order.
    ///
    /// - Parameters:
    ///   - names: the names that the user chose; nil for the registers of `sources`.
    ///   - sources: the sources of the rows.
    /// - Throws: a ``Fault`` of kind `usage` for a name that no source of details has, or that is
    ///   given twice.
    func detailsSources(
        named names: [String]?, besides sources: [any Source]
    ) async throws(Fault) -> [any DetailsSource] {
        guard let names else { return sources.compactMap(\.register) }
        // The origin of the rows of files is known only when they are read.
        let registers: [any DetailsSource] =
            sources.flatMap { $0.fileSource != nil ? self.sources : [$0] }.compactMap(\.register)
        var chosen: [any DetailsSource] = []
        for name in names {
            guard !chosen.contains(where: { $0.manifest.name == name }) else {
                throw .twice(.details, name).of("details-from")
            }
            chosen.append(
                try await plugin(
                    .details, named: name, among: registers + details, \.manifest.name, "",
                    make: ExecutableSource.init(_:host:)))
        }
        return chosen
    }

    /// Returns the plugin called `name`: one of `plugins`, or the one that `make` creates from an
    /// executable.
    ///
    /// - Parameter words: the words that people use for them, as ``synonyms(_:)`` reads them.
    /// - Throws: a ``Fault`` of kind `usage` if there is none.
    private func plugin<Plugin>(
        _ kind: PluginFile.Kind, named name: String, among plugins: [Plugin],
        _ nameOf: KeyPath<Plugin, String>, _ words: String,
        make: (PluginFile, PluginHost) async throws(Fault) -> Plugin
    ) async throws(Fault) -> Plugin {
        if let own = plugins.first(where: { $0[keyPath: nameOf] == name }) { return own }
        if let executables, let file = executables.folders.file(kind, named: name) {
            if let concern = file.concern {
                executables.console.advise("plugin-group-writable", concern)
            }
            try ProcessLimits.plugin.require()
            return try await make(file, executables.host)
        }
        throw .unknown(
            kind.wording, name,
            known: plugins.map { $0[keyPath: nameOf] } + files(of: kind).map(\.name),
            otherWords: synonyms(words),
            hint: executables?.folders.refusals.first { $0.name == name }?.reason
        ).of([.details, .posters].contains(kind) ? "\(kind.rawValue)-from" : kind.rawValue)
    }
}

extension Catalogue {
    /// The Korean wordings of the command line, including those of the built-in plugins.
    static let korean = Catalogue([
        { koreanEngine }, { koreanStorage }, { koreanTransfers }, { koreanLibcurl },
        { koreanExecutables },
        { koreanWire },
    ]).before(koreanLibrary.parts).before(Registry.manifests.map(\.korean))
}

extension Fault {
    /// Returns the fault of two sources that read the same figures.
    fileprivate static func sameFigures(_ source: any Source, _ twin: any Source) -> Fault {
        let (name, other) = (source.manifest.name, twin.manifest.name)
        if name == other { return twice(.source, name) }
        let isPair = source.nameInKeys == twin.nameInKeys
        return Fault(
            .usage, "same-figures",
            "\(name) and \(other) read the same figures, so one table would have them twice",
            ko: "{1}{과/와} {2}{은/는} 같은 자료를 읽으므로 한 표에 두 번 들어갑니다",
            hint: isPair
                ? Message(
                    "choose one of them; --cross-check compares two readings",
                    ko: "하나만 고르세요. 두 결과를 비교하려면 --cross-check를 사용하세요")
                : Message("choose one of them", ko: "하나만 고르세요"))
    }

    fileprivate static func twice(_ kind: PluginFile.Kind, _ name: String) -> Fault {
        let code = "\(kind.rawValue)-twice"
        return Fault(
            .usage, code, "the \(kind.wording) '\(name)' is given twice",
            ko: "{1} '{2}'{을/를} 두 번 지정했습니다", hint: "name it once", hintKo: "한 번만 쓰세요")
    }
}
