internal import BoxOffice
internal import Wire

/// Fields as KOBIS writes them: all of them are texts.
extension Fields {
    /// The text of `field`, trimmed and cleaned; nil if there is none.
    func cleanText(_ field: String) throws(Malformed) -> String? { try text(field)?.cleaned }

    /// The code in `field`; nil if there is none.
    ///
    /// Nothing is removed from it, because that would make another code.
    func code(_ field: String) throws(Malformed) -> String? {
        guard let text = try text(field) else { return nil }
        guard text.cleaned == text else { throw try wrong(field, "code") }
        return text
    }

    /// The first of the texts of `fields` that is there, trimmed and cleaned.
    func firstText(_ fields: [String]) throws(Malformed) -> String? {
        for field in fields {
            if let text = try cleanText(field) { return text }
        }
        return nil
    }

    /// The texts between the separators in `text`, without the spaces around them and without empty
    /// ones.
    static func items(of text: String?, separatedBy separator: Character) -> [String] {
        (text ?? "").split(separator: separator).map { item in
            item.trimming { $0 == " " }
        }.filter { !$0.isEmpty }
    }

    /// The texts of the field `field` of the objects in the list `name`, as details have them, and
    /// those in the first of `texts` that is there, as a search has them.
    func texts(
        of field: String, in name: String, or texts: String...
    ) throws(Malformed) -> [String] {
        try items(name) { item throws(Malformed) in try item.cleanText(field) }
            + Fields.items(of: firstText(texts), separatedBy: ",")
    }
}
