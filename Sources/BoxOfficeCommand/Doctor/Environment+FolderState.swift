internal import BoxOffice
internal import Glibc
internal import Storage

extension Environment {
    /// The path of a folder of the program, and whether it can be used.
    func state(of folder: Folder) -> Message {
        guard let path = self.folder(folder) else {
            return Message("folder-none", "none: neither \(folder.variable) nor HOME is set")
        }
        let isThere = SmallFile.isThere(path)
        if Self.isWritable(isThere ? path : Self.ancestor(of: path)) {
            return isThere
                ? Message("folder-writable", "\(path)  (writable)")
                : Message("folder-to-come", "\(path)  (not there yet; made when needed)")
        }
        let state =
            isThere
            ? Message("folder-not-writable", "not writable")
            : Message("folder-impossible", "not there, and cannot be made")
        return switch folder {
        case .cache:
            Message("folder-cache", "\(path)  (\(state): answers are not kept for other runs)")
        case .state:
            Message("folder-state", "\(path)  (\(state): calls are not counted across runs)")
        case .configuration, .data: Message("folder-other", "\(path)  (\(state))")
        }
    }

    /// Whether files can be made in the folder at `path`.
    private static func isWritable(_ path: String) -> Bool {
        unsafe access(path, W_OK | X_OK) == 0
    }

    /// The deepest folder above `path` that is there.
    private static func ancestor(of path: String) -> String {
        var path = path
        while path != "/", !SmallFile.isThere(path), let slash = path.lastIndex(of: "/") {
            path = slash == path.startIndex ? "/" : String(path[..<slash])
        }
        return path
    }
}
