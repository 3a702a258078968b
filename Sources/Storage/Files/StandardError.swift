internal import SystemPackage

/// Standard error, where a program talks to people.
public enum StandardError {
    /// Writes `text`; where nobody listens, nothing happens.
    public static func write(_ text: String) {
        let bytes = Array(text.utf8)
        try? FileDescriptor.standardError.writeWhole(bytes.span)
    }
}
