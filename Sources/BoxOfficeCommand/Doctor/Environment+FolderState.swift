internal import Glibc
internal import Storage

extension Environment {
    /// The path of a folder of the program, and whether it can be used.
    func state(of folder: Folder) -> String {
        guard let path = self.folder(folder) else {
            return "none: neither \(folder.variable) nor HOME is set"
        }
        let isThere = SmallFile.isThere(path)
        if Self.isWritable(isThere ? path : Self.ancestor(of: path)) {
            return path + (isThere ? "  (writable)" : "  (not there yet; made when needed)")
        }
        let state = isThere ? "not writable" : "not there, and cannot be made"
        switch folder {
        case .cache: return "\(path)  (\(state): answers are not kept for other runs)"
        case .state: return "\(path)  (\(state): calls are not counted across runs)"
        case .configuration, .data: return "\(path)  (\(state))"
        }
    }

    /// Whether files can be made in the folder at `path`.
    private static func isWritable(_ path: String) -> Bool {
        unsafe access(path, W_OK | X_OK) == 0
    }

    /// The deepest folder above `path` that is there.
    private static func ancestor(of path: String) -> String {
        var path = path
        while !SmallFile.isThere(path), let slash = path.lastIndex(of: "/") {
            path = slash == path.startIndex ? "/" : String(path[..<slash])
        }
        return path
    }
}
