internal import BoxOffice
internal import Synchronization

/// A language that help and messages are written in.
enum Language: String, Hashable, Sendable, CaseIterable {
    case korean = "ko"
    case english = "en"

    /// The language of the locale `name`, such as `ko_KR.UTF-8`: Korean if the locale is Korean and
    /// its text is UTF-8, English otherwise.
    init(locale name: String) {
        let base = name.prefix { $0 != "@" }
        let parts = base.split(separator: ".", maxSplits: 1, omittingEmptySubsequences: false)
        let language = parts.first?.prefix { $0 != "_" } ?? ""
        let encoding = parts.dropFirst().first?.lowercased().filter { $0 != "-" }
        self = language == "ko" && encoding == "utf8" ? .korean : .english
    }
}

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
        case .english: .english
        case .korean: .korean
        }
    }
}
