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

    /// The whole number in `field`; nil if it is blank.
    func integer(_ field: String) throws(Malformed) -> Int? {
        try number(field, decimals: 0, "whole number")
    }

    /// The whole number in `field`, which must not be negative; nil if it is blank.
    func count(_ field: String) throws(Malformed) -> Int? {
        let count = try integer(field)
        guard count ?? 0 >= 0 else {
            throw Malformed("the field '\(field)' is less than nothing")
        }
        return count
    }

    /// The percentage in `field`, with at most one decimal; nil if it is blank.
    func percent(_ field: String) throws(Malformed) -> OneDecimal? {
        let tenths = try number(field, decimals: 1, "percentage with one decimal")
        return tenths.map { OneDecimal(tenths: $0) }
    }

    private func number(
        _ field: String, decimals: Int, _ what: @autoclosure () -> Message
    ) throws(Malformed) -> Int? {
        switch try figure(field, decimals: decimals) {
        case .nothing: return nil
        case .number(let number): return number
        case .tooLarge:
            let number = try excerpt(field)
            throw Malformed(
                "the field '\(field)' is a number that is too large: '\(number)'")
        case .other: throw try wrong(field, what())
        }
    }

    /// The day in `field`, as `2022-06-01` or `20220601`; nil if it is blank, or if the month or
    /// the day of the month is `00`, which means unknown.
    func day(_ field: String) throws(Malformed) -> Day? {
        guard let text = try text(field) else { return nil }
        if let day = Day(utf8: text.utf8.span) { return day }
        if text.hasSuffix("00"), text.filter(\.isNumber).count == 8 { return nil }
        throw try wrong(field, "day")
    }

    /// `value`, which was read from `field`; it must not be nil.
    func required<Value>(_ value: Value?, _ field: String) throws(Malformed) -> Value {
        guard let value else { throw Malformed("the field '\(field)' is blank") }
        return value
    }

    private func wrong(_ field: String, _ what: Message) throws(Malformed) -> Malformed {
        let text = try excerpt(field)
        return Malformed("the field '\(field)' is not a \(what): '\(text)'")
    }

    private func excerpt(_ field: String) throws(Malformed) -> String {
        try text(field)?.excerpt ?? ""
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
