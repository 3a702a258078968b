internal import ArgumentParser

/// What the parser has against the arguments of a command.
struct ParserRefusal: Error {
    /// The parser's sentence.
    let message: String

    /// Words `error`, which `parser` threw; nil if it is a request for help.
    ///
    /// Each question to the parser words the whole usage anew, so it is asked no more than needed,
    /// and the smallest part of the command line is asked that knows the answer.
    init?(_ error: any Error, of parser: any ParsableArguments.Type) {
        if let refusal = error as? ParserRefusal {
            self = refusal
        } else {
            guard parser.exitCode(for: error) != .success else { return nil }
            message = parser.message(for: error)
        }
    }
}
