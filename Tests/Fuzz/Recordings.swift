import BoxOffice

/// Recordings, as they lie in the archive.
enum Recordings {
    /// Reads a recording; one that is read is written and read again as the same.
    static func read(_ bytes: [UInt8]) {
        guard case .success(let recording) = parse(bytes) else { return }
        let again = parse(recording.bytes)
        promise(again == .success(recording), "a recording that is written again is the same")
        var flipped = recording.bytes
        for place in stride(from: 0, to: flipped.count, by: max(1, flipped.count / 16)) {
            flipped[place] ^= 1
            let outcome = parse(flipped)
            if case .success(let other) = outcome {
                promise(other == recording, "a wrong bit is found or changes nothing")
            }
            flipped[place] ^= 1
        }
    }

    private static func parse(_ bytes: [UInt8]) -> Result<Recording, Fault> {
        reading { () throws(Fault) in try Recording(reading: bytes) }
    }
}
