extension Message {
    /// The items with commas between them.
    static func list(_ items: some Sequence<Message>) -> Message {
        items.reduce(nil) { (list: Message?, item) in list.map { "\($0), \(item)" } ?? item } ?? ""
    }

    /// `first` and `second`.
    static func both(_ first: Message, _ second: Message) -> Message {
        Message("and", "\(first) and \(second)")
    }

    /// One of `words`: `a`, `a or b`, `a, b or c`.
    package static func alternatives(_ words: [String]) -> Message {
        guard words.count > 1, let last = words.last else { return Message(words.first ?? "") }
        return Message("or", "\(words.dropLast().joined(separator: ", ")) or \(last)")
    }
}

extension Chart {
    /// What the chart is called inside a sentence, such as `daily`.
    package var wording: Message { Message("chart.\(rawValue)", "\(rawValue)") }
}
