extension Catalogue {
    /// The messages of the library and of the built-in plugins in Korean.
    ///
    /// It names no option of the command line. Documents with Korean headers word what is missing
    /// with it.
    package static let koreanLibrary = Catalogue(
        [
            { koreanFaults }, { koreanPeriods }, { koreanRecords }, { koreanPipeline },
            { koreanTrends }, { koreanServices }, { koreanFormats }, { koreanStorage },
            { koreanPlugins }, { koreanPluginChecks },
        ],
        sentences: [{ koreanSystemSentences }, { koreanAnswerSentences }])
}
