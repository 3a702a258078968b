internal import BoxOffice
internal import Glibc
internal import Storage
internal import SystemPackage

/// The temporary folder of one plugin process.
///
/// Other users cannot look into it. It is removed with all its contents; links in it are removed
/// but never followed.
final class PrivateFolder: Sendable {
    /// The path of the folder.
    let path: String

    /// Creates a folder with a new name for a process of `plugin` in the folder at `parent`.
    ///
    /// - Throws: a ``Fault`` with the reason if that fails.
    init(of plugin: PluginFile, in parent: String) throws(Fault) {
        var template = Array("\(parent)/bo-export-plugin-XXXXXX".utf8CString)
        let isMade = unsafe template.withUnsafeMutableBufferPointer { template in
            unsafe template.baseAddress.flatMap { unsafe mkdtemp($0) } != nil
        }
        guard isMade else {
            let error = Errno(rawValue: errno)
            let isFull = [.noSpace, .diskQuotaExceeded].contains(error)
            let kind: Fault.Kind =
                error.isShortage ? .outOfResources : isFull ? .cannotCreate : .configuration
            throw Fault(
                kind, "no-private-folder",
                "the plugin '\(plugin.name)': cannot create a temporary folder in '\(parent)': \(Message(sentence: error.description))",
                hint: "set TMPDIR to a folder that can be written to")
        }
        path = String(decoding: template.dropLast().map { UInt8(bitPattern: $0) }, as: UTF8.self)
    }

    deinit {
        remove()
    }

    /// Removes it as far as permissions allow; blocks.
    ///
    /// Folders in it are moved up and emptied one after the other, so that none can be too deep.
    func remove() {
        let flags = O_RDONLY | O_DIRECTORY | O_NOFOLLOW | O_CLOEXEC
        let folder = unsafe open(path, flags)
        guard folder >= 0 else { return }
        defer { close(folder) }
        var folders = Self.empty(folder, into: folder)
        while let name = folders.popLast() {
            _ = unsafe fchmodat(folder, name, 0o700, AT_SYMLINK_NOFOLLOW)
            let inner = unsafe openat(folder, name, flags)
            if inner >= 0 {
                folders += Self.empty(inner, into: folder)
                close(inner)
            }
            _ = unsafe unlinkat(folder, name, AT_REMOVEDIR)
        }
        _ = unsafe rmdir(path)
    }

    /// Removes the files of `folder`, moves its folders to `top`, and returns their new names.
    private static func empty(_ folder: Int32, into top: Int32) -> [String] {
        let names = (try? FileDescriptor(rawValue: folder).names()) ?? []
        return names.compactMap { name in
            unsafe name.withPlatformString { name in
                if unsafe unlinkat(folder, name, 0) == 0 { return nil }
                // A folder without write permission cannot be moved.
                _ = unsafe fchmodat(folder, name, 0o700, AT_SYMLINK_NOFOLLOW)
                let other = ".bo-export-\(UInt64.random(in: 0...UInt64.max))"
                return unsafe renameat(folder, name, top, other) == 0 ? other : nil
            }
        }
    }
}
