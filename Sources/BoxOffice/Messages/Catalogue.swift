/// The wordings of one language, by the keys of the messages.
///
/// A catalogue looks a wording up by ``Message/key``. In a wording, `{1}` is the message's first
/// argument and `{2}` its second; `{을/를}` is the Korean particle that fits the text before it, and
/// `{은/는/,}` a comma instead if readers may differ in how that text ends. A message without a wording
/// here appears in English, as it was written.
package struct Catalogue: Sendable {
    /// A function that returns wordings, called only when one is looked up, because most runs need
    /// few.
    package typealias Part = @Sendable () -> [String: String]

    /// The wordings; an earlier part takes precedence over a later one.
    package let parts: [Part]

    /// Makes a catalogue of `parts`, in order of precedence.
    package init(_ parts: [Part]) { self.parts = parts }

    package init(_ wordings: [String: String]) { self.init([{ wordings }]) }

    /// English, as the messages were written.
    package static let english = Catalogue([])
    /// True if messages appear as they were written.
    package var isEnglish: Bool { parts.isEmpty }

    /// The keys that have a wording.
    package var keys: Set<String> { Set(parts.flatMap { $0().keys }) }

    /// Returns the wording under `key`, with `{1}` for the message's first argument; nil if it is
    /// not there.
    package subscript(key: String) -> String? { parts.lazy.compactMap { $0()[key] }.first }

    /// Returns this catalogue with `parts` after its own, for keys that it does not have.
    package func before(_ parts: [Part]) -> Catalogue { Catalogue(self.parts + parts) }
}

extension String {
    /// Returns the wording with `{1}`, `{2}`, … replaced by `arguments`, and pairs of particles
    /// such as `{을/를}` by the one that fits the text before; other braces stay.
    func filled(with arguments: [String]) -> String {
        let (open, close) = (UInt8(ascii: "{"), UInt8(ascii: "}"))
        var text = ""
        // By bytes, because finding character boundaries takes several times as long.
        var rest = self[...]
        while let brace = rest.utf8.firstIndex(of: open) {
            text += rest[..<brace]
            let inside = Substring(
                rest[brace...].utf8.dropFirst().prefix { $0 != close && $0 != open })
            let remainder = rest[inside.endIndex...]
            let argument = Int(inside).flatMap { number in
                arguments.indices.contains(number - 1) ? arguments[number - 1] : nil
            }
            if remainder.utf8.first == close, let filling = argument ?? inside.particle(after: text)
            {
                text += filling
                rest = Substring(remainder.utf8.dropFirst())
            } else {
                text += "{"
                rest = rest[inside.startIndex...]
            }
        }
        return text + rest
    }
}

extension Substring {
    /// Returns the form of this pair of Korean particles that fits after `text`, or what follows the
    /// pair if the last sound is not sure; nil if it is not such a pair.
    fileprivate func particle(after text: String) -> String? {
        let forms = split(separator: "/", omittingEmptySubsequences: false).map { String($0) }
        let pair = forms.prefix(2)
        guard (2...3).contains(forms.count),
            pair.allSatisfy({ !$0.isEmpty && $0.allSatisfy { ("가"..."힣").contains($0) } })
        else { return nil }
        if forms.count > 2, !FinalSound.isSure(of: text) { return forms[2] }
        return FinalSound(of: text).particle(forms[0], forms[1])
    }
}
