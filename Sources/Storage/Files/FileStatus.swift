package import BoxOffice
internal import CAttributes
internal import Glibc
package import SystemPackage

/// The metadata of a file, a folder or a link.
package struct FileStatus {
    private let stat: Stat

    /// Reads the metadata of `path`; nil if nothing is there or it is not accessible.
    package init?(of path: String, followsLinks: Bool = true) {
        self.init(of: FilePath(path), followsLinks: followsLinks)
    }

    /// Reads the metadata of `path`; nil if nothing is there or it is not accessible.
    package init?(of path: FilePath, followsLinks: Bool = true) {
        guard let stat = try? Stat(path, followTargetSymlink: followsLinks) else { return nil }
        self.stat = stat
    }

    /// Reads the metadata of `path`; nil if nothing is there.
    ///
    /// - Throws: the error if the system cannot tell whether something is there.
    init?(ifAt path: FilePath) throws(Errno) {
        do throws(Errno) {
            stat = try Stat(path)
        } catch .noSuchFileOrDirectory, .notDirectory {
            return nil
        }
    }

    /// Reads the metadata of the open `file`.
    init?(of file: FileDescriptor) {
        guard let stat = try? Stat(file) else { return nil }
        self.stat = stat
    }

    package var isRegular: Bool { stat.type == .regular }
    package var isFolder: Bool { stat.type == .directory }
    package var isLink: Bool { stat.type == .symbolicLink }
    package var owner: UInt32 { stat.rawValue.st_uid }
    var group: gid_t { stat.rawValue.st_gid }
    var mode: mode_t { stat.rawValue.st_mode & 0o7777 }
    var size: Int { Int(stat.size) }
    package var writtenAt: Instant { Instant(secondsSince1970: stat.st_mtim.tv_sec) }

    /// The number of hard links.
    var names: Int { stat.linkCount }

    /// Returns true if both are metadata of the same file.
    func isSameFile(as other: FileStatus?) -> Bool {
        stat.deviceID == other?.stat.deviceID && stat.inode == other?.stat.inode
    }

    /// Returns true if the file is the same as `before`, and was not written to since then.
    func isUnchanged(since before: FileStatus) -> Bool {
        let (now, then) = (stat.rawValue.st_mtim, before.stat.rawValue.st_mtim)
        return isSameFile(as: before) && size == before.size && now.tv_sec == then.tv_sec
            && now.tv_nsec == then.tv_nsec
    }

    /// True if its group or others may read it.
    package var isReadableByOthers: Bool { mode & (S_IRGRP | S_IROTH) != 0 }

    /// True if everybody may write to it.
    package var isWorldWritable: Bool { mode & S_IWOTH != 0 }

    /// True if its group may write to it.
    package var isGroupWritable: Bool { mode & S_IWGRP != 0 }

    /// True if a file in the folder can be renamed only by its owner.
    package var isSticky: Bool { mode & S_ISVTX != 0 }
}

/// The POSIX access list of a file: what users other than its owner and group may do.
package struct AccessList: Sendable {
    /// The attribute that contains the list.
    fileprivate static let attribute = "system.posix_acl_access"

    /// Four bytes for the version, and then eight for each entry: two for its type, two for the
    /// permissions, and four for the number of a user or group.
    fileprivate private(set) var bytes: [UInt8]

    /// Reads the list of the file at `path`, following links; nil if it has none.
    package init?(of path: FilePath) {
        guard let bytes = path.attribute(Self.attribute), !bytes.isEmpty else { return nil }
        self.bytes = bytes
    }

    /// The numbers of the users whom the list allows to write.
    package var writers: [UInt32] { writers(of: [0x02]) }

    /// True if the list allows a group to write, either the file's own or another.
    package var letsGroupWrite: Bool { !writers(of: [ownGroup, 0x08]).isEmpty }

    /// Returns the user or group numbers in the entries of these types that allow writing.
    private func writers(of types: [UInt8]) -> [UInt32] {
        let write: UInt8 = 2
        let mask = starts.first { bytes[$0] == 0x10 }.map { bytes[$0 + 2] } ?? write
        return starts.filter { types.contains(bytes[$0]) && bytes[$0 + 2] & mask & write != 0 }
            .map { start in
                bytes[(start + 4)..<(start + 8)].reversed().reduce(0) { $0 << 8 | UInt32($1) }
            }
    }

    /// Removes the permissions of the file's own group.
    fileprivate mutating func closeToGroup() {
        for start in starts where bytes[start] == ownGroup { bytes[start + 2] = 0 }
    }

    /// The offsets of the entries.
    private var starts: StrideTo<Int> { stride(from: 4, to: bytes.count - 7, by: 8) }
}

/// The type of the entry for the file's own group.
private let ownGroup: UInt8 = 0x04

extension FileDescriptor {
    /// Gives a new file the owner, group, mode, access list and extended attributes of the old one at
    /// `path`, as far as that is allowed.
    ///
    /// The permissions of the group are given only if the group is the same.
    func takeAttributes(of old: FileStatus, at path: FilePath) {
        let isSameOwner = fchown(rawValue, old.owner, old.group) == 0
        let isSameGroup = isSameOwner || fchown(rawValue, uid_t.max, old.group) == 0
        let mode = isSameOwner ? old.mode : old.mode & 0o777
        // Other attributes are about the bytes of the old file (signatures, capabilities) or belong
        // to the file system (overlays).
        for name in path.attributeNames where name.hasPrefix("user.") || name == "security.selinux"
        {
            guard let value = path.attribute(name) else { continue }
            _ = unsafe fsetxattr(rawValue, name, value, value.count, 0)
        }
        // The new file may have an access list from its folder that the old one did not have.
        _ = unsafe fremovexattr(rawValue, AccessList.attribute)
        var list = AccessList(of: path)
        // With an access list, the group bits of the mode are its mask and not the permissions of
        // the group. They are set together with the list.
        _ = fchmod(rawValue, isSameGroup && list == nil ? mode : mode & ~0o070)
        if !isSameGroup { list?.closeToGroup() }
        guard let list else { return }
        _ = unsafe fsetxattr(rawValue, AccessList.attribute, list.bytes, list.bytes.count, 0)
    }
}

extension FilePath {
    /// The names of the file's extended attributes; empty if the file system does not support them.
    fileprivate var attributeNames: [String] {
        var names = [CChar](repeating: 0, count: largestAttribute)
        let count = unsafe withPlatformString { unsafe listxattr($0, &names, largestAttribute) }
        return names.prefix(max(0, count)).split(separator: 0).map { name in
            String(decoding: name.map { UInt8(bitPattern: $0) }, as: UTF8.self)
        }
    }

    /// Returns the value of the extended attribute `name`; nil if the file does not have it.
    fileprivate func attribute(_ name: String) -> [UInt8]? {
        var value = [UInt8](repeating: 0, count: largestAttribute)
        let count = unsafe withPlatformString { path in
            unsafe getxattr(path, name, &value, largestAttribute)
        }
        return count < 0 ? nil : Array(value.prefix(count))
    }
}

/// The size limit on Linux for the value of an attribute and for a list of names.
private let largestAttribute = 64 * 1024
