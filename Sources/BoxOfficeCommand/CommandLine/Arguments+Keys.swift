internal import BoxOffice

/// Words that may be keys: no message repeats them.
extension Arguments {
    /// The words and values that may be keys, judged by their form or by the word before them.
    var possibleKeys: [String] {
        zip([""] + all, all).compactMap { before, word -> String? in
            let parts = word.split(separator: "=", maxSplits: 1).map { String($0) }
            guard let value = parts.last else { return nil }
            let isAnnounced = parts.count == 2 ? parts[0].announcesKey : before.announcesKey
            if value.hasPrefix("--"), OptionTable.all.map(\.long).nearest(to: value) != nil {
                return nil
            }
            return value.looksLikeKey || (isAnnounced && value.utf8.count >= 8) ? value : nil
        }
    }

    /// Returns true if `word` may contain or announce a key, so that no hint repeats it.
    static func mayHoldKey(_ word: String) -> Bool {
        let lower = word.lowercased()
        return word.looksLikeKey || word.announcesKey || lower.hasPrefix("-k")
            || ["key=", "token="].contains(where: lower.contains)
    }
}

extension String {
    /// True if the text looks like a key: 20 or more letters and digits, with some of each.
    fileprivate var looksLikeKey: Bool {
        utf8.count >= 20 && allSatisfy { $0.isASCII && ($0.isLetter || $0.isNumber) }
            && contains(where: \.isLetter) && contains(where: \.isNumber)
    }

    /// True if the text, up to an equals sign, is a word for a key, so that a key may follow.
    fileprivate var announcesKey: Bool {
        let word = lowercased().prefix { $0 != "=" }.map { $0 == "_" ? "-" : $0 }
        let name = String(word).trimming { $0 == "-" || $0 == ":" }
        let isNamed =
            word.starts(with: "--") && ["key", "token", "키"].contains(where: name.hasSuffix)
        return isNamed || name.hasSuffix("api-key") || keyWords.contains(name)
    }
}

/// The words that people use for a key.
private let keyWords: Set = [
    "key", "apikey", "token", "키", "api키", "인증키", "서비스키", "발급키", "키값", "내키",
]
