/// Why an answer cannot be read, as a sentence for messages.
public struct Malformed: Error, Hashable, Sendable {
    /// The sentence, such as `the text ends too early`.
    public let reason: String

    /// Makes the error.
    public init(_ reason: String) {
        self.reason = reason
    }
}
