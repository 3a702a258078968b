internal import BoxOffice
internal import Synchronization

extension Language {
    private static let chosen = Mutex(Language.english)

    /// The language of the process: English until one is chosen.
    ///
    /// Messages and help pages are worded in many places, so there is one choice for the process.
    static var current: Language { chosen.withLock { $0 } }

    /// Chooses the language of the process, before anything is worded.
    static func choose(_ language: Language) { chosen.withLock { $0 = language } }
}

extension Catalogue {
    /// The wordings in the language of the process.
    static var current: Catalogue {
        switch Language.current {
        case .english: .commandLine
        case .korean: .korean
        }
    }
}
