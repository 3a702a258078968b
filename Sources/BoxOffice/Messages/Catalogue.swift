/// The wordings of one language, by the keys of the messages.
///
/// A catalogue has a wording for every ``Message/key``. In a wording, `{1}` is the message's first
/// argument and `{2}` its second; `{을/를}` is the Korean particle that fits the text before it. A
/// message without a wording here appears in English, as it was written.
package struct Catalogue: Sendable {
    /// Wordings that are made when they are first looked at: most runs need few of them.
    package typealias Part = @Sendable () -> [String: String]

    /// The wordings, the first before the others.
    package let parts: [Part]

    /// Makes a catalogue of `parts`, the first of which that has a wording gives it.
    package init(_ parts: [Part]) { self.parts = parts }

    /// Makes a catalogue of `wordings`.
    package init(_ wordings: [String: String]) { self.init([{ wordings }]) }

    /// English, as the messages were written.
    package static let english = Catalogue([])
    /// Whether messages appear as they were written.
    package var isEnglish: Bool { parts.isEmpty }

    /// The keys that have a wording.
    package var keys: Set<String> { Set(parts.flatMap { $0().keys }) }

    /// The wording under `key`, with `{1}` for the message's first argument; nil if there is none.
    package subscript(key: String) -> String? {
        for part in parts {
            if let wording = part()[key] { return wording }
        }
        return nil
    }

    /// This catalogue, and behind it what `parts` have besides.
    package func before(_ parts: [Part]) -> Catalogue { Catalogue(self.parts + parts) }
}

extension String {
    /// The wording with its `{1}`, `{2}`, … replaced by `arguments`, and pairs of particles such as
    /// `{을/를}` by the one that fits the text before; other braces stay.
    func filled(with arguments: [String]) -> String {
        let (open, close) = (UInt8(ascii: "{"), UInt8(ascii: "}"))
        var text = ""
        // By bytes, because telling characters apart takes several times as long.
        var rest = self[...]
        while let brace = rest.utf8.firstIndex(of: open) {
            text += rest[..<brace]
            let inside = Substring(
                rest[brace...].utf8.dropFirst().prefix { $0 != close && $0 != open })
            let behind = rest[inside.endIndex...]
            let argument = Int(inside).flatMap { number in
                arguments.indices.contains(number - 1) ? arguments[number - 1] : nil
            }
            if behind.utf8.first == close, let filling = argument ?? inside.particle(behind: text) {
                text += filling
                rest = Substring(behind.utf8.dropFirst())
            } else {
                text += "{"
                rest = rest[inside.startIndex...]
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
