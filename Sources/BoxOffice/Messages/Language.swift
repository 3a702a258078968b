/// A language that help and messages are written in.
package enum Language: String, Hashable, Sendable, CaseIterable {
    case korean = "ko"
    case english = "en"

    /// The language of the locale `name`, such as `ko_KR.UTF-8`: Korean if the locale is Korean and
    /// its text is UTF-8, English otherwise.
    package init(locale name: String) {
        let base = name.prefix { $0 != "@" }
        let parts = base.split(separator: ".", maxSplits: 1, omittingEmptySubsequences: false)
        let language = parts.first?.prefix { $0 != "_" } ?? ""
        let encoding = parts.dropFirst().first?.lowercased().filter { $0 != "-" }
        self = language == "ko" && encoding == "utf8" ? .korean : .english
    }
}
