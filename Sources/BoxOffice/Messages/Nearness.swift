extension [String] {
    /// Returns the names, ordered by their distance from `name`; `meant` comes first, if it is not
    /// nil.
    package func nearestFirst(to name: String, _ meant: String? = nil) -> [String] {
        let distances = map { $0 == meant ? -1 : $0.editDistance(to: name) }
        return indices.sorted { (distances[$0], $0) < (distances[$1], $1) }.map { self[$0] }
    }

    /// Returns the name that `word` was probably meant to be; nil if none is near.
    ///
    /// A name is near if `word` is one of `otherWords` for it, or one letter away from such a word,
    /// or if at most a third of the letters of the name differ. If `word` is one of `otherWords`
    /// for a name that is not among these, it is not near to any.
    package func nearest(to word: String, otherWords: [String: String] = [:]) -> String? {
        let word = word.lowercased()
        if let name = first(where: { $0.lowercased() == word }) { return name }
        if let name = otherWords[word] { return contains(name) ? name : nil }
        let names = map { ($0.lowercased().editDistance(to: word), $0) }.filter { distance, name in
            distance <= name.filter { !"-_{}".contains($0) }.letters.count / 3
        }
        let others = otherWords.filter { $0.key.letters.count >= 3 && contains($0.value) }.map {
            ($0.key.editDistance(to: word), $0.value)
        }.filter { $0.0 <= 1 }
        return (names + others).min { $0 < $1 }?.1
    }
}

extension String {
    /// Returns the number of letters to add, remove, change or swap with the next to turn this text
    /// into `other`.
    ///
    /// A Hangul syllable counts as its letters, so that `서을` is near to `서울`. Only the first 64
    /// letters count.
    package func editDistance(to other: String) -> Int {
        let letters = Array(letters.prefix(64))
        let other = Array(other.letters.prefix(64))
        var before: [Int] = []
        var row = Array(0...other.count)
        for (line, letter) in letters.enumerated() {
            var next = [line + 1]
            for (index, otherLetter) in other.enumerated() {
                let change = row[index] + (letter == otherLetter ? 0 : 1)
                var least = Swift.min(change, row[index + 1] + 1, next[index] + 1)
                if line > 0, index > 0, letter == other[index - 1],
                    letters[line - 1] == otherLetter
                {
                    least = Swift.min(least, before[index - 1] + 1)
                }
                next.append(least)
            }
            (before, row) = (row, next)
        }
        return row[other.count]
    }

    /// The code points of the text, with Hangul syllables split into their letters.
    ///
    /// The arithmetic is from the Unicode Standard, section 3.12.
    fileprivate var letters: [UInt32] {
        unicodeScalars.flatMap { scalar -> [UInt32] in
            guard (0xAC00...0xD7A3).contains(scalar.value) else { return [scalar.value] }
            let index = scalar.value - 0xAC00
            let parts = [0x1100 + index / 588, 0x1161 + index % 588 / 28]
            return index % 28 == 0 ? parts : parts + [0x11A7 + index % 28]
        }
    }
}
