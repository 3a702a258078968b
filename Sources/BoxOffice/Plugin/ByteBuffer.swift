/// Bytes that an exporter appends to and a sink takes away.
public struct ByteBuffer: ~Copyable {
    private var storage: [UInt8] = []

    /// Makes an empty buffer.
    public init() {}

    /// How many bytes there are.
    public var count: Int { storage.count }

    /// Lends the bytes to `body`.
    public borrowing func withBytes<Result, Failure: Error>(
        _ body: (Span<UInt8>) throws(Failure) -> Result
    ) throws(Failure) -> Result {
        try body(storage.span)
    }

    /// Forgets the bytes and keeps the room they took.
    public mutating func removeAll() {
        storage.removeAll(keepingCapacity: true)
    }

    /// Appends one byte.
    public mutating func append(_ byte: UInt8) {
        storage.append(byte)
    }

    /// Appends the UTF-8 of `text`.
    public mutating func append(_ text: String) {
        storage.append(contentsOf: text.utf8)
    }

    /// Appends the decimal digits of `integer`, behind a `-` where it is negative.
    public mutating func append(_ integer: Int) {
        if integer < 0 { storage.append(UInt8(ascii: "-")) }
        appendDigits(of: integer.magnitude)
    }

    /// Appends a percentage with its one decimal.
    public mutating func append(_ percent: Percent) {
        let (whole, tenth) = percent.tenths.magnitude.quotientAndRemainder(dividingBy: 10)
        if percent.tenths < 0 { storage.append(UInt8(ascii: "-")) }
        appendDigits(of: whole)
        storage.append(UInt8(ascii: "."))
        storage.append(Self.digit(tenth))
    }

    /// Appends a day as ISO 8601 has it: `2022-06-01`.
    public mutating func append(_ day: Day) {
        let (year, month, dayOfMonth) = (UInt(day.year), UInt(day.month), UInt(day.dayOfMonth))
        reserve(10)
        storage.append(addingCapacity: 10) { output in
            output.append(Self.digit(year / 1000))
            output.append(Self.digit(year / 100 % 10))
            output.append(Self.digit(year / 10 % 10))
            output.append(Self.digit(year % 10))
            output.append(UInt8(ascii: "-"))
            output.append(Self.digit(month / 10))
            output.append(Self.digit(month % 10))
            output.append(UInt8(ascii: "-"))
            output.append(Self.digit(dayOfMonth / 10))
            output.append(Self.digit(dayOfMonth % 10))
        }
    }

    /// Appends `number` in decimal.
    private mutating func appendDigits(of number: UInt) {
        guard number >= 10 else { return storage.append(Self.digit(number)) }
        // From the last digit to the first, for dividing by a constant is cheap.
        var digits = InlineArray<20, UInt8>(repeating: 0)
        var start = digits.count
        var rest = number
        while rest > 0 {
            start &-= 1
            digits[start] = Self.digit(rest % 10)
            rest /= 10
        }
        reserve(digits.count)
        storage.append(addingCapacity: digits.count) { output in
            for place in start..<digits.count { output.append(digits[place]) }
        }
    }

    /// The digit that stands for `number`, which is less than ten.
    private static func digit(_ number: UInt) -> UInt8 {
        UInt8(ascii: "0") &+ UInt8(truncatingIfNeeded: number)
    }

    /// Makes room for `count` bytes more, and for as many again as there are, so that a buffer which
    /// grows does not often move.
    private mutating func reserve(_ count: Int) {
        guard storage.capacity - storage.count < count else { return }
        storage.reserveCapacity(max(2 * storage.capacity, storage.count + count))
    }
}
