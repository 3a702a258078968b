internal import BoxOffice
internal import SystemPackage

extension Digest {
    /// The digest of the file at `path`; nil if it cannot be read or is not a regular file.
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
