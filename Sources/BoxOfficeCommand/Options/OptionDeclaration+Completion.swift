internal import ArgumentParser

extension OptionDeclaration {
    /// How a shell completes the value of the option; nil if that follows from the type of the value.
    ///
    /// Every start of the program asks for this several times. Lists are therefore made only while a
    /// completion script is written, and those of words with commas in the functions that the script
    /// calls.
    var completion: CompletionKind? {
        switch key {
        case "output", "config", "report": .file()
        case "record", "replay", "posters-dir", "plugin-dir": .directory
        case "columns": .custom(CompletionWords.columns)
        case "pivot": .custom(CompletionWords.figures)
        case "region": .custom(CompletionWords.regions)
        case "with": .custom(CompletionWords.lookups)
        case "posters-from": .custom(CompletionWords.posterSources)
        case "format" where isScriptWanted: .list(CompletionWords.formats)
        case "source" where isScriptWanted: .list(CompletionWords.sources)
        default: nil
        }
    }

    private var isScriptWanted: Bool { CompletionShell.requesting != nil }
}
