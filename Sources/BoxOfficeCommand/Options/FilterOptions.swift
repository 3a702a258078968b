internal import ArgumentParser
public import BoxOffice

/// The options that narrow a chart.
struct FilterOptions: ParsableArguments {
    @Option(
        help: ArgumentHelp(
            "A region by Korean name (서울, 경기, …) or code; repeatable, one chart each.",
            valueName: "region"))
    var region: [String] = []

    @Option(help: ArgumentHelp("Only films of that origin.", valueName: "korean|foreign"))
    var nation: ChartFilter.Nation?

    @Option(help: ArgumentHelp("Only films so released.", valueName: "commercial|art"))
    var kind: ChartFilter.Kind?

    @Option(
        help: ArgumentHelp(
            "Only the first n rows of each chart, 1 to 10. (default: all)", valueName: "n"))
    var top: Int?

    func validate() throws {
        if let top, !(1...10).contains(top) {
            throw ValidationError("--top takes a number from 1 to 10, not \(top)")
        }
    }

    /// The regions by name or code.
    func regions() throws(Fault) -> [Region] {
        var regions: [Region] = []
        for name in region { regions.append(try Region(named: name)) }
        return regions
    }
}

extension ChartFilter.Nation: Choice {}
extension ChartFilter.Kind: Choice {}
