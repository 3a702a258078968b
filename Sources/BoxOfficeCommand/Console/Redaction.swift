internal import Curl
internal import Synchronization

/// The keys that have been found in this run.
final class Secrets: Sendable {
    private let state = Mutex((texts: [String](), redaction: Redaction(of: [])))

    /// Takes out all of them.
    var redaction: Redaction { state.withLock { $0.redaction } }

    func add(_ text: String) {
        state.withLock { state in
            guard !state.texts.contains(text) else { return }
            state.texts.append(text)
            state.redaction = Redaction(of: state.texts)
        }
    }
}

/// Takes keys out of texts, in whatever spelling they stand there.
///
/// The spellings are those of URLs, JSON and XML that are blotted out of answers, too: a plugin may
/// quote what it was sent.
struct Redaction: Sendable {
    /// The bytes of every key.
    private let keys: [[UInt8]]
    /// Which bytes a key, or another spelling of one, begins with.
    private let beginnings: [Bool]

    /// Prepares to take out `secrets`.
    init(of secrets: [String]) {
        keys = secrets.map { Array($0.utf8) }.filter { !$0.isEmpty }
        let firsts = Set(keys.compactMap(\.first))
        beginnings = (0...UInt8.max).map { firsts.contains($0) || $0.beginsSpelling }
    }

    /// `text` with three asterisks in place of every key, read as bytes are.
    func redacted(_ text: String, limit: Int = .max) -> String {
        if keys.isEmpty, limit == .max { return text }
        return String(decoding: redacted(text.utf8.span, limit: limit), as: UTF8.self)
    }

    /// `bytes` with three asterisks in place of every key.
    ///
    /// They are read from their beginning, and only as far as it takes for `limit` bytes of what is
    /// returned: a service or a plugin may send megabytes as one error. A key is looked for as far
    /// as it reaches, also beyond the cut, so that none is shown in part. Keys that overlap are one.
    func redacted(_ bytes: Span<UInt8>, limit: Int = .max) -> [UInt8] {
        var output: [UInt8] = []
        output.reserveCapacity(min(bytes.count, limit))
        var end = 0  // Where the key ends that was found last.
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

    /// Where the longest key ends that begins at `start`; nil where none does.
    private func endOfKey(in bytes: Span<UInt8>, from start: Int) -> Int? {
        var end: Int?
        for key in keys {
            if let found = bytes.end(of: key, from: start) { end = max(end ?? 0, found) }
        }
        return end
    }
}
