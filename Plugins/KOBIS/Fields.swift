internal import BoxOffice
internal import Wire

/// KOBIS's fields, all of which are texts.
extension Fields {
    /// Returns the text of `field`, trimmed and cleaned, with the line ends that XML leaves; nil if
    /// there is none.
    func cleanText(_ field: String) throws(Malformed) -> String? {
        try text(field)?.cleaned?.withOneLineEnd
    }

    /// Returns the code in `field`; nil if there is none.
    ///
    /// It is not cleaned, because that would make it a different code.
    func code(_ field: String) throws(Malformed) -> String? {
        guard let text = try text(field) else { return nil }
        guard text.cleaned == text else { throw try wrong(field, "code") }
        return text
    }

    /// Returns the text of the first of `fields` that has one, trimmed and cleaned.
    func firstText(_ fields: [String]) throws(Malformed) -> String? {
        for field in fields {
            if let text = try cleanText(field) { return text }
        }
        return nil
    }

    /// Returns the texts between the separators in `text`, without the white space around them and
    /// without empty ones.
    static func items(of text: String?, separatedBy separator: Character) -> [String] {
        (text ?? "").split(separator: separator).compactMap { String($0).withoutSpace }
    }

    /// Returns the texts of `field` in the objects of the list `name`, which details have, and
    /// those in the first of `texts` that is there, which a search has.
    func texts(
        of field: String, in name: String, or texts: String...
    ) throws(Malformed) -> [String] {
        try items(name) { item throws(Malformed) in try item.cleanText(field) }
            + Fields.items(of: firstText(texts), separatedBy: ",")
    }

    /// Reads the films that a person or a company worked on: details have a list, search results
    /// their titles.
    func filmCredits() throws(Malformed) -> [Credit] {
        let titles = Fields.items(of: try cleanText("filmoNames"), separatedBy: "|")
        return try items("filmos", Credit.init) + titles.map { Credit(name: $0) }
    }
}

extension String {
    /// The text with CR LF and CR replaced by LF, as XML does.
    fileprivate var withOneLineEnd: String {
        let bytes = utf8.span
        // No early exit from the loop, so that the compiler can vectorize it.
        var returns = 0
        for index in bytes.indices { returns += bytes[index] == UInt8(ascii: "\r") ? 1 : 0 }
        return returns > 0 ? String(map { $0 == "\r\n" || $0 == "\r" ? "\n" : $0 }) : self
    }
}
