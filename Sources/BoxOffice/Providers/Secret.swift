/// A text that must not be shown: it prints as `***` and is hidden from mirrors.
///
/// Only a transport reads the text, when it sends a request.
public struct Secret: Hashable, Sendable {
    package let text: String

    /// Hides `text`.
    public init(_ text: String) {
        self.text = text
    }
}

extension Secret: CustomStringConvertible, CustomDebugStringConvertible, CustomReflectable {
    /// Always `***`.
    public var description: String { "***" }
    /// Always `***`.
    public var debugDescription: String { "***" }
    /// A mirror without children.
    public var customMirror: Mirror { Mirror(self, children: []) }
}
