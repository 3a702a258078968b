internal import ArgumentParser
public import BoxOffice

/// The options that say what is written, how, and where to.
struct OutputOptions: ParsableArguments {
    @Option(help: ArgumentHelp("The format: csv, jsonl or markdown.", valueName: "name"))
    var format = "csv"

    @Option(
        help: ArgumentHelp(
            "CSV for programs, or for Excel: BOM, CRLF, Korean headers, no formulas. (default: machine)",
            valueName: "machine|excel"))
    var profile: Profile?

    @Option(
        name: [.customShort("O"), .customLong("option")],
        help: ArgumentHelp(
            "An option of the format (see 'bo-export plugins'); repeatable.",
            valueName: "key=value"))
    var options: [String] = []

    @Option(
        help: ArgumentHelp(
            "Exactly these columns in this order (see 'bo-export columns').", valueName: "a,b,c"))
    var columns: String?

    @Option(
        help: ArgumentHelp(
            "The language of the header. (default: en; ko for markdown and excel)",
            valueName: "en|ko|none"))
    var header: Layout.Header?

    @Option(
        name: .shortAndLong,
        help: ArgumentHelp(
            "The file to write, whole or not at all; '-' is standard output. {chart}, {date}, {from}, {to} and {format} are filled in; with {date} every period has its own file.",
            valueName: "path"))
    var output = "-"

    @Flag(help: "Let an empty result replace an existing file.")
    var allowEmpty = false

    @Flag(
        help:
            "Bring an existing csv or jsonl file up to date: ask only for what it has not, and what may have changed."
    )
    var update = false

    @Flag(help: "Print the requests that would be sent, the key hidden, and send none.")
    var dryRun = false

    @Option(
        help: ArgumentHelp(
            "Write what came of the run there, as JSON.", valueName: "file"))
    var report: String?

    @Option(
        help: ArgumentHelp(
            "Colours on a terminal: auto minds NO_COLOR, FORCE_COLOR and TERM; always puts them into files and pipes, too. (default: auto)",
            valueName: "auto|always|never"))
    var color: Colouring?

    /// For whom a CSV file is.
    enum Profile: String, Choice {
        case machine, excel
    }

    func validate() throws {
        guard !output.isEmpty else { throw ValidationError("--output names no file") }
        guard report != "" else { throw ValidationError("--report names no file") }
        guard !update || output != "-" else {
            throw ValidationError("--update goes with --output FILE")
        }
    }

    /// The options of `manifest`'s plugin with the values in force.
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
        Fault(.usage, "no-profile", "--profile goes with --format csv, not with \(format)")
    }
}
