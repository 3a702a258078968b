package import BoxOffice
internal import Glibc
internal import Storage
internal import SystemPackage

/// An executable whose name makes it a plugin, such as `bo-export-format-mediawiki`.
package struct PluginFile: Hashable, Sendable {
    /// The kinds of plugins.
    package enum Kind: String, Hashable, Sendable, CaseIterable {
        /// A source of figures.
        case source
        /// A writer of documents.
        case format
        /// A source of posters of films.
        case posters
        /// A source of details of films that charts do not have.
        case details

        /// The name of such a plugin in messages.
        package var wording: Message {
            switch self {
            case .source: Message("source", ko: "소스")
            case .format: Message("format", ko: "형식")
            case .posters: Message("source of posters", ko: "포스터 소스")
            case .details: Message("source of details", ko: "상세정보 소스")
            }
        }

        /// The prefix of such files' names.
        fileprivate var prefix: String { "bo-export-\(rawValue)-" }

        /// Creates the kind from the prefix of a file's name; nil if the name has no plugin prefix.
        init?(ofFile name: String) {
            guard let kind = Self.allCases.first(where: { name.hasPrefix($0.prefix) }) else {
                return nil
            }
            self = kind
        }
    }

    /// The kind of plugin.
    package let kind: Kind
    /// The name that users choose it by: lower-case letters, digits and hyphens.
    package let name: String
    /// The path, with a slash in it so that no search path is used.
    package let path: String
    /// A warning for the user before it is used, as a sentence; nil if there is none.
    package let concern: Message?

    /// Checks the executable at `path`.
    ///
    /// - Throws: a ``PluginRefusal`` with the reason if it must not be used as a plugin.
    package init(at path: String) throws(PluginRefusal) {
        let path = path.contains("/") ? path : "./" + path
        let fileName = FilePath(path).lastComponent?.string ?? ""
        let kind = Kind(ofFile: fileName)
        let name = String(fileName.dropFirst(kind?.prefix.count ?? 0))
        guard let kind, name.isPluginName else {
            throw PluginRefusal(
                "'\(path)' is not a plugin: it is not called bo-export-source-NAME, bo-export-format-NAME, bo-export-posters-NAME or bo-export-details-NAME, with a NAME of lower-case letters, digits and hyphens",
                ko:
                    "'{1}'{은/는} 플러그인이 아닙니다. 이름이 bo-export-source-NAME, bo-export-format-NAME, bo-export-posters-NAME 또는 bo-export-details-NAME 형식이어야 합니다 (NAME은 영문 소문자, 숫자, 하이픈)"
            )
        }
        do throws(PluginRefusal) {
            guard let status = FileStatus(of: path) else { throw .unreachable(path) }
            guard status.isRegular else {
                throw PluginRefusal("it is not a regular file", ko: "일반 파일이 아닙니다")
            }
            guard unsafe access(path, X_OK) == 0 else {
                throw PluginRefusal("it is not executable", ko: "실행 권한이 없습니다")
            }
            let open = try PluginTrust(of: path).openToGroups.map { "'\($0)'" }
            concern =
                open.isEmpty
                ? nil
                : Message(
                    "the plugin '\(name)': a group may write to \(open.joined(separator: ", ")) and so change what it does; chmod g-w prevents that",
                    ko: "플러그인 '{1}': 그룹의 다른 사용자가 {2}에 쓸 수 있어서 동작을 바꿀 수 있습니다. chmod g-w로 막으세요")
        } catch {
            throw .ignored(name, path, error.reason)
        }
        (self.kind, self.name, self.path) = (kind, name, path)
    }
}

/// The reason why a file or a folder is not used for plugins.
package struct PluginRefusal: Error, Hashable, Sendable {
    /// The name that the plugin would have had; nil if it has none.
    package private(set) var name: String?
    /// One lower-case sentence without a full stop.
    package let reason: Message

    init(_ reason: Message, ko korean: String) { self.reason = Message(reason, ko: korean) }

    /// Returns the refusal of the plugin `name` at `path`.
    static func ignored(_ name: String, _ path: String, _ reason: Message) -> PluginRefusal {
        var refusal = PluginRefusal(
            "the plugin '\(path)' is ignored: \(reason)", ko: "플러그인 '{1}'{을/를} 무시합니다: {2}")
        refusal.name = name
        return refusal
    }

    /// Returns the refusal of `path` after a failed system call, which left its error in `errno`.
    fileprivate static func unreachable(_ path: String) -> PluginRefusal {
        let error = Errno(rawValue: errno)
        return [.noSuchFileOrDirectory, .tooManySymbolicLinkLevels].contains(error)
            ? PluginRefusal("it cannot be found", ko: "파일이 없습니다")
            : PluginRefusal(
                "'\(path)' cannot be reached: \(Message(sentence: error.description))",
                ko: "'{1}'에 접근할 수 없습니다: {2}")
    }
}

// MARK: - Trust

/// A check of who, besides the user and root, may change the file at a path.
///
/// It covers the file itself, every folder above it and, if links are on the way, every folder and
/// link that they lead through: whoever may rename one of those decides which file is found.
struct PluginTrust {
    /// The file and the folders that a group may write to.
    private(set) var openToGroups: [String] = []

    /// Checks everything on the way to `path`, which may be a file or a folder.
    ///
    /// - Throws: a ``PluginRefusal`` with the remedy if nothing at `path` may be started.
    init(of path: String) throws(PluginRefusal) {
        // The remaining steps, the next one last; a relative path begins at the working folder.
        var left = Array(FilePath("/proc/self/cwd").pushing(FilePath(path)).components.reversed())
        // The path so far, without links.
        var way = FilePath("/")
        var links = 0
        while let step = left.popLast() {
            if step.kind == .parentDirectory { way.removeLastComponent() }
            guard step.kind == .regular else { continue }
            try look(at: way, isLast: false)
            let entry = way.appending(step)
            let status = FileStatus(of: entry.string, followsLinks: false)
            guard let status else { throw .unreachable(entry.string) }
            guard status.isLink else {
                way = entry
                continue
            }
            try requireTrust(
                in: status.owner, of: Message("the link '\(entry)'", ko: "링크 '{1}'"))
            links += 1
            guard links <= 40, let target = Self.target(of: entry) else {
                throw .unreachable(entry.string)
            }
            if target.isAbsolute { way = "/" }
            left += target.components.reversed()
        }
        try look(at: way, isLast: true)
        guard FileStatus(of: way.string)?.isFolder == false else { return }
        try look(at: way.removingLastComponent(), isLast: true)
    }

    /// Checks who may write to the file or folder at `path`, which is not a link.
    ///
    /// - Parameter isLast: true for the plugin or the folder that it is in. In a folder above
    ///   those, a sticky bit like that of `/tmp` keeps others from renaming files that are not
    ///   theirs.
    private mutating func look(at path: FilePath, isLast: Bool) throws(PluginRefusal) {
        let path = path.string
        guard let status = FileStatus(of: path) else { throw .unreachable(path) }
        let name =
            status.isFolder
            ? Message("the folder '\(path)'", ko: "폴더 '{1}'") : Message("it", ko: "이 파일")
        try requireTrust(in: status.owner, of: name)
        if status.isSticky, !isLast { return }
        if status.isWorldWritable {
            throw PluginRefusal(
                "everybody may write to \(name); 'chmod o-w \(path)' prevents that",
                ko: "누구나 {1}에 쓸 수 있습니다. 'chmod o-w {2}'{으로/로} 막으세요")
        }
        let list = AccessList(ofFileAt: path)
        if let writer = list?.writers.first(where: { !isTrusted($0) }) {
            throw PluginRefusal(
                "an access list lets another user, \(writer), write to \(name); 'setfacl -x u:\(writer) \(path)' prevents that",
                ko:
                    "접근 제어 목록(ACL) 때문에 다른 사용자 {1}{이/가} {2}에 쓸 수 있습니다. 'setfacl -x u:{3} {4}'{으로/로} 막으세요"
            )
        }
        if list?.letsGroupWrite ?? status.isGroupWritable, !openToGroups.contains(path) {
            openToGroups.append(path)
        }
    }

    private func isTrusted(_ user: UInt32) -> Bool { user == 0 || user == geteuid() }

    private func requireTrust(in owner: UInt32, of name: Message) throws(PluginRefusal) {
        guard !isTrusted(owner) else { return }
        throw PluginRefusal(
            "\(name) belongs to another user, \(owner); only your own and root's are taken",
            ko: "{1}의 소유자가 다른 사용자({2})입니다. 본인이나 root가 소유한 것만 사용합니다")
    }

    private static func target(of link: FilePath) -> FilePath? {
        var bytes = [CChar](repeating: 0, count: Int(PATH_MAX))
        // One byte is left for the terminating zero; names need not be UTF-8.
        let count = unsafe link.withPlatformString { unsafe readlink($0, &bytes, bytes.count - 1) }
        return count > 0 ? FilePath(platformString: bytes) : nil
    }
}
