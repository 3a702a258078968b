internal import ArgumentParser

/// The options that add something to films.
struct EnrichmentOptions: ParsableArguments {
    @Option(
        help: ArgumentHelp(
            "Look up each film: details (KOBIS), posters (Kakao image search), or both.",
            valueName: "details,posters"))
    var with: String?

    @Option(
        help: ArgumentHelp(
            "Download the chosen posters into that folder; goes with --with posters.",
            valueName: "folder"))
    var postersDir: String?

    /// What is looked up.
    var kinds: Set<String> {
        Set((with ?? "").split(separator: ",").map { $0.trimmingPrefix { $0 == " " }.lowercased() })
    }

    func validate() throws {
        if with != nil {
            guard !kinds.isEmpty, kinds.isSubset(of: ["details", "posters"]) else {
                throw ValidationError("--with takes details, posters or both, not '\(with ?? "")'")
            }
        }
        guard postersDir == nil || kinds.contains("posters") else {
            throw ValidationError("--posters-dir goes with --with posters")
        }
        guard postersDir != "" else { throw ValidationError("--posters-dir takes a folder") }
    }
}
