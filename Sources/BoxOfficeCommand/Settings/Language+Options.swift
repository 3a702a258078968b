internal import BoxOffice

extension Language: Choice {
    /// The language that options, settings or the locale ask for.
    ///
    /// A wrong value counts as none here. The parser refuses it later, in the language found here.
    init(_ options: GivenOptions, _ settings: Settings?, _ environment: Environment) {
        let setting = RunningOptions.lang.setting
        let given = options.value(of: setting).flatMap { Language(rawValue: $0) }
        let set = { () -> Language? in
            guard let settings, !settings.areEmpty else { return nil }
            let value = try? settings.value(of: setting, for: options.command ?? "daily")
            return value?.0.first.flatMap { Language(rawValue: $0) }
        }
        self = given ?? set() ?? Language(locale: environment.locale)
    }
}

extension Environment {
    /// The name of the locale of messages, as POSIX finds it; empty if none is set.
    var locale: String { self["LC_ALL"] ?? self["LC_MESSAGES"] ?? self["LANG"] ?? "" }
}
