package import BoxOffice
internal import Glibc
internal import SystemPackage

/// The folders that a run makes for its documents.
package final class OutputFolders {
    /// The folders that were not there before, parents first.
    private var created: [FilePath] = []

    /// Begins with no folder.
    package init() {}

    /// Creates the folder of the file at `path` and its parents, as far as they are not there.
    ///
    /// - Throws: a ``Fault`` of kind `cannotCreate`.
    package func create(for path: String) throws(Fault) {
        try FilePath(path).folder.createFolders { created.append($0) }
    }

    /// Removes the folders that were created and are empty, because their documents were not
    /// written.
    package func removeEmpty() {
        for folder in created.reversed() {
            // The system refuses to remove a folder that has anything in it.
            _ = unsafe folder.withPlatformString { unsafe rmdir($0) }
        }
        created = []
    }
}
