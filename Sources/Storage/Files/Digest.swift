package import BoxOffice
internal import CCrypto

/// The SHA-256 (FIPS 180-4) of bytes that come piece by piece, computed by OpenSSL.
package final class Digest {
    private var context = SHA256_CTX()

    /// Begins with no bytes.
    package init() {
        _ = unsafe SHA256_Init(&context)
    }

    /// Adds `bytes` after the previous ones.
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

    /// Returns the digest of `bytes`, as 64 hexadecimal digits.
    static func hexadecimal(of bytes: some Sequence<UInt8>) -> String {
        let digest = Digest()
        digest.add(Array(bytes).span)
        return digest.hexadecimal
    }

    /// Returns the digest of the file at `path`; nil if it is not a regular file.
    ///
    /// - Throws: a ``Fault`` if it cannot be read.
    package static func file(at path: String) throws(Fault) -> String? {
        guard FileStatus(of: path)?.isRegular == true else { return nil }
        let digest = Digest()
        guard let file = try ExistingFile(at: path) else { return digest.hexadecimal }
        try file.forEachBlock(of: 0..<file.size) { block throws(Fault) in digest.add(block) }
        return digest.hexadecimal
    }
}
