package import BoxOffice
internal import Glibc
internal import Storage
internal import SystemPackage

/// An executable that is a plugin by its name, such as `bo-export-format-mediawiki`.
package struct PluginFile: Hashable, Sendable {
    /// What a plugin does.
    package enum Kind: String, Hashable, Sendable, CaseIterable {
        /// It gives figures.
        case source
        /// It writes documents.
        case format
        /// It finds the posters of films.
        case posters
        /// It knows more of films than charts say.
        case details

        /// What messages call such a plugin.
        package var wording: Message {
            switch self {
            case .source: Message("source", ko: "소스")
            case .format: Message("format", ko: "형식")
            case .posters: Message("source of posters", ko: "포스터 소스")
            case .details: Message("source of details", ko: "상세정보 소스")
            }
        }

        /// How the names of such files begin.
        fileprivate var prefix: String { "bo-export-\(rawValue)-" }

        /// The kind of plugin that a file of that name is meant to be; nil if it is none.
        init?(ofFile name: String) {
            guard let kind = Self.allCases.first(where: { name.hasPrefix($0.prefix) }) else {
                return nil
            }
            self = kind
        }
    }

    /// What it does.
    package let kind: Kind
    /// The name that users choose it by: lower-case letters, digits and hyphens.
    package let name: String
    /// Where it is, with a slash in it, so that no search path is asked.
    package let path: String
    /// What the user should know of it before it is used, as a sentence; nil if there is nothing.
    package let concern: Message?

    /// Looks at the executable at `path`.
    ///
    /// - Throws: a ``PluginRefusal`` if it may not be used as a plugin, saying why.
    package init(at path: String) throws(PluginRefusal) {
        let path = path.contains("/") ? path : "./" + path
        let fileName = FilePath(path).lastComponent?.string ?? ""
        let kind = Kind(ofFile: fileName)
        let name = String(fileName.dropFirst(kind?.prefix.count ?? 0))
        guard let kind, name.isPluginName else {
            throw PluginRefusal(
                "'\(path)' is no plugin: it is not called bo-export-source-NAME, bo-export-format-NAME, bo-export-posters-NAME or bo-export-details-NAME, NAME of lower-case letters, digits and hyphens",
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

/// Why a file or a folder is not taken for a plugin's.
package struct PluginRefusal: Error, Hashable, Sendable {
    /// The name of the plugin that it would have been, or nil if it has none.
    package private(set) var name: String?
    /// One lower-case sentence without a full stop.
    package let reason: Message

    init(_ reason: Message, ko korean: String) { self.reason = Message(reason, ko: korean) }

    /// The plugin `name` at `path` is not used.
    static func ignored(_ name: String, _ path: String, _ reason: Message) -> PluginRefusal {
        var refusal = PluginRefusal(
            "the plugin '\(path)' is ignored: \(reason)", ko: "플러그인 '{1}'{을/를} 무시합니다: {2}")
        refusal.name = name
        return refusal
    }

    /// The last call of the system, about what is at `path`, failed.
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

/// Who beside the user and root may change what lies at a path.
///
/// Looked at are the file itself, every folder above it and, where links are on the way, every
/// folder and link that they lead through: who may rename one of those decides what is found.
struct PluginTrust {
    /// The file and the folders that a group may write to.
    private(set) var openToGroups: [String] = []

    /// Looks at everything on the way to `path`, which is that of a file or of a folder.
    ///
    /// - Throws: a ``PluginRefusal`` if nothing that lies there may be started, with the remedy.
    init(of path: String) throws(PluginRefusal) {
        // What is left of the way, the next step last; a relative path begins at the working folder.
        var left = Array(FilePath("/proc/self/cwd").pushing(FilePath(path)).components.reversed())
        // The way so far, without links.
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

    /// Looks at who may write to the file or folder at `path`, which is no link.
    ///
    /// - Parameter isLast: whether it is the plugin or the folder that it lies in. In a folder above
    ///   those the sticky bit, as `/tmp` has it, keeps others from renaming what is not theirs.
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
        // One byte is left for the zero at the end; names need not be UTF-8.
        let count = unsafe link.withPlatformString { unsafe readlink($0, &bytes, bytes.count - 1) }
        return count > 0 ? FilePath(platformString: bytes) : nil
    }
}
