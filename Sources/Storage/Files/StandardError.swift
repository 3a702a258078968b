internal import SystemPackage

/// Standard error, for messages to the user.
package enum StandardError {
    /// Writes `text`; errors are ignored.
    package static func write(_ text: String) {
        let bytes = Array(text.utf8)
        try? FileDescriptor.standardError.writeWhole(bytes.span)
    }
}
