internal import BoxOffice

/// Takes keys out of texts, in the forms in which they travel.
struct Redaction: Sendable {
    /// The bytes of every form of every key.
    private let forms: [[UInt8]]
    /// Which bytes a form begins with.
    private let beginnings: [Bool]

    /// Prepares to take out `secrets`, as they are and as a URL has them.
    init(of secrets: [String]) {
        let texts = secrets.flatMap { [$0, $0.percentEncoded, $0.percentEncodedInLowerCase] }
        forms = Set(texts).map { Array($0.utf8) }.filter { !$0.isEmpty }
        var beginnings = [Bool](repeating: false, count: 256)
        for byte in forms.compactMap(\.first) { beginnings[Int(byte)] = true }
        self.beginnings = beginnings
    }

    /// `text` with three asterisks in place of every key, wherever its bytes occur.
    ///
    /// It is read from its beginning, and only as far as it takes for `limit` bytes of what is
    /// returned: a service or a plugin may send megabytes as one error. A key is looked for as far
    /// as it reaches, also beyond the cut, so that none is shown in part. Keys that overlap are one.
    func redacted(_ text: String, limit: Int = .max) -> String {
        if forms.isEmpty, limit == .max { return text }
        let bytes = text.utf8.span
        var output: [UInt8] = []
        output.reserveCapacity(min(bytes.count, limit))
        var end = 0  // Where the key ends that was found last.
        var index = 0
        while index < bytes.count, output.count < limit {
            let length = beginnings[Int(bytes[index])] ? longestForm(in: bytes, from: index) : 0
            if length > 0 {
                if index >= end { output += "***".utf8 }
                end = max(end, index + length)
            }
            if index >= end { output.append(bytes[index]) }
            index += 1
        }
        return String(decoding: output, as: UTF8.self)
    }

    /// How long the longest key is that begins at `start`; 0 where none does.
    private func longestForm(in bytes: Span<UInt8>, from start: Int) -> Int {
        var longest = 0
        for form in forms where form.count > longest && form.count <= bytes.count - start {
            if form.indices.allSatisfy({ bytes[start + $0] == form[$0] }) { longest = form.count }
        }
        return longest
    }
}

extension String {
    /// The text percent-encoded with the digits a to f small, which is as valid.
    fileprivate var percentEncodedInLowerCase: String {
        let parts = percentEncoded.split(separator: "%", omittingEmptySubsequences: false)
        return parts.prefix(1).joined()
            + parts.dropFirst().map { "%\($0.prefix(2).lowercased())\($0.dropFirst(2))" }.joined()
    }
}
