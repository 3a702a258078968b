package import BoxOffice
internal import SystemPackage

extension SmallFile {
    /// Whether there is something at `path`, for files that are optional: one that cannot be reached is
    /// an error, one that does not exist is not.
    ///
    /// - Throws: a ``Fault`` of kind `configuration` if a folder on the way may not be entered, or a
    ///   link leads nowhere or to itself.
    package static func find(_ path: String) throws(Fault) -> Bool {
        let file = FilePath(path)
        // The last component that exists may be a link that leads nowhere.
        var last = file
        do throws(Errno) {
            if try FileStatus(ifAt: file) != nil { return true }
            while FileStatus(of: last, followsLinks: false) == nil {
                guard last.removeLastComponent(), !last.isEmpty else { return false }
            }
            if try FileStatus(ifAt: last) != nil { return false }
        } catch {
            let kind = error.kind(or: .configuration)
            throw Fault(kind, "path-unreachable", "'\(last)' cannot be reached: \(error.reason)")
        }
        throw Fault(
            .configuration, "dangling-link",
            "'\(path)' cannot be reached: '\(last)' is a link that leads nowhere")
    }
}
