internal import Executables
internal import Glibc

extension Process {
    /// Blots keys out of the environment that this process was started with, which a program that
    /// it starts could otherwise read in `/proc`.
    ///
    /// What the program itself knows of its environment was copied before.
    @Sendable static func blotOutKeys() {
        var entry = unsafe environ  // Owned by the C library; values are changed in their place.
        while let text = unsafe entry.pointee {
            let count = unsafe strlen(text)
            let bytes = unsafe UnsafeMutableBufferPointer(start: text, count: count)
            let equals = unsafe bytes.firstIndex(of: CChar(UInt8(ascii: "="))) ?? count
            let name = unsafe String(
                decoding: bytes[..<equals].map { UInt8(bitPattern: $0) }, as: UTF8.self)
            if PluginEnvironment.looksLikeKey(name), equals < count {
                unsafe bytes[(equals + 1)...].update(repeating: CChar(UInt8(ascii: "*")))
            }
            unsafe entry = entry.successor()
        }
    }
}
