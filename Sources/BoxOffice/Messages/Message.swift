/// A sentence for the user: a code that never changes, an English wording, and the arguments in it.
///
/// It is written where it is needed, as a string literal, and rendered when it is shown:
///
///     Message("too-many-rows", "the chart has \(count) rows; the limit is \(most)")
///
/// The literal is split into pieces of text and the arguments between them, so that a catalogue of
/// another language can use the same arguments in its own wording. Two messages are equal if their
/// English text is equal.
public struct Message: Sendable {
    /// An argument between the pieces of text.
    enum Argument: Sendable {
        /// A text that is the same in every language, such as a name or a number.
        case text(String)
        /// A message of its own.
        case message(Message)
        /// A number.
        case figure(Figure)
    }

    /// A number that programs find under its name.
    struct Figure: Sendable {
        let name: String
        let number: Int
        /// The text between groups of three digits.
        let separator: String
        /// What it counts, in English: `row`, `rows`; nil if that stands elsewhere in the wording.
        var noun: String?

        /// The number as people read it.
        var text: String { number.grouped(by: separator) }
    }

    /// The code for programs: lower-case words with hyphens.
    ///
    /// It is empty in small parts of other messages, such as a name or a number.
    public private(set) var code: String
    /// The pieces of the English wording, one more than there are arguments.
    private var pieces: [String]
    /// The arguments between the pieces.
    private var arguments: [Argument]
    /// The message's own Korean wording, with `{1}` for the first argument; nil if it has none, but
    /// a catalogue may have one.
    private var korean: String?

    /// Makes the message `wording` with a code.
    public init(_ code: String, _ wording: Message) {
        self = wording
        self.code = code
    }

    /// Makes the message `wording` with its Korean wording, in which `{1}` is the first argument; a
    /// third language would be one more parameter.
    package init(_ wording: Message, ko korean: String) {
        self = wording
        self.korean = korean
    }

    /// Makes the message `wording` with a code and its Korean wording.
    package init(_ code: String, _ wording: Message, ko korean: String) {
        self.init(wording, ko: korean)
        self.code = code
    }

    /// Makes a message of a value that reads the same in every language.
    package init(_ value: some CustomStringConvertible) {
        code = ""
        pieces = ["", ""]
        arguments = [.text("\(value)")]
    }

    /// Makes a message of a sentence from elsewhere, such as the system; its key is the sentence.
    package init(sentence: String) {
        code = ""
        pieces = [sentence]
        arguments = []
    }

    /// The key for catalogues: the code, or the English wording with `{1}` for the first argument.
    package var key: String {
        code.isEmpty ? english(with: arguments.indices.map { "{\($0 + 1)}" }) : code
    }

    /// Returns the English wording with these texts between its pieces.
    private func english(with texts: [String]) -> String {
        zip(texts, pieces.dropFirst()).reduce(pieces.first ?? "") { $0 + $1.0 + $1.1 }
    }

    /// Returns the same message with its subject at the front.
    package func about(_ subject: Message) -> Message {
        Message("about", "\(subject): \(self)")
    }

    /// The numbers that programs may want, with their names: 12 rows are `rows`.
    ///
    /// They include those of messages that are arguments; numbers of one name are added up, such as
    /// the calls to several services.
    package var figures: [String: Int] {
        arguments.reduce(into: [:]) { figures, argument in
            switch argument {
            case .text: break
            case .message(let message): figures.merge(message.figures, uniquingKeysWith: &+)
            case .figure(let figure):
                figures[figure.name, default: 0] &+= figure.number
            }
        }
    }

    /// Returns the sentence in the language of `catalogue`, or in English if that has no wording
    /// for it.
    package func text(in catalogue: Catalogue) -> String {
        let wording = (catalogue.isEnglish ? nil : korean) ?? catalogue[key]
        let arguments = arguments.map { argument in
            switch argument {
            case .text(let text): text
            case .message(let message): message.text(in: catalogue)
            case .figure(let figure):
                figure.text + (wording == nil ? figure.noun.map { " \($0)" } ?? "" : "")
            }
        }
        return wording?.filled(with: arguments) ?? english(with: arguments)
    }
}

extension Message: CustomStringConvertible {
    /// The sentence in English.
    public var description: String { text(in: .english) }
}

extension Message: Hashable {
    /// Returns true if the messages read the same in English.
    public static func == (first: Message, second: Message) -> Bool {
        first.description == second.description
    }

    /// Hashes the English sentence.
    public func hash(into hasher: inout Hasher) { hasher.combine(description) }
}

/// Building a message from a literal: it collects the pieces and arguments itself.
extension Message: ExpressibleByStringInterpolation, StringInterpolationProtocol {
    /// Makes an empty message.
    public init(literalCapacity: Int, interpolationCount: Int) { self.init(sentence: "") }

    /// Adds text to the wording.
    public mutating func appendLiteral(_ literal: String) {
        pieces[pieces.count - 1] += literal
    }

    /// Adds a message as an argument.
    public mutating func appendInterpolation(_ message: Message) { append(.message(message)) }

    /// Adds the text of any value as an argument.
    public mutating func appendInterpolation(_ value: some Any) { append(.text("\(value)")) }

    /// Adds a number and what it counts: `\(rows, "row")` is `1 row` or `2 rows`, and in Korean the
    /// number alone.
    ///
    /// - Parameters:
    ///   - one: the words for a single one.
    ///   - many: the words for any other number; nil if an `s` makes them.
    ///   - separator: the text between groups of three digits.
    package mutating func appendInterpolation(
        _ number: Int, _ one: String, _ many: String? = nil, groupedBy separator: String = ""
    ) {
        let nouns = many ?? "\(one)s"
        // Of `periods are`, the first word.
        let name = String(nouns.prefix { $0 != " " })
        let noun = number == 1 ? one : nouns
        append(.figure(Figure(name: name, number: number, separator: separator, noun: noun)))
    }

    /// Adds a number that programs find under `name`, such as `rows`.
    package mutating func appendInterpolation(
        _ number: Int, named name: String, groupedBy separator: String = ""
    ) {
        append(.figure(Figure(name: name, number: number, separator: separator)))
    }

    private mutating func append(_ argument: Argument) {
        arguments.append(argument)
        pieces.append("")
    }

    /// Makes a message from a literal without arguments.
    public init(stringLiteral value: String) { self.init(sentence: value) }

    /// Makes a message from a literal with arguments.
    public init(stringInterpolation literal: Message) { self = literal }
}

extension Message {
    /// Returns the items with commas between them.
    package static func list(_ items: some Sequence<Message>) -> Message {
        items.reduce(nil) { (list: Message?, item) in list.map { "\($0), \(item)" } ?? item } ?? ""
    }

    /// Returns `first` and `second`, joined by "and".
    package static func both(_ first: Message, _ second: Message) -> Message {
        Message("and", "\(first) and \(second)")
    }

    /// Returns the message, which is about the first of several, with the number of the others.
    package func andMore(_ count: Int) -> Message {
        count > 0 ? Message("and-more", "\(self) (and \(count) more)") : self
    }

    /// Returns the range as `1 to 20`.
    package static func range(_ range: ClosedRange<Int>) -> Message {
        Message("range", "\(range.lowerBound) to \(range.upperBound)")
    }

    /// Returns the words as alternatives: `a`, `a or b`, `a, b or c`.
    package static func alternatives(_ words: [Message]) -> Message {
        guard words.count > 1, let last = words.last else { return words.first ?? "" }
        return Message("or", "\(list(words.dropLast())) or \(last)")
    }
}
