internal import BoxOffice

extension Catalogue {
    /// Korean for a user at a command line.
    static let korean = koreanLibrary.behind(
        [
            { koreanRunning }, { koreanCommandLine }, { koreanOptions }, { koreanSettings },
            { koreanReports }, { koreanManifests }, { koreanHelp },
        ],
        sentences: [{ koreanParserSentences }])
}
