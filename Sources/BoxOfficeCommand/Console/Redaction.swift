internal import Curl
internal import Synchronization

/// The keys that were found in this run.
final class Secrets: Sendable {
    private let state = Mutex((texts: [String](), redaction: Redaction(of: [])))

    /// The redaction of all these keys.
    var redaction: Redaction { state.withLock { $0.redaction } }

    func add(_ text: String) {
        state.withLock { state in
            guard !state.texts.contains(text) else { return }
            state.texts.append(text)
            state.redaction = Redaction(of: state.texts)
        }
    }
}

/// The replacement of keys in texts, in every spelling of a key.
///
/// The spellings are those of URLs and JSON that are also redacted in answers: a plugin may
/// quote its input.
struct Redaction: Sendable {
    /// The bytes of every key.
    private let keys: [[UInt8]]
    /// True at each byte that a key, or another spelling of one, can begin with.
    private let beginnings: [Bool]

    /// Prepares to redact `secrets`.
    init(of secrets: [String]) {
        keys = secrets.map { Array($0.utf8) }.filter { !$0.isEmpty }
        let firsts = Set(keys.compactMap(\.first))
        beginnings = (0...UInt8.max).map { firsts.contains($0) || $0.beginsSpelling }
    }

    /// Returns `text` with three asterisks in place of every key, compared byte by byte.
    func redacted(_ text: String, limit: Int = .max) -> String {
        if keys.isEmpty, limit == .max { return text }
        return String(decoding: redacted(text.utf8.span, limit: limit), as: UTF8.self)
    }

    /// Returns `bytes` with three asterisks in place of every key.
    ///
    /// The bytes are read from their beginning, and only as far as needed for `limit` bytes of
    /// output: a service or a plugin may send megabytes as one error. A key is matched to its end,
    /// even past the cut, so that no part of it is shown. Overlapping keys are replaced as one.
    func redacted(_ bytes: Span<UInt8>, limit: Int = .max) -> [UInt8] {
        var output: [UInt8] = []
        output.reserveCapacity(min(bytes.count, limit))
        var end = 0  // The end of the last key found.
        var index = 0
        while index < bytes.count, output.count < limit {
            if beginnings[Int(bytes[index])], let keyEnd = endOfKey(in: bytes, from: index) {
                if index >= end { output += "***".utf8 }
                end = max(end, keyEnd)
            }
            if index >= end { output.append(bytes[index]) }
            index += 1
        }
        return output
    }

    /// Returns the end of the longest key that begins at `start`; nil if no key does.
    private func endOfKey(in bytes: Span<UInt8>, from start: Int) -> Int? {
        var end: Int?
        for key in keys {
            if let found = bytes.end(of: key, from: start) { end = max(end ?? 0, found) }
        }
        return end
    }
}
