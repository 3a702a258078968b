public import BoxOffice

/// The source of tables in files: those that were exported earlier, downloaded from the council's
/// site, made by other programs or typed by hand.
///
/// The host opens the files that the option `path` names; ``open(_:sources:)`` reads them and
/// returns a source for each source name in the rows. Their charts need no key, no network and no
/// archive.
public struct Tables: FileSource {
    /// The values of the options.
    private var options: PluginOptions

    /// Creates the source without a file.
    public init() throws(Fault) { options = try PluginOptions(for: Self.manifest) }

    /// `file`.
    package static let name = "file"

    /// `kobis-site`, the source of the council's tables that people download.
    package static let site = "kobis-site"

    /// `file` and its options.
    public static let manifest = Manifest(
        name: name,
        summary:
            "tables in files: the council's downloads, workbooks, csv, json; no key, no network, no quota",
        options: [
            path, date, source, currency, rename, sheet, delimiter, null, list, listSeparator,
            thousands,
        ].map(\.declaration), korean: Self.korean)

    /// `file` and its options.
    public var manifest: Manifest { Self.manifest }

    static let path = TypedOption.texts(
        "path", help: "a file with a table, or - for standard input; repeatable")
    static let date = TypedOption.text(
        "date", default: "",
        help: "the period of rows that do not say theirs: a day, 2022-05, 2022 or A..B")
    static let rename = TypedOption.texts(
        "rename", help: "OLD=NEW: the header OLD means the column NEW; repeatable")
    static let sheet = TypedOption.texts(
        "sheet",
        help: "a sheet of a workbook to read; all that are shown if none is given; repeatable")
    static let source = TypedOption.text(
        "source", default: "", help: "the source of rows that name none")
    static let currency = TypedOption.text(
        "currency", default: "", help: "the currency of rows that name none, such as KRW")
    static let delimiter = TypedOption.text(
        "delimiter", default: "",
        help:
            "what separates the cells: one ASCII character, or tab; empty finds it in the first line"
    )
    static let null = TypedOption.text(
        "null", default: "", help: "what stands in a cell whose value is missing")
    static let list = TypedOption.text(
        "list", default: "|", help: "what separates the items of a list")
    static let listSeparator = TypedOption.text(
        "list-separator", default: "|", help: "the same, under the name that csv has for it")
    static let thousands = TypedOption.text(
        "thousands", default: "",
        help: "what separates groups of three digits in counts and amounts of money")

    /// The options with the names that CSV has for them.
    package let optionsOfWriting = [
        "null": "null", "thousands": "thousands", "list": "list-separator",
        "list-separator": "list-separator",
    ]

    /// Any chart of any day, because nothing has been read yet.
    public var holdings: Holdings {
        Holdings(
            of: Message("table-files", "the source file"), from: Day(daysSince1970: 0), to: nil,
            charts: Chart.allCases)
    }

    /// The policy before any row has been read.
    public var policy: ChartPolicy {
        ChartPolicy(territory: Territory(currency: .none), mayBeEmpty: true)
    }

    /// Returns the source with these option values.
    public func with(_ options: PluginOptions) throws(Fault) -> Tables {
        _ = try TableOptions(options)
        var source = self
        source.options = options
        return source
    }

    /// Returns a request for each edition.
    public func requests(for query: Query) -> AnySequence<Request> {
        guard case .chart(let query) = query else { return AnySequence([]) }
        return AnySequence(query.editions.lazy.map { Request(table: Self.name, $0) })
    }

    /// Throws, because no file was opened.
    public func read(_ answer: Answer, to request: Request) throws(Fault) -> Page {
        throw .notOpened
    }

    /// The paths of the files; `-` is standard input.
    ///
    /// - Throws: a ``Fault`` of kind `usage` if there are none, or standard input is named twice.
    package var paths: [String] {
        get throws(Fault) {
            let paths = options.all(Self.path)
            guard !paths.isEmpty, !paths.contains("") else { throw .noPath }
            guard paths.count(where: { $0 == "-" }) < 2 else { throw .inputTwice }
            return paths
        }
    }

    /// Reads `files`, and returns a source for each source name in the rows, in the order of their
    /// first rows.
    ///
    /// - Parameters:
    ///   - files: the files, opened by the host.
    ///   - today: today in Seoul, after which no table can have been downloaded.
    ///   - known: returns the source with a name from the rows, if there is one.
    /// - Throws: a ``Fault`` of kind `malformed` that names file and line, or of kind `usage` if a
    ///   file is not a table of charts.
    package func open(
        _ files: [OpenedFile], today: Day, sources known: (String) -> (any Source)?
    ) throws(Fault) -> [any FileCharts] {
        let options = try TableOptions(options)
        let index = try TableIndex(of: files, options, today: today)
        let names = index.editions.map(\.key.source).eachOnce
        let charts = names.map { TableCharts(of: $0, in: index, known($0)) }
        // Two sources of one provider have the same figures.
        var readings: [String: [TableCharts]] = [:]
        for charts in charts {
            for other in readings[charts.provider] ?? [] { try charts.refuseTwice(other) }
            readings[charts.provider, default: []].append(charts)
        }
        return charts
    }
}

extension Request {
    /// Creates the request for an edition in the table `name`.
    init(table name: String, _ edition: ChartEdition) {
        let (period, filter) = (edition.period, edition.filter)
        self.init(
            service: Tables.name, path: name,
            parameters: [
                ("from", "\(period.from)"), ("to", "\(period.to)"),
                ("region", filter.region?.name), ("nation", filter.nation?.rawValue),
                ("kind", filter.kind?.rawValue),
            ], subject: .edition(edition))
    }
}

extension Fault {
    fileprivate static let noPath = Fault(
        .usage, "table-no-path", "--source file needs a file",
        hint: "name it: -O path=FILE, once for each file; -O path=- reads standard input")

    fileprivate static let inputTwice = Fault(
        .usage, "table-input-twice", "-O path=- is there twice: standard input is read once")

    static let notOpened = Fault(.bug, "table-not-opened", "no table was opened")
}
