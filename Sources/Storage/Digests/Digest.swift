public import BoxOffice
internal import CCrypto
internal import SystemPackage

/// SHA-256 of bytes that come piece by piece.
@safe public final class Digest {
    private let context: OpaquePointer?  // Freed in `deinit`, once.

    /// Begins with no bytes.
    public init() {
        unsafe context = EVP_MD_CTX_new()
        _ = unsafe EVP_DigestInit_ex(context, EVP_sha256(), nil)
    }

    deinit {
        unsafe EVP_MD_CTX_free(context)
    }

    /// Takes `bytes` in.
    public func add(_ bytes: Span<UInt8>) {
        unsafe bytes.withUnsafeBytes { bytes in
            _ = unsafe EVP_DigestUpdate(context, bytes.baseAddress, bytes.count)
        }
    }

    /// The digest of all bytes, in hexadecimal digits; no more bytes may come.
    public var hexadecimal: String {
        var digest = [UInt8](repeating: 0, count: 32)
        let isDone = unsafe digest.withUnsafeMutableBufferPointer { digest in
            unsafe EVP_DigestFinal_ex(context, digest.baseAddress, nil) == 1
        }
        guard isDone else { return "" }
        return digest.hexadecimal
    }

    /// The digest of the file at `path`; nil where it cannot be read or is no regular file.
    public static func ofFile(at path: String) -> String? {
        guard let status = FileStatus(of: FilePath(path)), status.isRegular else { return nil }
        let digest = Digest()
        do throws(Fault) {
            guard let file = try ExistingFile(at: path) else { return digest.hexadecimal }
            try file.forEachBlock(of: 0..<file.size) { block throws(Fault) in digest.add(block) }
        } catch {
            return nil
        }
        return digest.hexadecimal
    }
}

extension [UInt8] {
    /// The bytes as two hexadecimal digits each.
    var hexadecimal: String {
        map { ($0 < 16 ? "0" : "") + String($0, radix: 16) }.joined()
    }
}

/// A sink that hands its bytes to another and to a digest.
public struct DigestingSink<Base: Sink & ~Copyable>: Sink, ~Copyable {
    private var base: Base
    private let digest: Digest?

    /// Hands everything to `base`.
    public init(_ base: consuming Base, into digest: Digest?) {
        self.base = base
        self.digest = digest
    }

    /// Whether somebody may be reading along at `base`.
    public var isLive: Bool { base.isLive }

    /// Takes `bytes`.
    public mutating func write(_ bytes: Span<UInt8>) throws(Fault) {
        digest?.add(bytes)
        try base.write(bytes)
    }

    /// Makes the document count.
    public consuming func commit(rows: Int) throws(Fault) {
        try base.commit(rows: rows)
    }
}
