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

        /// What messages call such a plugin.
        var wording: Message {
            switch self {
            case .posters: Message("kind.posters", "source of posters")
            default: Message("kind.\(rawValue)", "\(rawValue)")
            }
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
        guard let (kind, name) = Self.parts(of: fileName) else {
            throw PluginRefusal(
                nil,
                Message(
                    "not-called-as-plugin",
                    "'\(path)' is no plugin: it is not called \(namePattern), \(nameLetters)"))
        }
        func refuse(_ reason: Message) -> PluginRefusal {
            PluginRefusal(
                name, Message("plugin-ignored", "the plugin '\(path)' is ignored: \(reason)"))
        }
        guard let status = FileStatus(of: path) else {
            throw refuse(.unreachable(path))
        }
        guard status.isRegular else {
            throw refuse(Message("not-regular-file", "it is not a regular file"))
        }
        guard unsafe access(path, X_OK) == 0 else {
            throw refuse(
                errno == EACCES
                    ? Message("not-executable", "it is not executable") : .unreachable(path))
        }
        let trust = PluginTrust(of: path)
        if let reason = trust.refusal { throw refuse(reason) }
        guard trust.realPath != nil else { throw refuse(.unreachable(path)) }
        self.kind = kind
        self.name = name
        self.path = path
        let open = trust.openToGroups.map { "'\($0)'" }.joined(separator: ", ")
        concern =
            open.isEmpty
            ? nil
            : Message(
                "plugin-open-to-group",
                "the plugin '\(name)': a group may write to \(open) and so change what it does; chmod g-w prevents that"
            )
    }

    /// Whether a file of that name is meant to be a plugin.
    static func isMeant(_ fileName: String) -> Bool {
        Kind.allCases.contains { fileName.hasPrefix("bo-export-\($0)-") }
    }

    private static func parts(of fileName: String) -> (Kind, String)? {
        for kind in Kind.allCases where fileName.hasPrefix("bo-export-\(kind)-") {
            let name = String(fileName.dropFirst("bo-export-\(kind)-".count))
            return name.isPluginName ? (kind, name) : nil
        }
        return nil
    }
}

/// Why a file or a folder is not taken for a plugin's.
package struct PluginRefusal: Error, Hashable, Sendable {
    /// The name of the plugin that it would have been, or nil if it has none.
    package let name: String?
    /// One lower-case sentence without a full stop.
    package let reason: Message

    init(_ name: String?, _ reason: Message) {
        self.name = name
        self.reason = reason
    }
}

private let namePattern = Message(
    "plugin-name-pattern",
    "bo-export-source-NAME, bo-export-format-NAME or bo-export-posters-NAME")

private let nameLetters = Message(
    "plugin-name-letters", "NAME of lower-case letters, digits and hyphens")
