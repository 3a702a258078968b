package import BoxOffice
internal import SystemPackage

extension SmallFile {
    /// Writes `text` to the file at `path` in one step, and creates the folders that contain it.
    ///
    /// - Throws: a ``Fault`` of kind `cannotCreate` or `cannotWrite`.
    package static func write(_ text: String, to path: String) throws(Fault) {
        let target = FilePath(path)
        let file: OutputFile
        try target.folder.createFolders()
        do throws(Errno) {
            file = try OutputFile(at: target)
        } catch {
            throw .cannotCreate(path, error)
        }
        Leftovers.remove(from: target.folder)
        do throws(Errno) {
            try file.write(Array(text.utf8).span)
            try file.commit()
        } catch {
            throw .cannotWrite(path, error)
        }
    }
}
