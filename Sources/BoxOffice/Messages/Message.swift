/// A sentence for the user: a code that never changes, an English wording, and the arguments in it.
///
/// It is written where it is needed, as a string literal, and rendered at the console:
///
///     Message("too-many-rows", "the chart has \(count) rows; the limit is \(ChartPolicy.mostRows)")
///
/// The literal is split into the pieces of text and the arguments between them, so that a
/// catalogue of another language can use the same arguments in its own wording. Two messages
/// are equal if their English text is equal.
public struct Message: Sendable {
    /// An argument between the pieces of text.
    enum Argument: Sendable {
        /// A text that is the same in every language, such as a name or a number.
        case text(String)
        /// A message of its own.
        case message(Message)
        /// A number from 0 to 99 that has two digits in English, such as the month of a date.
        case twoDigits(Int)
    }

    /// The code for programs: lower-case words with hyphens.
    ///
    /// It is empty in small parts of other messages, such as `no charts`.
    public private(set) var code: String
    /// The pieces of the English wording, one more than there are arguments.
    private var pieces: [String]
    /// The arguments between the pieces.
    private var arguments: [Argument]
    /// The wording in Korean, with `{1}` for the first argument; nil where a catalogue has it.
    private var korean: String?

    /// Gives `wording` a code.
    public init(_ code: String, _ wording: Message) {
        self = wording
        self.code = code
    }

    /// Gives `wording` its Korean one, in which `{1}` is its first argument; a third language would be
    /// one more parameter.
    package init(_ wording: Message, ko korean: String) {
        self = wording
        self.korean = korean
    }

    /// Gives `wording` a code and its Korean one.
    package init(_ code: String, _ wording: Message, ko korean: String) {
        self.init(wording, ko: korean)
        self.code = code
    }

    /// Makes a message of a value whose text is the same in every language.
    package init(_ value: some CustomStringConvertible) {
        code = ""
        pieces = ["", ""]
        arguments = [.text("\(value)")]
    }

    /// Makes a message of a sentence that others made, such as the system; its key is the sentence.
    package init(sentence: String) {
        code = ""
        pieces = [sentence]
        arguments = []
    }

    /// What catalogues look the message up by: its code, or its English wording with `{1}` for the
    /// first argument.
    package var key: String {
        guard code.isEmpty else { return code }
        var key = pieces.first ?? ""
        for (index, piece) in pieces.dropFirst().enumerated() { key += "{\(index + 1)}\(piece)" }
        return key
    }

    /// The same message, with its subject at the front.
    package func about(_ subject: Message) -> Message {
        Message("about", "\(subject): \(self)")
    }

    /// The text in English, followed by that of `other`.
    public static func + (first: Message, second: Message) -> Message {
        var sum = first
        let last = sum.pieces.popLast() ?? ""
        sum.pieces.append(last + (second.pieces.first ?? ""))
        sum.pieces += second.pieces.dropFirst()
        sum.arguments += second.arguments
        sum.korean = nil
        return sum
    }

    /// The sentence in the language of `catalogue`, or in English if that has no wording for it.
    package func text(in catalogue: Catalogue) -> String {
        let wording = (catalogue.isEnglish ? nil : korean) ?? catalogue[key]
        let arguments = arguments.map { argument in
            switch argument {
            case .text(let text): text
            case .message(let message): message.text(in: catalogue)
            case .twoDigits(let number): "\(number < 10 && wording == nil ? "0" : "")\(number)"
            }
        }
        if let wording { return wording.filled(with: arguments) }
        var text = pieces.first ?? ""
        for (argument, piece) in zip(arguments, pieces.dropFirst()) {
            text += argument
            text += piece
        }
        return text
    }
}

extension Message: CustomStringConvertible {
    /// The sentence in English.
    public var description: String { text(in: .english) }
}

extension Message: Hashable {
    /// Whether the messages read the same in English.
    public static func == (first: Message, second: Message) -> Bool {
        first.description == second.description
    }

    /// Hashes the English sentence.
    public func hash(into hasher: inout Hasher) { hasher.combine(description) }
}

/// A message collects the pieces and arguments of its literal itself.
extension Message: ExpressibleByStringInterpolation, StringInterpolationProtocol {
    /// Begins without pieces or arguments.
    public init(literalCapacity: Int, interpolationCount: Int) { self.init(sentence: "") }

    /// Adds text of the wording.
    public mutating func appendLiteral(_ literal: String) {
        pieces[pieces.count - 1] += literal
    }

    /// Adds a message as an argument.
    public mutating func appendInterpolation(_ message: Message) { append(.message(message)) }

    /// Adds the text of any value as an argument.
    public mutating func appendInterpolation(_ value: some Any) { append(.text("\(value)")) }

    /// Adds a number from 0 to 99 that has two digits in English, such as the month of a date.
    package mutating func appendInterpolation(twoDigits number: Int) {
        append(.twoDigits(number))
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
    /// The items with commas between them.
    package static func list(_ items: some Sequence<Message>) -> Message {
        items.reduce(nil) { (list: Message?, item) in list.map { "\($0), \(item)" } ?? item } ?? ""
    }

    /// `first` and `second`.
    package static func both(_ first: Message, _ second: Message) -> Message {
        Message("and", "\(first) and \(second)")
    }

    /// The message, which tells the first of several, with how many more there are.
    package func andMore(_ count: Int) -> Message {
        count > 0 ? Message("and-more", "\(self) (and \(count) more)") : self
    }

    /// The numbers of `range` as `1 to 20`.
    package static func range(_ range: ClosedRange<Int>) -> Message {
        Message("range", "\(range.lowerBound) to \(range.upperBound)")
    }

    /// One of `words`: `a`, `a or b`, `a, b or c`.
    package static func alternatives(_ words: [Message]) -> Message {
        guard words.count > 1, let last = words.last else { return words.first ?? "" }
        return Message("or", "\(list(words.dropLast())) or \(last)")
    }
}
