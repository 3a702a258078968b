internal import BoxOffice
internal import Synchronization

/// A language that help and messages are written in.
enum Language: String, Hashable, Sendable, CaseIterable {
    case korean = "ko"
    case english = "en"

    /// Finds the language of the locale `name`, such as `ko_KR.UTF-8`: Korean if the locale is
    /// Korean and its encoding is UTF-8, English otherwise.
    init(locale name: String) {
        let base = name.prefix { $0 != "@" }
        let parts = base.split(separator: ".", maxSplits: 1, omittingEmptySubsequences: false)
        let language = parts.first?.prefix { $0 != "_" } ?? ""
        let encoding = parts.dropFirst().first?.lowercased().filter { $0 != "-" }
        self = language == "ko" && encoding == "utf8" ? .korean : .english
    }

    /// The same language for the headers of a document.
    var header: Layout.Header { self == .korean ? .ko : .en }

    private static let chosen = Mutex(Language.english)

    /// The language of the process: English until one is chosen.
    ///
    /// Messages and help pages are rendered in many places, so there is one choice for the process.
    static var current: Language { chosen.withLock { $0 } }

    /// Sets the language of the process, before any message is rendered.
    static func choose(_ language: Language) { chosen.withLock { $0 = language } }
}

extension Catalogue {
    /// The wordings in the language of the process.
    static var current: Catalogue {
        Language.current == .korean ? .korean : .english
    }
}

/// The values of `--color`: whether the output has colours.
enum Colouring: String, CaseIterable, Sendable {
    case auto, always, never

    /// Returns the medium that a document is shown on.
    ///
    /// `--color` comes first, then `NO_COLOR`, then `FORCE_COLOR` or `CLICOLOR_FORCE`, then `TERM`.
    /// A variable never colours a file or a pipe: machines that set it for everything they run
    /// would find the colours in their reports.
    func medium(isTerminal: Bool, _ environment: Environment) -> Layout.Medium {
        let width = isTerminal ? CurrentProcess.terminalWidth : nil
        return switch self {
        case .always: .terminal(colours: true, width: width)
        case _ where !isTerminal: .file
        case .never: .terminal(colours: false, width: width)
        case .auto: .terminal(colours: wantsColours(environment), width: width)
        }
    }

    private func wantsColours(_ environment: Environment) -> Bool {
        if environment["NO_COLOR"] != nil { return false }
        let forced = ["FORCE_COLOR", "CLICOLOR_FORCE"].compactMap { environment[$0] }
        if forced.contains(where: { $0 != "0" && $0 != "false" }) { return true }
        return environment["TERM"].map { $0 != "dumb" } ?? false
    }
}
