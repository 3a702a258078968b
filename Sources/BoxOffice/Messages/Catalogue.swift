/// The wordings of one language, by the keys of the messages.
///
/// A second language is one file: a catalogue with a wording for every ``Message/key``. In a
/// wording, `{1}` is the message's first argument and `{2}` its second. A message without a wording
/// here appears in English, as it was written.
public struct Catalogue: Sendable {
    private let wordings: [String: String]

    /// Makes a catalogue of `wordings`.
    public init(_ wordings: [String: String] = [:]) {
        self.wordings = wordings
    }

    /// English, as the messages were written.
    public static let english = Catalogue()

    /// This catalogue's wording of `message`, with `{1}` for its first argument; nil if it has
    /// none.
    func wording(of message: Message) -> String? {
        wordings.isEmpty ? nil : wordings[message.key]
    }

    /// The wording under `key`, or `english` if there is none.
    package func text(of key: String, _ english: String) -> String { wordings[key] ?? english }

    /// The keys that have a wording.
    public var keys: some Collection<String> { wordings.keys }
}

extension String {
    /// The wording with its `{1}`, `{2}`, … replaced by `arguments`; a number without an argument
    /// stays as it is.
    func filled(with arguments: [String]) -> String {
        var text = ""
        var rest = self[...]
        while let brace = rest.firstIndex(of: "{") {
            text += rest[..<brace]
            let inside = rest[brace...].dropFirst().prefix { $0.isNumber }
            let behind = rest[inside.endIndex...]
            if behind.hasPrefix("}"), let number = Int(inside),
                arguments.indices.contains(number - 1)
            {
                text += arguments[number - 1]
                rest = behind.dropFirst()
            } else {
                text += "{"
                rest = rest[brace...].dropFirst()
            }
        }
        return text + rest
    }
}
