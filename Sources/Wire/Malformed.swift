/// Why the bytes of an answer are not what they should be, as a sentence without a subject.
package struct Malformed: Error, Hashable, Sendable {
    /// The sentence, such as `the text ends too early`.
    package let reason: String

    /// Makes the error.
    package init(_ reason: String) {
        self.reason = reason
    }
}
