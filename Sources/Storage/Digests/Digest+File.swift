package import BoxOffice
internal import SystemPackage

extension Digest {
    /// The digest of the file at `path`; nil if it is not a regular file.
    ///
    /// - Throws: a ``Fault`` if it cannot be read.
    package static func ofFile(at path: String) throws(Fault) -> String? {
        let status: FileStatus?
        do throws(Errno) {
            status = try FileStatus(ifAt: FilePath(path))
        } catch {
            throw .cannotRead(path, error)
        }
        guard status?.isRegular == true else { return nil }
        let digest = Digest()
        guard let file = try ExistingFile(at: path) else { return digest.hexadecimal }
        try file.forEachBlock(of: 0..<file.size) { block throws(Fault) in digest.add(block) }
        return digest.hexadecimal
    }
}
