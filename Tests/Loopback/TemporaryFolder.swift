public import Foundation

/// A folder for one test.
public struct TemporaryFolder: Sendable {
    /// The folder that contains all of them, which is removed when this process ends.
    public static let root: URL = {
        let root = FileManager.default.temporaryDirectory
            .appending(path: "bo-export-runs-\(ProcessInfo.processInfo.processIdentifier)")
        try? FileManager.default.createDirectory(
            at: root, withIntermediateDirectories: true, attributes: [.posixPermissions: 0o755])
        atexit { try? FileManager.default.removeItem(at: TemporaryFolder.root) }
        return root
    }()

    /// A place among them where nothing is yet.
    public static var newURL: URL { root.appending(path: UUID().uuidString) }

    /// The location of the folder.
    public let url = newURL

    /// Makes the folder.
    public init() throws {
        // If the group may write to the folder, as with a umask of 002, the program warns about
        // plugins in it.
        try FileManager.default.createDirectory(
            at: url, withIntermediateDirectories: true, attributes: [.posixPermissions: 0o755])
    }

    /// Returns the path of the file called `name` in the folder.
    public func path(_ name: String) -> String { url.appending(path: name).path }

    /// Returns the text of the file called `name`.
    public func text(_ name: String) throws -> String {
        try String(contentsOf: url.appending(path: name), encoding: .utf8)
    }

    /// The names of the files in the folder.
    public var names: [String] {
        get throws { try FileManager.default.contentsOfDirectory(atPath: url.path).sorted() }
    }
}
