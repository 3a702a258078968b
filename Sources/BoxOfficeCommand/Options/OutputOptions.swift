internal import ArgumentParser
public import BoxOffice

/// The options that say what is written, how, and where to.
struct OutputOptions: ParsableArguments {
    static let format = OptionDeclaration<String?>(
        "format", valueName: "name",
        help:
            "csv, jsonl, markdown, xlsx, html, sqlite, singer or a plugin's. (default: from the ending of --output; else a table on a terminal and csv elsewhere)"
    )
    @Option(format) var format: String?

    /// The format that is set, which counts behind the ending of the output.
    static let usualFormat = OptionDeclaration<String?>(hidden: "usual-format")
    @Option(usualFormat) var usualFormat: String?

    /// The names of the options of the format that are set and not given.
    static let fromSettings = OptionDeclaration<String?>(hidden: "from-settings")
    @Option(fromSettings) var fromSettings: String?

    static let profile = OptionDeclaration<CSVProfile?>(
        "profile", usual: "machine", valueName: "machine|excel",
        help: "CSV for programs, or for Excel: BOM, CRLF, Korean headers, no formulas.")
    @Option(profile) var profile: CSVProfile?

    static let option = OptionDeclaration<[String]>(
        "option", short: "O", valueName: "key=value",
        help: "An option of the format (see 'bo-export plugins'); repeatable.")
    @Option(option) var options: [String]

    static let columns = OptionDeclaration<String?>(
        "columns", valueName: "a,b,c",
        help:
            "Exactly these columns in this order, by English name or Korean header (see 'bo-export columns')."
    )
    @Option(columns) var columns: String?

    static let header = OptionDeclaration<Layout.Header?>(
        "header", valueName: "en|ko|none",
        help: "The language of the header. (default: en; ko for markdown, excel, xlsx and html)")
    @Option(header) var header: Layout.Header?

    static let output = OptionDeclaration(
        "output", default: "-", short: "o", valueName: "path",
        help:
            "The file to write, whole or not at all; '-' is standard output. {chart}, {date}, {year}, {month} (two digits), {from}, {to} and {format} are filled in; with {date}, {year} or {month} every period, year or month has its own file, and folders with such names are made."
    )
    @Option(output) var output: String

    static let allowEmpty = OptionDeclaration(
        flag: "allow-empty", help: "Let an empty result replace an existing file.")
    @Flag(allowEmpty) var allowEmpty: Bool

    static let update = OptionDeclaration(
        flag: "update",
        help:
            "Bring an existing csv or jsonl file up to date: request only what is missing from it or may have changed."
    )
    @Flag(update) var update: Bool

    static let dryRun = OptionDeclaration(
        flag: "dry-run",
        help: "Print the requests that would be sent, with the key hidden, and send none.")
    @Flag(dryRun) var dryRun: Bool

    static let report = OptionDeclaration<String?>(
        "report", valueName: "file", help: "Write a report of the run to this file, as JSON.")
    @Option(report) var report: String?

    static let color = OptionDeclaration<Colouring?>(
        "color", usual: "auto", valueName: "auto|always|never",
        help:
            "Colours on a terminal: auto follows NO_COLOR, FORCE_COLOR and TERM; always also colours files and pipes."
    )
    @Option(color) var color: Colouring?

    /// The settings of these options, in the order in which `doctor` shows them.
    static let settings = [
        format.setting, profile.setting, option.setting, columns.setting, header.setting,
        output.setting, update.setting, allowEmpty.setting, dryRun.setting, report.setting,
        color.setting,
    ]

    func validate() throws {
        guard !output.isEmpty else {
            throw InvalidOption("output-empty", "--output names no file")
        }
        guard report != "" else { throw InvalidOption("report-empty", "--report names no file") }
        guard !update || output != "-" else {
            throw InvalidOption("update-without-output", "--update goes with --output FILE")
        }
    }

    /// The option values of the plugin of `manifest`.
    ///
    /// - Throws: a ``Fault`` of kind `usage` for an option that it does not have, or a wrong value.
    func options(for manifest: Manifest) throws(Fault) -> PluginOptions {
        var assignments = options
        if let profile {
            guard manifest.options.contains(where: { $0.name == "profile" }) else {
                throw .noProfile(of: manifest.name)
            }
            assignments.append("profile=\(profile)")
        }
        return try PluginOptions(assignments, for: manifest)
    }

    /// The options without those of the format that are set and not given: another format was chosen
    /// than the one that they are for.
    var withoutSettings: OutputOptions {
        let names = (fromSettings ?? "").split(separator: ",")
        var other = self
        if names.contains(Substring(Self.profile.setting.name)) { other.profile = nil }
        if names.contains(Substring(Self.option.setting.name)) { other.options = [] }
        if names.contains(Substring(Self.update.setting.name)) { other.update = false }
        other.fromSettings = nil
        return other
    }

    /// The columns by name, or nil for the default ones.
    var columnNames: [String]? {
        columns.map { text in
            text.split(separator: ",", omittingEmptySubsequences: false).map { name in
                name.trimming { $0 == " " }
            }
        }
    }
}

extension Layout.Header: Choice {}
extension Colouring: Choice {}

extension Fault {
    fileprivate static func noProfile(of format: String) -> Fault {
        Fault(
            .usage, "no-profile", "--profile goes with --format csv, not with \(format)",
            hint: "leave out --profile")
    }
}
