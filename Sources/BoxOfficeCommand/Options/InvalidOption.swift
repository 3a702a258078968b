internal import BoxOffice

/// What is wrong with the options of a command, as it says so itself when it checks them.
///
/// The parser passes on the text of such an error and nothing else; ``ParserRefusal`` finds the
/// message again.
struct InvalidOption: Error, CustomStringConvertible {
    /// What is wrong.
    let wording: Message

    /// Makes an error with a message under `code`.
    init(_ code: String, _ message: Message) {
        wording = Message(code, message)
    }

    /// Makes an error with the message of `fault`.
    init(_ fault: Fault) {
        wording = fault.wording
    }

    /// The message in the language of the process.
    var description: String { wording.text(in: .current) }
}
