internal import BoxOffice
internal import Glibc
internal import Storage
internal import SystemPackage

/// Who beside the user and root may change what lies at a path.
///
/// Looked at are the file itself, every folder above it and, where links are on the way, every
/// folder and link that they lead through: who may rename one of those decides what is found.
struct PluginTrust {
    /// Why nothing that lies there may be started, with the remedy; nil if nothing speaks
    /// against it.
    private(set) var refusal: Message?
    /// The file and the folders that a group may write to.
    private(set) var openToGroups: [String] = []
    /// The path without links; nil if nothing is there.
    private(set) var realPath: String?

    private let user = geteuid()

    /// Looks at everything on the way to `path`, which is that of a file or of a folder.
    init(of path: String) {
        var left = Self.names(in: path)
        if !path.hasPrefix("/") { left += Self.names(in: Self.workingFolder) }
        // The way so far, without links.
        var way: [String] = []
        var links = 0
        while let name = left.popLast() {
            if name == ".." {
                way = way.dropLast()
                continue
            }
            look(at: Self.path(way), isLast: false)
            let entry = Self.path(way + [name])
            guard let status = FileStatus(of: entry, followsLinks: false) else {
                refuse(.unreachable(entry))
                return
            }
            guard status.isLink else {
                way.append(name)
                continue
            }
            links += 1
            guard links <= 40, let target = Self.target(of: entry) else { return }
            if !isTrusted(status.owner) {
                refuse(strangers(status.owner, Message("the-link", "the link '\(entry)'")))
            }
            if target.hasPrefix("/") { way = [] }
            left += Self.names(in: target)
        }
        let last = Self.path(way)
        realPath = last
        look(at: last, isLast: true)
        guard FileStatus(of: last)?.isFolder == false else { return }
        look(at: Self.path(way.dropLast()), isLast: true)
    }

    /// Notes who may write to the file or folder at `path`, which is no link.
    ///
    /// - Parameter isLast: whether it is the plugin or the folder that it lies in. In a folder above
    ///   those the sticky bit, as `/tmp` has it, keeps others from renaming what is not theirs.
    private mutating func look(at path: String, isLast: Bool) {
        guard let status = FileStatus(of: path) else { return refuse(.unreachable(path)) }
        let name =
            status.isFolder
            ? Message("the-folder", "the folder '\(path)'") : Message("the-file", "it")
        if !isTrusted(status.owner) { return refuse(strangers(status.owner, name)) }
        if status.isSticky, !isLast { return }
        if status.isWorldWritable {
            return refuse(
                Message(
                    "writable-by-all",
                    "everybody may write to \(name); 'chmod o-w \(path)' prevents that"))
        }
        let list = AccessList(ofFileAt: path)
        if let writer = list?.writers.first(where: { !isTrusted($0) }) {
            return refuse(
                Message(
                    "writable-by-list",
                    "an access list lets another user, \(writer), write to \(name); 'setfacl -x u:\(writer) \(path)' prevents that"
                ))
        }
        if list?.letsGroupWrite ?? status.isGroupWritable, !openToGroups.contains(path) {
            openToGroups.append(path)
        }
    }

    private func isTrusted(_ owner: UInt32) -> Bool { owner == 0 || owner == user }

    private func strangers(_ owner: UInt32, _ name: Message) -> Message {
        Message(
            "belongs-to-another",
            "\(name) belongs to another user, \(owner); only your own and root's are taken")
    }

    /// Keeps the first reason only.
    private mutating func refuse(_ reason: Message) { refusal = refusal ?? reason }

    private static func path(_ way: [String]) -> String { "/" + way.joined(separator: "/") }

    /// The names that `path` is made of, the first one last.
    private static func names(in path: String) -> [String] {
        path.split(separator: "/").filter { $0 != "." }.map(String.init).reversed()
    }

    private static func target(of link: String) -> String? {
        var bytes = [CChar](repeating: 0, count: Int(PATH_MAX))
        let count = unsafe readlink(link, &bytes, bytes.count)
        guard count > 0 else { return nil }
        return String(decoding: bytes.prefix(count).map { UInt8(bitPattern: $0) }, as: UTF8.self)
    }

    private static var workingFolder: String {
        guard let path = unsafe getcwd(nil, 0) else { return "/" }  // Freed below, once.
        defer { unsafe free(path) }
        return unsafe String(cString: path)
    }
}

extension Message {
    /// The last call of the system, about what is at `path`, failed.
    static func unreachable(_ path: String) -> Message {
        let error = Errno(rawValue: errno)
        return [.noSuchFileOrDirectory, .tooManySymbolicLinkLevels].contains(error)
            ? Message("not-found-file", "it cannot be found")
            : Message(
                "plugin-unreachable",
                "'\(path)' cannot be reached: \(Message(sentence: error.description))")
    }
}
