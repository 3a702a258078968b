internal import ArgumentParser
internal import BoxOffice

extension String {
    /// A help text, which catalogues find under `key` behind `help.`.
    static func help(_ key: String, _ english: Message) -> String {
        Message("help.\(key)", english).text(in: .current)
    }
}

extension ArgumentHelp {
    /// The help of an argument, which catalogues find under `key` behind `help.`.
    init(_ key: String, _ english: Message, valueName: String) {
        self.init(.help(key, english), valueName: valueName)
    }
}
