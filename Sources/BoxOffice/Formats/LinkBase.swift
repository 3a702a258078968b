/// The base of links to files on this machine: the folder of a document.
package struct LinkBase: Hashable, Sendable {
    /// The names of the folders from the root to the document.
    private let folder: [Substring]
    /// The names of the folders from the root to the folder that the program runs in.
    private let workingFolder: [Substring]

    /// Makes the base of a document in `folder`; an empty `folder` stands for `workingFolder`,
    /// which is an absolute path.
    package init(folder: String, workingFolder: String) {
        let working = Self.names(in: workingFolder, from: [])
        self.workingFolder = working
        self.folder = Self.names(in: folder, from: working)
    }

    /// Returns a link to the file at `path`: the relative path from the document's folder,
    /// percent-encoded.
    package func link(to path: String) -> String {
        let target = Self.names(in: path, from: workingFolder)
        let shared = zip(folder, target).prefix { $0 == $1 }.count
        let up = folder.dropFirst(shared).map { _ in ".." }
        let down = target.dropFirst(shared).map { String($0).percentEncoded }
        return (up + down).joined(separator: "/")
    }

    /// Returns the names of the folders and the file on the path from the root to `path`, which is
    /// relative to `base` if it is not absolute.
    private static func names(in path: String, from base: [Substring]) -> [Substring] {
        var names = path.hasPrefix("/") ? [] : base
        for name in path.split(separator: "/") where name != "." {
            if name == ".." { _ = names.popLast() } else { names.append(name) }
        }
        return names
    }
}
