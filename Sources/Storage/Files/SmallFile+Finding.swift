public import BoxOffice
internal import Glibc
internal import SystemPackage

extension SmallFile {
    /// Whether there is something at `path`, for files that are optional: one that cannot be reached is
    /// an error, one that does not exist is not.
    ///
    /// - Throws: a ``Fault`` of kind `configuration` if a folder on the way may not be entered, or a
    ///   link leads nowhere or to itself.
    public static func find(_ path: String) throws(Fault) -> Bool {
        let file = FilePath(path)
        var status = stat()
        if unsafe file.withPlatformString({ unsafe stat($0, &status) }) == 0 { return true }
        let error = Errno.current
        guard error == .noSuchFileOrDirectory || error == .notDirectory else {
            throw Fault(
                .configuration, "path-unreachable", "'\(path)' cannot be reached: \(error.reason)")
        }
        // The last component that exists may be a link that leads nowhere.
        var last = file.string
        while unsafe lstat(last, &status) != 0 {
            guard let slash = last.utf8.lastIndex(of: UInt8(ascii: "/")), last != "/" else {
                return false
            }
            last = slash == last.startIndex ? "/" : String(last[..<slash])
        }
        guard FileStatus(of: FilePath(last)) == nil else { return false }
        throw Fault(
            .configuration, "dangling-link",
            "'\(path)' cannot be reached: '\(last)' is a link that leads nowhere")
    }
}
