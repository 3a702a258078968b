public import BoxOffice

/// The source of chart tables in files, CSV or JSON Lines, exported earlier or typed by hand.
///
/// The host opens the files that the option `path` names; ``open(_:sources:)`` reads them and
/// returns a source for each source name in the rows. Their charts need no key, no network and no
/// archive.
public struct Tables: Source {
    /// The values of the options.
    private var options: PluginOptions

    /// Creates the source without a file.
    public init() throws(Fault) { options = try PluginOptions(for: Self.manifest) }

    /// `file`.
    package static let name = "file"

    /// `file` and its options.
    public static let manifest = Manifest(
        name: name,
        summary: "tables of charts in files, csv or jsonl: no key, no network, no quota",
        options: [
            path, source, currency, delimiter, null, list, listSeparator, thousands,
        ].map(\.declaration), korean: Self.korean)

    /// `file` and its options.
    public var manifest: Manifest { Self.manifest }

    static let path = TypedOption.texts(
        "path", help: "a file with a table, or - for standard input; repeatable")
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

    /// The options of writing a table that also apply to reading one, with the names that CSV has
    /// for them.
    package static let ofWriting = [
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
        _ = try Self.delimiter(options)
        let currency = options[Self.currency]
        guard currency.isEmpty || Currency(currency) != nil else { throw .notACurrency(currency) }
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
        throw Fault(.bug, "table-not-opened", "no table was opened")
    }

    /// The paths of the files; `-` is standard input.
    ///
    /// - Throws: a ``Fault`` of kind `usage` if there are none, or standard input is named twice.
    public var paths: [String] {
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
    ///   - known: returns the source with a name from the rows, if there is one.
    /// - Throws: a ``Fault`` of kind `malformed` that names file and line, or of kind `usage` if a
    ///   file is not a table of charts.
    package func open(
        _ files: [TableFile], sources known: (String) -> (any Source)?
    ) throws(Fault) -> [TableCharts] {
        let contents = TableContents(try TableIndex(of: files, options), options)
        let charts = contents.index.tables.map {
            TableCharts(of: $0, in: contents, known($0.name))
        }
        // Two sources of one provider have the same figures.
        var readings: [String: [TableCharts]] = [:]
        for charts in charts {
            for other in readings[charts.provider] ?? [] { try charts.refuseTwice(other) }
            readings[charts.provider, default: []].append(charts)
        }
        return charts
    }

    /// Returns the character that separates cells; nil to detect it in the first line.
    static func delimiter(_ options: PluginOptions) throws(Fault) -> UInt8? {
        let text = options[Self.delimiter]
        if text.isEmpty { return nil }
        if text == "tab" || text == "\\t" { return UInt8(ascii: "\t") }
        guard text.utf8.count == 1, let byte = text.utf8.first,
            byte == UInt8(ascii: "\t") || (0x20..<0x7F).contains(byte), byte != UInt8(ascii: "\"")
        else {
            throw Fault(
                .usage, "table-delimiter",
                "-O file.delimiter= takes one ASCII character other than the quote, not '\(text)'")
        }
        return byte
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

    fileprivate static func notACurrency(_ text: String) -> Fault {
        Fault(
            .usage, "table-currency",
            "-O file.currency= takes a currency of ISO 4217, such as KRW, not '\(text)'")
    }
}
