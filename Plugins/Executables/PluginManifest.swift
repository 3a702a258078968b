public import BoxOffice
internal import Wire

/// What an executable says of itself, read and found right.
public struct PluginManifest: Hashable, Sendable {
    /// The rows that a source gives.
    public enum Rows: Hashable, Sendable {
        /// Rows of these charts, of days from the first on, up to the last where there is one.
        case charts([Chart], from: Day, to: Day?)
        /// A dataset of its own.
        case own(String)
    }

    /// Name, summary and options.
    public let manifest: Manifest
    /// What a source gives; nil for a format.
    public let rows: Rows?
    /// A source's columns, in the order they are written where the user chooses none.
    public let columns: [Column]
    /// The names of the columns that a format writes where the user chooses none; empty for the
    /// usual ones.
    public let wanted: [String]
    /// The variables of the user's environment that it asks for.
    public let variables: [String]

    /// The version of the protocol that this host speaks.
    public static let version = 1
}

extension PluginManifest {
    /// Reads `line`, with which the plugin of that kind and name answered the greeting.
    ///
    /// Fields that are not known are passed over, so that later versions may add some.
    ///
    /// - Throws: a ``Fault`` of kind `malformed` that says what is wrong.
    init(_ line: [UInt8], of kind: PluginFile.Kind, named name: String) throws(Fault) {
        do throws(Malformed) {
            let line = try JSONValue(objectIn: line)
            guard let fields = line["manifest"], case .object = fields else {
                throw Malformed("it answers the greeting with something else than a manifest")
            }
            guard fields["protocol"] == .number("\(Self.version)") else {
                throw Malformed(
                    "it does not speak version \(Self.version) of the protocol but "
                        + (fields["protocol"]?.text ?? "does not say which"))
            }
            guard try fields.word("name") == name else {
                throw Malformed("its manifest calls it '\(try fields.word("name"))'")
            }
            manifest = Manifest(
                name: name, summary: try fields.word("summary"),
                options: try fields.list("options").map(Self.option).unlessTwice(\.name, "option"))
            variables = try fields.list("variables").map { item throws(Malformed) in
                try item.word("a variable's name")
            }
            switch kind {
            case .format:
                rows = nil
                columns = []
                wanted = try fields.list("columns").map { item throws(Malformed) in
                    try item.word("a column's name")
                }
            case .source:
                wanted = []
                let rows = try Self.rows(of: fields)
                let columns = try fields.list("columns").map { item throws(Malformed) in
                    try Self.column(item, isOfChart: rows.isOfCharts)
                }
                guard !columns.isEmpty else { throw Malformed("its manifest has no columns") }
                self.rows = rows
                self.columns = try columns.unlessTwice(\.name, "column")
            }
        } catch {
            throw Fault(.malformed, "the plugin '\(name)': \(error.reason)")
        }
    }

    private static func rows(of fields: JSONValue) throws(Malformed) -> Rows {
        let dataset = fields["dataset"] == nil ? "chart" : try fields.word("dataset")
        guard dataset == ChartEntry.table.dataset.name else {
            guard dataset.isPluginName, !Dataset.all.contains(where: { $0.name == dataset }) else {
                throw Malformed("its dataset cannot be called '\(dataset)'")
            }
            return .own(dataset)
        }
        var charts: [Chart] = []
        for item in try fields.list("charts") {
            let word = try item.word("a chart's name")
            guard let chart = Chart(rawValue: word) else {
                throw Malformed(
                    "there is no chart '\(word)', only "
                        + Chart.allCases.map(\.rawValue).joined(separator: ", "))
            }
            charts.append(chart)
        }
        guard !charts.isEmpty else { throw Malformed("its manifest names no charts") }
        guard let from = try fields.day("from") else {
            throw Malformed("its manifest does not say 'from' which day it has charts")
        }
        return .charts(charts, from: from, to: try fields.day("to"))
    }

    /// A column; one that charts have too is the same here.
    private static func column(
        _ fields: JSONValue, isOfChart: Bool
    ) throws(Malformed) -> Column {
        let name = try fields.word("name")
        guard name.isColumnName else {
            throw Malformed("a column cannot be called '\(name)': a to z, 0 to 9 and _")
        }
        let common =
            isOfChart ? ChartEntry.table.dataset.columns.first { $0.name == name } : nil
        let type = fields["type"] == nil ? common?.kind.rawValue : try fields.word("type")
        guard let type, let kind = Column.Kind(rawValue: type) else {
            throw Malformed(
                "the column '\(name)' has the type '\(type ?? "")'; types are "
                    + Column.Kind.allCases.map(\.rawValue).joined(separator: ", "))
        }
        if let common {
            guard kind == common.kind else {
                throw Malformed("in charts the column '\(name)' is of type \(common.kind.rawValue)")
            }
            return common
        }
        return Column(name, fields["korean"] == nil ? name : try fields.word("korean"), kind)
    }

    private static func option(_ fields: JSONValue) throws(Malformed) -> PluginOption {
        let name = try fields.word("name")
        guard name.isPluginName else { throw Malformed("an option cannot be called '\(name)'") }
        let type = fields["type"] == nil ? "text" : try fields.word("type")
        let kind: PluginOption.Kind
        switch type {
        case "text": kind = .text
        case "boolean": kind = .boolean
        case "integer":
            let (least, most) = (try fields.integer("minimum"), try fields.integer("maximum"))
            guard least <= most else { throw Malformed("the option '\(name)' takes no number") }
            kind = .integer(least...most)
        case "choice":
            let words = try fields.list("choices").map { item throws(Malformed) in
                try item.word("a choice")
            }
            guard !words.isEmpty else { throw Malformed("the option '\(name)' has no choices") }
            kind = .choice(words)
        default:
            throw Malformed(
                "the option '\(name)' has the type '\(type)'; types are text, boolean, integer, choice"
            )
        }
        guard let value = fields["default"]?.text else {
            throw Malformed("the option '\(name)' has no default")
        }
        let option = PluginOption(name, kind, default: value, help: try fields.word("help"))
        guard option.takes(value) else {
            throw Malformed("the option '\(name)' does not take its own default, '\(value)'")
        }
        return option
    }
}

extension PluginManifest.Rows {
    fileprivate var isOfCharts: Bool { if case .charts = self { true } else { false } }
}

extension String {
    fileprivate var isColumnName: Bool {
        !isEmpty && utf8.count <= 64
            && utf8.allSatisfy { byte in
                (UInt8(ascii: "a")...UInt8(ascii: "z")).contains(byte)
                    || (UInt8(ascii: "0")...UInt8(ascii: "9")).contains(byte)
                    || byte == UInt8(ascii: "_")
            }
    }
}
