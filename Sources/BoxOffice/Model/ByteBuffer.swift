/// The bytes that an exporter appends and a sink takes.
public struct ByteBuffer: ~Copyable {
    private var storage: [UInt8] = []

    /// Makes an empty buffer that has room for `room` bytes before it grows.
    public init(room: Int = 0) {
        storage.reserveCapacity(room)
    }

    /// The number of bytes.
    public var count: Int { storage.count }

    /// Lends the bytes to `body`.
    public borrowing func withBytes<Result, Failure: Error>(
        _ body: (Span<UInt8>) throws(Failure) -> Result
    ) throws(Failure) -> Result {
        try body(storage.span)
    }

    /// Removes the bytes and keeps the memory.
    public mutating func removeAll() {
        storage.removeAll(keepingCapacity: true)
    }

    /// Appends what `write` writes, at most `room` bytes.
    ///
    /// This is the fast way to append many small pieces: the room for all of them is reserved once.
    public mutating func append(room: Int, _ write: (inout OutputSpan<UInt8>) -> Void) {
        if storage.capacity - storage.count < room {
            // Doubles the capacity, so that a growing buffer is rarely moved.
            storage.reserveCapacity(max(2 * storage.capacity, storage.count + room))
        }
        storage.append(addingCapacity: room, initializingWith: write)
    }

    /// Appends `bytes`, which belong to somebody else.
    public mutating func append(_ bytes: Span<UInt8>) {
        append(room: bytes.count) { $0.append(bytes) }
    }

    /// Appends `bytes`.
    package mutating func append(_ bytes: [UInt8]) {
        storage += bytes
    }

    /// The bytes, taken out of the buffer.
    package consuming func taken() -> [UInt8] { storage }

    /// Appends one byte.
    public mutating func append(_ byte: UInt8) {
        storage.append(byte)
    }

    /// Appends the UTF-8 of `text`.
    public mutating func append(_ text: String) {
        storage.append(contentsOf: text.utf8)
    }

    /// Appends the decimal digits of `integer`, after a `-` if it is negative.
    public mutating func append(_ integer: Int) {
        append(room: 20) { $0.append(asText: integer) }
    }

    /// Appends a percentage with its one decimal.
    public mutating func append(_ percent: Percent) {
        append(room: 21) { $0.append(asText: percent) }
    }

    /// Appends a day in ISO 8601: `2022-06-01`.
    public mutating func append(_ day: Day) {
        append(room: 10) { $0.append(asText: day) }
    }

    /// The bytes as text.
    package var text: String { withBytes(String.init(utf8:)) }
}
