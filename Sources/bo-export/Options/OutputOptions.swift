public import ArgumentParser
public import BoxOffice

/// The options that say what is written, how, and where to.
struct OutputOptions: ParsableArguments {
    @Option(help: ArgumentHelp("The format: csv or jsonl.", valueName: "name"))
    var format = "csv"

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
        help: ArgumentHelp("The language of the header. (default: en)", valueName: "en|ko|none"))
    var header: Layout.Header?

    @Option(
        name: .shortAndLong,
        help: ArgumentHelp(
            "The file to write, whole or not at all; '-' is standard output.", valueName: "path"))
    var output = "-"

    @Flag(help: "Let an empty result replace an existing file.")
    var allowEmpty = false

    @Flag(name: .shortAndLong, help: "Say nothing but errors.")
    var quiet = false

    func validate() throws {
        guard !output.isEmpty else { throw ValidationError("--output names no file") }
        for name in ["chart", "date", "from", "to", "format"] where output.contains("{\(name)}") {
            throw ValidationError("--output does not fill in {\(name)} yet")
        }
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

extension Layout.Header: ExpressibleByArgument {}
