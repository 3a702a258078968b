internal import ArgumentParser
internal import BoxOffice

extension String {
    /// A text of a command, declared with its key.
    ///
    /// The parser keeps it in English, so that no start looks anything up. A help page in another
    /// language finds it under the words that call the command: `help.plugins.check` is what
    /// `plugins check` does, and `help.plugins.check.discussion` the paragraphs about it.
    static func help(_ key: StaticString, _ english: String) -> String { english }
}

extension Message {
    /// A text of help pages or of the manual page, which catalogues find under `key` behind `help.`.
    static func help(_ key: String, _ english: Message) -> Message {
        Message("help.\(key)", english)
    }
}

extension ArgumentHelp {
    /// The help of an argument or option, declared with its key.
    ///
    /// The parser passes the key on in its description, as a discussion: its own pages, which would
    /// show that, are not used. See ``DescribedArgument``.
    init(
        _ key: String, _ english: String, valueName: String?,
        visibility: ArgumentVisibility = .default
    ) {
        self.init(english, discussion: key, valueName: valueName, visibility: visibility)
    }
}
