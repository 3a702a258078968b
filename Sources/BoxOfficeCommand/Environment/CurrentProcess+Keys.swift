internal import Executables
internal import Glibc

extension CurrentProcess {
    /// Overwrites the variables `names`, and those that look like keys, in the environment that this
    /// process was started with.
    ///
    /// A plugin could otherwise read them in `/proc`. The program's own ``Environment`` is a copy and keeps them.
    static func blotOutKeys(_ names: Set<String>) {
        var entry = unsafe environ  // Owned by the C library; values are changed in their place.
        while let text = unsafe entry.pointee {
            let count = unsafe strlen(text)
            let bytes = unsafe UnsafeMutableBufferPointer(start: text, count: count)
            let equals = unsafe bytes.firstIndex(of: CChar(UInt8(ascii: "="))) ?? count
            let name = unsafe String(
                decoding: bytes[..<equals].map { UInt8(bitPattern: $0) }, as: UTF8.self)
            let isKey = names.contains(name) || PluginEnvironment.looksLikeKey(name)
            if isKey, equals < count {
                unsafe bytes[(equals + 1)...].update(repeating: CChar(UInt8(ascii: "*")))
            }
            unsafe entry = entry.successor()
        }
    }
}
