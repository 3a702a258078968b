extension Message {
    /// The items with commas between them.
    package static func list(_ items: some Sequence<Message>) -> Message {
        items.reduce(nil) { (list: Message?, item) in list.map { "\($0), \(item)" } ?? item } ?? ""
    }

    /// `first` and `second`.
    package static func both(_ first: Message, _ second: Message) -> Message {
        Message("and", "\(first) and \(second)")
    }

    /// One of `words`: `a`, `a or b`, `a, b or c`.
    package static func alternatives(_ words: [String]) -> Message {
        alternatives(words.map { Message($0) })
    }

    /// One of `words`, which may be other words in another language.
    package static func alternatives(_ words: [Message]) -> Message {
        guard words.count > 1, let last = words.last else { return words.first ?? "" }
        return Message("or", "\(list(words.dropLast())) or \(last)")
    }
}

extension Chart {
    /// What the chart is called inside a sentence, such as `daily`.
    package var wording: Message { Message("chart.\(rawValue)", "\(rawValue)") }
}
