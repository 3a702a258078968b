/// What links to files on this machine start from: the folder of a document.
package struct LinkBase: Hashable, Sendable {
    /// The names of the folders from the root to the document.
    private let folder: [Substring]
    /// The names of the folders from the root to the folder that the program runs in.
    private let workingFolder: [Substring]

    /// Describes the base of a document in `folder`, which is empty for the working folder; that one
    /// is an absolute path.
    package init(folder: String, workingFolder: String) {
        let working = Self.names(in: workingFolder, from: [])
        self.workingFolder = working
        self.folder = Self.names(in: folder, from: working)
    }

    /// A link to the file at `path`: the way from the document's folder, percent-encoded.
    package func link(to path: String) -> String {
        let target = Self.names(in: path, from: workingFolder)
        let shared = zip(folder, target).prefix { $0 == $1 }.count
        let up = folder.dropFirst(shared).map { _ in ".." }
        let down = target.dropFirst(shared).map { String($0).percentEncoded }
        return (up + down).joined(separator: "/")
    }

    /// The names on the way from the root to `path`, which starts in the folder of `base` if it is
    /// relative.
    private static func names(in path: String, from base: [Substring]) -> [Substring] {
        var names = path.hasPrefix("/") ? [] : base
        for name in path.split(separator: "/") where name != "." {
            if name == ".." { _ = names.popLast() } else { names.append(name) }
        }
        return names
    }
}
