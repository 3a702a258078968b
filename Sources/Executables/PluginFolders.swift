package import BoxOffice
internal import Storage
internal import SystemPackage

/// The folders in which executables are plugins; never those of `PATH`.
package struct PluginFolders: Sendable {
    /// The plugins, of two with one name that of the earlier folder.
    package private(set) var files: [PluginFile] = []
    /// The files and folders that were refused, and why.
    package private(set) var refusals: [PluginRefusal] = []

    /// Looks through folders, without starting anything.
    ///
    /// - Parameters:
    ///   - chosen: the folders that the user named, which must be there.
    ///   - path: what `BO_EXPORT_PLUGIN_PATH` holds: more folders with colons between them, which
    ///     need not be there.
    ///   - dataFolder: the folder of the user's data for this program; its `plugins` comes last.
    ///   - builtIn: names that are taken, for each kind.
    /// - Throws: a ``Fault`` of kind `usage` for a chosen folder that is not there, and of kind
    ///   `configuration` for one that cannot be reached.
    package init(
        chosen: [String], path: String?, dataFolder: String?,
        builtIn: [PluginFile.Kind: [String]]
    ) throws(Fault) {
        for folder in chosen {
            guard FileStatus(of: folder)?.isFolder == true else {
                _ = try SmallFile.find(folder)
                throw .noPluginFolder(folder)
            }
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
    package func file(_ kind: PluginFile.Kind, named name: String) -> PluginFile? {
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
        let names: [String]
        do throws(Errno) {
            names = try FilePath(folder).names().map(\.string).filter(PluginFile.isMeant).sorted()
        } catch {
            refusals.append(
                PluginRefusal(
                    nil,
                    Message(
                        "plugin-folder-unreadable",
                        "the folder of plugins '\(folder)' cannot be read: \(Message(sentence: error.description))"
                    )))
            return
        }
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
}

extension Fault {
    fileprivate static func noPluginFolder(_ path: String) -> Fault {
        Fault(
            .usage, "no-plugin-folder", "the folder '\(path)' that --plugin-dir names is not there")
    }
}
