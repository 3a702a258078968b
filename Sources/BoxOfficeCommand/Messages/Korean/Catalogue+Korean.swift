internal import BoxOffice

extension Catalogue {
    /// Korean for a user at a command line, made when it is first needed.
    static let korean = koreanLibrary.merging(
        [
            koreanHelp, koreanCommandLine, koreanOptions, koreanRunning, koreanSettings,
            koreanReports, koreanManifests,
        ].reduce(into: [:]) { all, part in all.merge(part) { first, _ in first } },
        sentences: koreanParserSentences)
}
