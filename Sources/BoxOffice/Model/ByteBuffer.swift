/// A buffer of the bytes that a document appends and a sink takes.
public struct ByteBuffer: ~Copyable {
    private var storage: [UInt8] = []

    /// Makes an empty buffer with room for `room` bytes before it grows.
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

    /// Appends the output of `write`, at most `room` bytes.
    ///
    /// This is the fast way to append many small pieces: the room for all of them is reserved once.
    public mutating func append(room: Int, _ write: (inout OutputSpan<UInt8>) -> Void) {
        if storage.capacity - storage.count < room {
            // Doubles the capacity, so that a growing buffer is rarely moved.
            storage.reserveCapacity(max(2 * storage.capacity, storage.count + room))
        }
        storage.append(addingCapacity: room, initializingWith: write)
    }

    /// Appends a copy of `bytes`.
    public mutating func append(_ bytes: Span<UInt8>) {
        append(room: bytes.count) { $0.append(bytes) }
    }

    /// Returns the bytes and consumes the buffer.
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

    /// The bytes as text.
    package var text: String { withBytes(String.init(utf8:)) }
}

/// Writing values as text into a span that has room for them.
extension OutputSpan<UInt8> {
    /// Appends the UTF-8 of `text`.
    public mutating func append(utf8 text: String) { append(text.utf8.span) }

    /// Appends `bytes`.
    public mutating func append(_ bytes: Span<UInt8>) {
        precondition(bytes.count <= freeCapacity)
        unsafe withUnsafeMutableBufferPointer { buffer, count in
            unsafe bytes.withUnsafeBytes { bytes in
                let room = unsafe UnsafeMutableRawBufferPointer(
                    rebasing: UnsafeMutableRawBufferPointer(buffer)[count..<(count + bytes.count)])
                unsafe room.copyMemory(from: bytes)
            }
            count += bytes.count
        }
    }

    /// Appends the decimal digits of `integer`, after a `-` if it is negative: at most 20 bytes.
    public mutating func append(asText integer: Int) {
        if integer < 0 { append(UInt8(ascii: "-")) }
        appendDigits(of: integer.magnitude)
    }

    /// Appends a number with its decimal places: at most 21 bytes.
    public mutating func append(asText number: Decimal) {
        guard number.places > 0 else { return append(asText: number.units) }
        if number.units < 0 { append(UInt8(ascii: "-")) }
        let one = UInt.powerOfTen(number.places)
        let (whole, rest) = number.units.magnitude.quotientAndRemainder(dividingBy: one)
        appendDigits(of: whole)
        append(UInt8(ascii: "."))
        appendDigits(of: rest, count: number.places)
    }

    /// Appends a day in ISO 8601, such as `2022-06-01`: 10 bytes.
    public mutating func append(asText day: Day) {
        appendTwoDigits(UInt(day.year / 100))
        appendTwoDigits(UInt(day.year % 100))
        append(UInt8(ascii: "-"))
        appendTwoDigits(UInt(day.month))
        append(UInt8(ascii: "-"))
        appendTwoDigits(UInt(day.dayOfMonth))
    }

    private mutating func appendDigits(of number: UInt) {
        guard number >= 10 else { return appendDigit(number) }
        if number >= 100 { appendDigits(of: number / 100) }
        appendTwoDigits(number % 100)
    }

    /// Appends the last `count` digits of `number`.
    private mutating func appendDigits(of number: UInt, count: Int) {
        if count > 1 { appendDigits(of: number / 10, count: count - 1) }
        appendDigit(number % 10)
    }

    private mutating func appendTwoDigits(_ number: UInt) {
        appendDigit(number / 10)
        appendDigit(number % 10)
    }

    /// Appends the digit for `number`, which is less than ten.
    private mutating func appendDigit(_ number: UInt) {
        append(UInt8(ascii: "0") &+ UInt8(truncatingIfNeeded: number))
    }
}
