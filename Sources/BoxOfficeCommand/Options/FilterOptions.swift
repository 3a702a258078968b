internal import ArgumentParser
public import BoxOffice

/// The options that narrow a chart.
struct FilterOptions: ParsableArguments {
    static let region = OptionDeclaration<[String]>(
        "region", valueName: "region",
        help:
            "Regions by Korean name (서울, 경기, …) or code; repeatable or with commas, one chart each."
    )
    @Option(region) var region: [String]

    static let nation = OptionDeclaration<ChartFilter.Nation?>(
        "nation", valueName: "korean|foreign",
        help:
            "Only films of one origin, in Korean 한국 or 외국; sales_share is then a share among them."
    )
    @Option(nation) var nation: ChartFilter.Nation?

    static let kind = OptionDeclaration<ChartFilter.Kind?>(
        "kind", valueName: "commercial|art",
        help: "Only films of one kind of release, in Korean 상업 or 예술.")
    @Option(kind) var kind: ChartFilter.Kind?

    static let top = OptionDeclaration<Int?>(
        "top", valueName: "n",
        help: "Only the first n rows of each chart, 1 to 10. (default: all)")
    @Option(top) var top: Int?

    /// The settings of these options, in the order in which `doctor` shows them.
    static let settings = [region.setting, nation.setting, kind.setting, top.setting]

    /// The regions that were given by name or code.
    ///
    /// - Throws: a ``Fault`` of kind `usage` for an unknown name.
    func regions() throws(Fault) -> [Region] {
        var regions: [Region] = []
        for names in region { regions += try Region.list(named: names) }
        return regions
    }
}

extension ChartFilter.Nation: Choice {
    /// The Korean words.
    static var otherWords: [String: Self] { koreanNames }
}

extension ChartFilter.Kind: Choice {
    /// The Korean words.
    static var otherWords: [String: Self] { koreanNames }
}
