package import BoxOffice
package import Wire

/// What the server needs of the program: its options and columns, and somebody who runs a command line.
package protocol CommandRunner: Sendable {
    /// The version of the program.
    var version: String { get }

    /// The columns of everything that the commands can write, by the name of the command.
    func columns(of command: String) -> [Column]

    /// The options of a command that say what is asked for.
    func options(of command: String) -> [ToolOption]

    /// Runs the command line `words`, whose rows go to `inquiry` instead of the output.
    ///
    /// - Throws: what the command would report.
    func run(_ words: [String], for inquiry: Inquiry) async throws(Fault)

    /// Returns the fields `word`, `text` and `where`: what a word means, and where it stands.
    ///
    /// - Throws: a ``Fault`` of kind `usage` for a word that is not known.
    func explain(_ word: String) throws(Fault) -> [(name: String, text: Message)]

    /// Returns what is known without a call.
    func status() async -> [String: JSONValue]

    /// Returns `message` in the user's language, with every key redacted.
    func text(of message: Message) -> String

    /// Returns the time from which the question that ended with `fault` makes sense again; nil if
    /// waiting does not help.
    func retryTime(after fault: Fault) -> String?
}
