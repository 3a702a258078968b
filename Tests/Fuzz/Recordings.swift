import BoxOffice
import Engine

/// The recordings of an archive.
enum Recordings {
    /// Reads a recording; if that succeeds, it is written and read again, with its archive's notes.
    static func read(_ bytes: [UInt8]) {
        guard case .success(let recording) = parse(bytes) else { return }
        guard case .success(let again) = parse(recording.bytes) else {
            return promise(false, "a recording that is written is read again")
        }
        promise(
            again.bytes == recording.bytes && again.request == recording.request
                && again.answer.body == recording.answer.body
                && again.answer.fetchedAt == recording.answer.fetchedAt
                && again.freshness == recording.freshness,
            "a recording that is written again is the same")
        var flipped = recording.bytes
        for place in stride(from: 0, to: flipped.count, by: max(1, flipped.count / 16)) {
            flipped[place] ^= 1
            if case .success(let other) = parse(flipped) {
                promise(other == again, "a wrong bit is found or changes nothing")
            }
            flipped[place] ^= 1
        }
    }

    private static func parse(_ bytes: [UInt8]) -> Result<Recording, Fault> {
        var bytes = bytes
        return reading { () throws(Fault) in try Recording(taking: &bytes) }
    }
}
