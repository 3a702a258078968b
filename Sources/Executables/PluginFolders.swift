public import BoxOffice
internal import Glibc
internal import Storage

/// The folders in which executables are plugins; never those of `PATH`.
public struct PluginFolders: Sendable {
    /// The plugins, of two with one name that of the earlier folder.
    public private(set) var files: [PluginFile] = []
    /// The files and folders that were refused, and why.
    public private(set) var refusals: [PluginRefusal] = []

    /// Looks through folders, without starting anything.
    ///
    /// - Parameters:
    ///   - chosen: the folders that the user named, which must be there.
    ///   - path: what `BO_EXPORT_PLUGIN_PATH` holds: more folders with colons between them, which
    ///     need not be there.
    ///   - dataFolder: the folder of the user's data for this program; its `plugins` comes last.
    ///   - builtIn: names that are taken, for each kind.
    /// - Throws: a ``Fault`` of kind `usage` for a chosen folder that is not there.
    public init(
        chosen: [String], path: String?, dataFolder: String?,
        builtIn: [PluginFile.Kind: [String]]
    ) throws(Fault) {
        for folder in chosen {
            guard FileStatus(of: folder)?.isFolder == true else { throw .noPluginFolder(folder) }
            look(in: folder, builtIn)
        }
        for folder in (path ?? "").split(separator: ":") {
            // A relative folder would be another one wherever the program is run.
            guard folder.hasPrefix("/") else {
                refusals.append(
                    PluginRefusal(
                        nil,
                        Message(
                            "plugin-path-relative",
                            "BO_EXPORT_PLUGIN_PATH has '\(folder)', which is no absolute path")))
                continue
            }
            look(in: String(folder), builtIn)
        }
        if let dataFolder { look(in: "\(dataFolder)/plugins", builtIn) }
    }

    /// The plugin of that kind called `name`.
    public func file(_ kind: PluginFile.Kind, named name: String) -> PluginFile? {
        files.first { $0.kind == kind && $0.name == name }
    }

    private mutating func look(in folder: String, _ builtIn: [PluginFile.Kind: [String]]) {
        guard let status = FileStatus(of: folder) else {
            do throws(Fault) {
                _ = try SmallFile.find(folder)
            } catch {
                refusals.append(
                    PluginRefusal(
                        nil,
                        Message(
                            "no-plugins-looked-for",
                            "no plugins are looked for: \(error.wording)")))
            }
            return
        }
        guard status.isFolder else { return }
        guard let all = Self.names(in: folder) else {
            refusals.append(
                PluginRefusal(
                    nil,
                    Message(
                        "plugin-folder-unreadable",
                        "the folder of plugins '\(folder)' cannot be read")))
            return
        }
        let names = all.filter(PluginFile.isMeant).sorted()
        if let reason = PluginTrust(of: folder).refusal {
            if !names.isEmpty {
                refusals.append(
                    PluginRefusal(
                        nil,
                        Message(
                            "plugins-ignored",
                            "the plugins in '\(folder)' are ignored: \(reason)")))
            }
            return
        }
        for name in names {
            do throws(PluginRefusal) {
                let file = try PluginFile(at: "\(folder)/\(name)")
                if builtIn[file.kind]?.contains(file.name) == true {
                    throw PluginRefusal(
                        file.name,
                        Message(
                            "plugin-built-in",
                            "the plugin '\(file.path)' is ignored: the \(file.kind.wording) '\(file.name)' is built in"
                        ))
                }
                if let first = self.file(file.kind, named: file.name) {
                    guard first.path != file.path else { continue }
                    throw PluginRefusal(
                        file.name,
                        Message(
                            "plugin-comes-first",
                            "the plugin '\(file.path)' is ignored: '\(first.path)' comes first"))
                }
                files.append(file)
            } catch {
                refusals.append(error)
            }
        }
    }

    /// The names of the entries; nil if the folder cannot be read.
    private static func names(in folder: String) -> [String]? {
        guard let stream = unsafe opendir(folder) else { return nil }  // Closed below, once.
        defer { unsafe closedir(stream) }
        var names: [String] = []
        while let entry = unsafe readdir(stream) {
            let name = unsafe withUnsafeBytes(of: &entry.pointee.d_name) { bytes in
                unsafe String(decoding: bytes.prefix { $0 != 0 }, as: UTF8.self)
            }
            names.append(name)
        }
        return names
    }
}

extension Fault {
    fileprivate static func noPluginFolder(_ path: String) -> Fault {
        Fault(
            .usage, "no-plugin-folder", "the plugin folder '\(path)' is not there")
    }
}
