/// Why an answer cannot be read, as a sentence for messages.
package struct Malformed: Error, Hashable, Sendable {
    /// The sentence, such as `the text ends too early`.
    package let reason: String

    /// Makes the error.
    package init(_ reason: String) {
        self.reason = reason
    }
}
