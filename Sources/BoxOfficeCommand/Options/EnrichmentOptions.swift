internal import ArgumentParser
internal import BoxOffice

/// The options that add something to films.
struct EnrichmentOptions: ParsableArguments {
    static let with = OptionDeclaration<String?>(
        "with", valueName: "details,posters",
        help:
            "Look up each film: details (KOBIS); posters (KMDb, then Kakao), which need details too; or both."
    )
    @Option(with) var with: String?

    static let postersDir = OptionDeclaration<String?>(
        "posters-dir", valueName: "folder",
        help: "Download the chosen posters into this folder; needs --with posters.")
    @Option(postersDir) var postersDir: String?

    static let postersFrom = OptionDeclaration<String?>(
        "posters-from", valueName: "names",
        help:
            "Poster sources in the order they are asked: kmdb, kakao or a plugin; without it, those that have a key."
    )
    @Option(postersFrom) var postersFrom: String?

    /// The settings of these options, in the order in which `doctor` shows them.
    static let settings = [with.setting, postersDir.setting, postersFrom.setting]

    /// The names of the sources of posters that the user chose, each once; nil for the usual ones.
    var posterNames: [String]? {
        postersFrom?.split(separator: ",", omittingEmptySubsequences: false)
            .map { name in name.trimming { $0 == " " } }
            .reduce(into: []) { if !$0.contains($1) { $0.append($1) } }
    }

    /// The kinds of data to look up: `details`, `posters` or both.
    var kinds: Set<String> {
        Set((with ?? "").split(separator: ",").map { $0.trimmingPrefix { $0 == " " }.lowercased() })
    }

    func validate() throws {
        if with != nil {
            guard !kinds.isEmpty, kinds.isSubset(of: ["details", "posters"]) else {
                throw InvalidOption(
                    "with-kinds", "--with takes details, posters or both, not '\(with ?? "")'")
            }
        }
        guard postersDir == nil || kinds.contains("posters") else {
            throw InvalidOption("posters-dir-alone", "--posters-dir goes with --with posters")
        }
        guard postersDir != "" else {
            throw InvalidOption("posters-dir-empty", "--posters-dir takes a folder")
        }
    }
}
