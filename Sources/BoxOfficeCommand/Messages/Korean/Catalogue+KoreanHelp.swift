internal import BoxOffice

extension Catalogue {
    /// The help texts in Korean, by the keys that begin with `help.`.
    ///
    /// What is said of a command, an option or an argument in a line ends in a noun, as in the
    /// tables of public documents; paragraphs are in 합니다체.
    static let koreanHelp = [
        koreanHelpProgram, koreanHelpCommands, koreanHelpOptions, koreanHelpManual,
    ].reduce(into: [:]) { all, part in all.merge(part) { first, _ in first } }

    /// The help texts in the language of the process, without any message.
    static var currentHelp: Catalogue {
        switch Language.current {
        case .english: .english
        case .korean: Catalogue(koreanHelp)
        }
    }
}
