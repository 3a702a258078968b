internal import BoxOffice

extension Catalogue {
    /// The help texts in Korean, by the keys that begin with `help.`.
    static let koreanHelp: [String: String] = [:]
}
