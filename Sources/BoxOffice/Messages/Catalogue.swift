/// The wordings of one language, by the keys of the messages.
///
/// A catalogue has a wording for every ``Message/key``. In a wording, `{1}` is the message's first
/// argument and `{2}` its second; `{을/를}` is the Korean particle that fits the text before it. A
/// message without a wording here appears in English, as it was written.
package struct Catalogue: Sendable {
    /// Wordings that are made when they are first looked at: most runs need few of them.
    package typealias Part = @Sendable () -> [String: String]

    private let parts: [Part]
    private let sentences: [Part]

    /// Makes a catalogue of `wordings`.
    package init(_ wordings: [String: String] = [:]) {
        self.init(wordings.isEmpty ? [] : [{ wordings }])
    }

    /// Makes a catalogue of `parts`, the first of which that has a wording gives it.
    ///
    /// The `sentences` are those of others, such as the system, which are worded by their English
    /// text with `{1}` for the first part that changes.
    package init(_ parts: [Part], sentences: [Part] = []) {
        self.parts = parts
        self.sentences = sentences
    }

    /// English, as the messages were written.
    package static let english = Catalogue()

    /// This catalogue's wording of `message`, with `{1}` for its first argument; nil if it has
    /// none.
    package func wording(of message: Message) -> String? {
        parts.isEmpty ? nil : self[message.key]
    }

    /// The wording under `key`, or `english` if there is none.
    package func text(of key: String, _ english: String) -> String { self[key] ?? english }

    /// The keys that have a wording.
    package var keys: Set<String> { Set(parts.flatMap { $0().keys }) }

    /// `sentence` of others in the language of the catalogue; nil if it has no wording of it.
    func text(ofSentence sentence: String) -> String? {
        for part in sentences {
            if let wording = part()[sentence] { return wording }
        }
        let patterns = sentences.flatMap { $0().filter { $0.key.contains("{") } }
            .map(SentencePattern.init)
        for pattern in patterns.sorted(by: { $0.size > $1.size }) {
            guard let arguments = pattern.arguments(in: sentence) else { continue }
            return pattern.wording.filled(
                with: arguments.enumerated().map { part, argument in
                    pattern.isQuoted(part) ? argument : text(ofSentence: argument) ?? argument
                })
        }
        return nil
    }

    /// The wording under `key`; nil if there is none.
    package subscript(key: String) -> String? {
        for part in parts {
            if let wording = part()[key] { return wording }
        }
        return nil
    }

    /// This catalogue before `others`, which may word sentences, too.
    package func before(_ others: [Part]) -> Catalogue {
        Catalogue(parts + others, sentences: sentences + others)
    }

    /// This catalogue behind `others` and more `sentences`.
    package func behind(_ others: [Part], sentences more: [Part]) -> Catalogue {
        Catalogue(others + parts, sentences: more + sentences)
    }
}

extension String {
    /// The wording with its `{1}`, `{2}`, … replaced by `arguments`, and pairs of particles such as
    /// `{을/를}` by the one that fits the text before; other braces stay.
    func filled(with arguments: [String]) -> String {
        var text = ""
        var rest = self[...]
        while let brace = rest.firstIndex(of: "{") {
            text += rest[..<brace]
            let inside = rest[brace...].dropFirst().prefix { $0 != "}" && $0 != "{" }
            let behind = rest[inside.endIndex...]
            let argument = Int(inside).flatMap { number in
                arguments.indices.contains(number - 1) ? arguments[number - 1] : nil
            }
            if behind.hasPrefix("}"), let filling = argument ?? inside.particle(behind: text) {
                text += filling
                rest = behind.dropFirst()
            } else {
                text += "{"
                rest = rest[brace...].dropFirst()
            }
        }
        return text + rest
    }
}

extension Substring {
    /// The form of the pair of Korean particles that follows `text`; nil if it is no such pair.
    fileprivate func particle(behind text: String) -> String? {
        guard let slash = firstIndex(of: "/"), slash > startIndex, index(after: slash) < endIndex,
            allSatisfy({ $0 == "/" || ("가"..."힣").contains($0) })
        else { return nil }
        return FinalSound(of: text).particle(of: self)
    }
}
