internal import ArgumentParser
internal import BoxOffice

/// What the parser has against the arguments of a command.
struct ParserRefusal: Error {
    /// What is wrong: the message of a check of ours, or the parser's sentence.
    let message: Message

    /// Words `error`, which `parser` threw; nil if it is a request for help.
    ///
    /// Each question to the parser words the whole usage anew, so it is asked no more than needed,
    /// and the smallest part of the command line is asked that knows the answer.
    init?(_ error: any Error, of parser: any ParsableArguments.Type) {
        if let refusal = error as? ParserRefusal {
            self = refusal
        } else {
            guard parser.exitCode(for: error) != .success else { return nil }
            if let own = InvalidOption.inside(error, depth: 3) {
                message = own.wording
            } else {
                let sentence = parser.message(for: error)
                message = Message(
                    sentence: sentence.prefix(1).lowercased() + sentence.dropFirst())
            }
        }
    }
}

extension InvalidOption {
    /// The error that the parser has wrapped in its own, which have no public members.
    fileprivate static func inside(_ value: Any, depth: Int) -> InvalidOption? {
        if let own = value as? InvalidOption { return own }
        guard depth > 0 else { return nil }
        for child in Mirror(reflecting: value).children {
            if let own = inside(child.value, depth: depth - 1) { return own }
        }
        return nil
    }
}
