package import BoxOffice
internal import Storage
internal import SystemPackage

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
    ///   - builtIn: the names of the built-in plugins of each kind, which are taken.
    /// - Throws: a ``Fault`` of kind `usage` if a chosen folder does not exist, and of kind
    ///   `configuration` if one cannot be reached.
    package init(
        chosen: [String], path: String?, dataFolder: String?,
        builtIn: [PluginFile.Kind: [String]]
    ) throws(Fault) {
        for folder in chosen where FileStatus(of: folder)?.isFolder != true {
            _ = try SmallFile.find(folder)
            throw Fault(
                .usage, "no-plugin-folder",
                "the folder '\(folder)' that --plugin-dir names is not there",
                ko: "--plugin-dir로 지정한 폴더 '{1}'{이/가} 없습니다")
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
                for name in try Self.names(in: folder) { take("\(folder)/\(name)", builtIn) }
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
                .filter { PluginFile.Kind(ofFile: $0) != nil }
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
    private mutating func take(_ path: String, _ builtIn: [PluginFile.Kind: [String]]) {
        do throws(PluginRefusal) {
            let file = try PluginFile(at: path)
            let (kind, name) = (file.kind, file.name)
            if builtIn[kind]?.contains(name) == true {
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
