internal import CAttributes
internal import Glibc
internal import SystemPackage

extension FileDescriptor {
    /// Gives a new file what an older one at `path` has beside its bytes: owner, group and mode,
    /// access list and extended attributes, as far as that is allowed.
    ///
    /// What the group may do is given only where the group is the same.
    func takeAttributes(of old: FileStatus, at path: FilePath) {
        var mode = old.mode
        var isSameGroup = true
        if fchown(rawValue, old.owner, old.group) != 0 {
            mode &= 0o777
            isSameGroup = fchown(rawValue, uid_t.max, old.group) == 0
        }
        for name in path.attributeNames where name.isKept {
            if let value = path.attribute(name) { _ = set(name, to: value) }
        }
        // The folder may have given the new file a list that the old one had not.
        _ = unsafe fremovexattr(rawValue, accessList)
        guard var list = path.attribute(accessList) else {
            _ = fchmod(rawValue, isSameGroup ? mode : mode & ~0o070)
            return
        }
        // Beside a list the mode's bits of the group say what the list may give at most, and are
        // nothing that the group itself may be given. They are set with the list.
        _ = fchmod(rawValue, mode & ~0o070)
        if !isSameGroup { list.closeToGroup() }
        _ = set(accessList, to: list)
    }

    private func set(_ name: String, to value: [UInt8]) -> Bool {
        unsafe fsetxattr(rawValue, name, value, value.count, 0) == 0
    }
}

/// The attribute that POSIX access lists are kept in.
private let accessList = "system.posix_acl_access"

extension FilePath {
    /// The names of the file's extended attributes; none where the file system has no such thing.
    fileprivate var attributeNames: [String] {
        let names = unsafe read { path, buffer, size in
            unsafe listxattr(path, buffer?.assumingMemoryBound(to: CChar.self), size)
        }
        return (names ?? []).split(separator: 0).compactMap { name in
            String(validating: name, as: UTF8.self)
        }
    }

    /// The value of an extended attribute; nil where the file has none of that name.
    fileprivate func attribute(_ name: String) -> [UInt8]? {
        unsafe read { path, buffer, size in unsafe getxattr(path, name, buffer, size) }
    }

    /// What `call` gives, which says how much that is where it is given no room.
    private func read(
        _ call: (UnsafePointer<CChar>, UnsafeMutableRawPointer?, Int) -> Int
    ) -> [UInt8]? {
        let size = unsafe withPlatformString { unsafe call($0, nil, 0) }
        guard size >= 0 else { return nil }
        var count = 0
        let bytes = unsafe [UInt8](unsafeUninitializedCapacity: size) { buffer, filled in
            count = unsafe withPlatformString { path in
                unsafe call(path, UnsafeMutableRawPointer(buffer.baseAddress), size)
            }
            filled = max(0, min(count, size))
        }
        return count >= 0 ? bytes : nil
    }
}

extension String {
    /// Whether an attribute of that name goes over to a file's successor.
    ///
    /// Those of users do, and the label by which SELinux admits programs. Others are about the very
    /// bytes of the old file (signatures, capabilities) or belong to the file system (overlays).
    fileprivate var isKept: Bool { hasPrefix("user.") || self == "security.selinux" }
}

extension [UInt8] {
    /// Takes from an access list what it gives the file's own group.
    ///
    /// The list is four bytes of a version and then eight for each entry: two that say whose it is,
    /// two with the permissions, and four with a number of a user or a group.
    fileprivate mutating func closeToGroup() {
        let ownGroup: UInt8 = 4
        for start in stride(from: 4, to: count - 7, by: 8)
        where self[start] == ownGroup && self[start + 1] == 0 {
            self[start + 2] = 0
        }
    }
}
