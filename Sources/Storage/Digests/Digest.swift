internal import CCrypto

/// The SHA-256 (FIPS 180-4) of bytes that come piece by piece, computed by OpenSSL.
package final class Digest {
    private var context = SHA256_CTX()

    /// Begins with no bytes.
    package init() {
        _ = unsafe SHA256_Init(&context)
    }

    /// Adds `bytes` behind those before.
    package func add(_ bytes: Span<UInt8>) {
        unsafe bytes.withUnsafeBytes { bytes in
            _ = unsafe SHA256_Update(&context, bytes.baseAddress, bytes.count)
        }
    }

    /// The digest of all bytes so far, as 64 hexadecimal digits.
    package var hexadecimal: String {
        var context = context  // Finishing it changes it, and more bytes may come.
        var digest = [UInt8](repeating: 0, count: Int(SHA256_DIGEST_LENGTH))
        _ = unsafe SHA256_Final(&digest, &context)
        return digest.map { ($0 < 16 ? "0" : "") + String($0, radix: 16) }.joined()
    }

    /// The digest of `bytes`, as 64 hexadecimal digits.
    static func hexadecimal(of bytes: some Sequence<UInt8>) -> String {
        let digest = Digest()
        digest.add(Array(bytes).span)
        return digest.hexadecimal
    }
}
