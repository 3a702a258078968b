internal import CAttributes
internal import Glibc
internal import SystemPackage

extension FileDescriptor {
    /// Gives a new file the owner, group, mode, access list and extended attributes of the old one at
    /// `path`, as far as that is allowed.
    ///
    /// The permissions of the group are given only if the group is the same.
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
        // The new file may have an access list from its folder that the old one did not have.
        _ = unsafe fremovexattr(rawValue, accessList)
        guard var list = path.attribute(accessList) else {
            _ = fchmod(rawValue, isSameGroup ? mode : mode & ~0o070)
            return
        }
        // With an access list, the group bits of the mode are its mask and not the permissions of
        // the group. They are set together with the list.
        _ = fchmod(rawValue, mode & ~0o070)
        if !isSameGroup { list.closeToGroup() }
        _ = set(accessList, to: list)
    }

    private func set(_ name: String, to value: [UInt8]) -> Bool {
        unsafe fsetxattr(rawValue, name, value, value.count, 0) == 0
    }
}

/// The attribute that contains the POSIX access list.
private let accessList = "system.posix_acl_access"

extension FilePath {
    /// The names of the file's extended attributes; none if the file system does not support them.
    fileprivate var attributeNames: [String] {
        let names = unsafe read { path, buffer, size in
            unsafe listxattr(path, buffer?.assumingMemoryBound(to: CChar.self), size)
        }
        return (names ?? []).split(separator: 0).compactMap { name in
            String(validating: name, as: UTF8.self)
        }
    }

    /// The value of the extended attribute `name`; nil if the file does not have it.
    fileprivate func attribute(_ name: String) -> [UInt8]? {
        unsafe read { path, buffer, size in unsafe getxattr(path, name, buffer, size) }
    }

    /// The bytes that `call` writes; it returns their count if it is called without a buffer.
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
    /// Whether an attribute of this name is copied to the file that replaces its own.
    ///
    /// Those of users are, and the label of SELinux. Others are about the bytes of the old file
    /// (signatures, capabilities) or belong to the file system (overlays).
    fileprivate var isKept: Bool { hasPrefix("user.") || self == "security.selinux" }
}

extension [UInt8] {
    /// Removes the permissions of the file's own group from an access list.
    ///
    /// ``AccessList`` describes the bytes.
    fileprivate mutating func closeToGroup() {
        let ownGroup: UInt8 = 4
        for start in stride(from: 4, to: count - 7, by: 8)
        where self[start] == ownGroup && self[start + 1] == 0 {
            self[start + 2] = 0
        }
    }
}
