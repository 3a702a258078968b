internal import CAttributes
internal import Glibc

/// The POSIX access list of a file: what users other than its owner and group may do.
package struct AccessList: Sendable {
    /// The numbers of the users whom the list allows to write.
    package private(set) var writers: [UInt32] = []
    /// Whether the list allows a group to write, the file's own or another.
    package private(set) var letsGroupWrite = false

    /// Reads the list of the file at `path`, following links; nil if it has none.
    package init?(ofFileAt path: String) {
        let name = "system.posix_acl_access"
        let size = unsafe getxattr(path, name, nil, 0)
        guard size > 0 else { return nil }
        let bytes = unsafe [UInt8](unsafeUninitializedCapacity: size) { buffer, filled in
            filled = max(0, unsafe getxattr(path, name, buffer.baseAddress, size))
        }
        self.init(bytes)
    }

    /// Reads the bytes of a list: four for the version, and then eight for each entry: two for its
    /// type, two for the permissions, and four for the number of a user or group.
    init(_ bytes: [UInt8]) {
        var mask: UInt8 = 7
        var users: [(number: UInt32, may: UInt8)] = []
        var groups: UInt8 = 0
        for start in stride(from: 4, to: bytes.count - 7, by: 8) {
            let may = bytes[start + 2]
            switch bytes[start] {
            case 0x02:
                let number = bytes[(start + 4)..<(start + 8)].reversed()
                    .reduce(0 as UInt32) { $0 << 8 | UInt32($1) }
                users.append((number, may))
            case 0x04, 0x08: groups |= may
            case 0x10: mask = may
            default: break
            }
        }
        let write: UInt8 = 2
        writers = users.filter { $0.may & mask & write != 0 }.map(\.number)
        letsGroupWrite = groups & mask & write != 0
    }
}
