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

        /// Returns the kind of plugin whose prefix the file's name has; nil if it has none.
        static func named(_ name: String) -> Kind? {
            allCases.first { name.hasPrefix($0.prefix) }
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
        let kind = Kind.named(fileName)
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
    package let name: String?
    /// One lower-case sentence without a full stop.
    package let reason: Message

    init(_ reason: Message, ko korean: String, of name: String? = nil) {
        self.reason = Message(reason, ko: korean)
        self.name = name
    }

    /// Returns the refusal of the plugin `name` at `path`.
    static func ignored(_ name: String, _ path: String, _ reason: Message) -> PluginRefusal {
        PluginRefusal(
            "the plugin '\(path)' is ignored: \(reason)", ko: "플러그인 '{1}'{을/를} 무시합니다: {2}",
            of: name)
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

/// A check of who, besides the user and root, may change the file at a path: of the file that links
/// lead to, and of the folders above it.
struct PluginTrust {
    /// The file and the folders that a group may write to.
    private(set) var openToGroups: [String] = []

    /// Checks the file or folder that `path` leads to.
    ///
    /// - Throws: a ``PluginRefusal`` with the remedy if nothing at `path` may be started.
    init(of path: String) throws(PluginRefusal) {
        guard let real = unsafe realpath(path, nil) else { throw .unreachable(path) }
        defer { unsafe free(real) }  // Once.
        let file = FilePath(unsafe String(cString: real))
        let folder = FileStatus(of: path)?.isFolder == true ? file : file.removingLastComponent()
        var way = FilePath("/")
        for step in [nil] + file.components.map(Optional.some) {
            if let step { way.append(step) }
            try look(at: way.string, isLast: way == file || way == folder)
        }
    }

    /// Checks who may write to the file or folder at `path`, which is not a link.
    ///
    /// - Parameter isLast: true for the plugin or the folder that it is in. In a folder above
    ///   those, a sticky bit like that of `/tmp` keeps others from renaming files that are not
    ///   theirs, and access lists are not read.
    private mutating func look(at path: String, isLast: Bool) throws(PluginRefusal) {
        guard let status = FileStatus(of: path) else { throw .unreachable(path) }
        let name =
            status.isFolder
            ? Message("the folder '\(path)'", ko: "폴더 '{1}'") : Message("it", ko: "이 파일")
        guard isTrusted(status.owner) else {
            throw PluginRefusal(
                "\(name) belongs to another user, \(status.owner); only your own and root's are taken",
                ko: "{1}의 소유자가 다른 사용자({2})입니다. 본인이나 root가 소유한 것만 사용합니다")
        }
        if status.isSticky, !isLast { return }
        if status.isWorldWritable {
            throw PluginRefusal(
                "everybody may write to \(name); 'chmod o-w \(path)' prevents that",
                ko: "누구나 {1}에 쓸 수 있습니다. 'chmod o-w {2}'{으로/로} 막으세요")
        }
        let list = isLast ? AccessList(of: FilePath(path)) : nil
        if let writer = list?.writers.first(where: { !isTrusted($0) }) {
            throw PluginRefusal(
                "an access list lets another user, \(writer), write to \(name); 'setfacl -x u:\(writer) \(path)' prevents that",
                ko:
                    "접근 제어 목록(ACL) 때문에 다른 사용자 {1}{이/가} {2}에 쓸 수 있습니다. 'setfacl -x u:{3} {4}'{으로/로} 막으세요"
            )
        }
        if list?.letsGroupWrite ?? status.isGroupWritable { openToGroups.append(path) }
    }

    private func isTrusted(_ user: UInt32) -> Bool { user == 0 || user == geteuid() }
}

/// The folders that are searched for plugins; `PATH` is never searched.
package struct PluginFolders: Sendable {
    /// The plugins; if two have the same kind and name, the one in the earlier folder.
    package private(set) var files: [PluginFile] = []
    /// The files and folders that were refused, with the reasons.
    package private(set) var refusals: [PluginRefusal] = []

    /// Searches folders without starting anything.
    ///
    /// - Parameters:
    ///   - chosen: the folders that the user named, which must exist.
    ///   - path: the value of `BO_EXPORT_PLUGIN_PATH`: more folders, separated by colons, which
    ///     need not exist.
    ///   - dataFolder: the folder of the user's data for this program; its folder `plugins` comes
    ///     last.
    ///   - isBuiltIn: returns true if a built-in plugin of a kind has the name.
    /// - Throws: a ``Fault`` of kind `usage` if a chosen folder does not exist, and of kind
    ///   `configuration` if one cannot be reached.
    package init(
        chosen: [String], path: String?, dataFolder: String?,
        isBuiltIn: (PluginFile.Kind, String) -> Bool
    ) throws(Fault) {
        for folder in chosen where FileStatus(of: folder)?.isFolder != true {
            _ = try SmallFile.find(folder)
            throw Fault(
                .usage, "no-plugin-folder",
                "the folder '\(folder)' that --plugin-dir names is not there",
                ko: "--plugin-dir로 지정한 폴더 '{1}'{이/가} 없습니다"
            ).of("plugin-dir")
        }
        let others = (path ?? "").split(separator: ":").map(String.init)
        let own = dataFolder.map { ["\($0)/plugins"] } ?? []
        for folder in chosen + others + own {
            do throws(PluginRefusal) {
                // A relative path would mean a different folder in each working folder.
                guard folder.hasPrefix("/") || chosen.contains(folder) else {
                    throw PluginRefusal(
                        "BO_EXPORT_PLUGIN_PATH has '\(folder)', which is not an absolute path",
                        ko: "BO_EXPORT_PLUGIN_PATH의 '{1}'{은/는} 절대 경로가 아닙니다")
                }
                for name in try Self.names(in: folder) { take("\(folder)/\(name)", isBuiltIn) }
            } catch {
                refusals.append(error)
            }
        }
    }

    /// Returns the plugin of that kind called `name`.
    package func file(_ kind: PluginFile.Kind, named name: String) -> PluginFile? {
        files.first { $0.kind == kind && $0.name == name }
    }

    /// Returns the names of the files in `folder` that have a plugin's prefix; none if it does not
    /// exist.
    private static func names(in folder: String) throws(PluginRefusal) -> [String] {
        do throws(Fault) {
            guard try SmallFile.find(folder), FileStatus(of: folder)?.isFolder == true else {
                return []
            }
        } catch {
            throw PluginRefusal(
                "cannot look for plugins: \(error.wording)", ko: "플러그인을 찾지 않습니다: {1}")
        }
        let names: [String]
        do throws(Errno) {
            names = try FilePath(folder).names().map(\.string)
                .filter { PluginFile.Kind.named($0) != nil }
        } catch {
            throw PluginRefusal(
                "the folder of plugins '\(folder)' cannot be read: \(Message(sentence: error.description))",
                ko: "플러그인 폴더 '{1}'{을/를} 읽을 수 없습니다: {2}")
        }
        do throws(PluginRefusal) {
            if !names.isEmpty { _ = try PluginTrust(of: folder) }
        } catch {
            throw PluginRefusal(
                "the plugins in '\(folder)' are ignored: \(error.reason)",
                ko: "'{1}'의 플러그인을 무시합니다: {2}")
        }
        return names.sorted()
    }

    /// Adds the plugin at `path`, unless its name is already taken.
    private mutating func take(_ path: String, _ isBuiltIn: (PluginFile.Kind, String) -> Bool) {
        do throws(PluginRefusal) {
            let file = try PluginFile(at: path)
            let (kind, name) = (file.kind, file.name)
            if isBuiltIn(kind, name) {
                throw .ignored(
                    name, path,
                    Message(
                        "the \(kind.wording) '\(name)' is built in",
                        ko: "{1} '{2}'{은/는} 이미 내장되어 있습니다"))
            }
            guard let first = self.file(kind, named: name) else { return files.append(file) }
            if first.path != path {
                throw .ignored(
                    name, path, Message("'\(first.path)' comes first", ko: "'{1}'{이/가} 우선합니다"))
            }
        } catch {
            refusals.append(error)
        }
    }
}
