internal import BoxOffice
internal import Engine
internal import Glibc
internal import Storage

/// Where manifests are kept, so that plugins are listed without being started.
///
/// A manifest is known by the plugin's path, its size and the times of its last changes; what
/// cannot be kept or read is asked for anew. A plugin that is used is always asked.
struct ManifestCache: Sendable {
    /// The folder, or nil if nothing is kept.
    let folder: String?

    /// The line that the plugin answered the greeting with.
    func line(of file: PluginFile) -> [UInt8]? {
        guard let folder, let text = try? SmallFile.text(at: path(of: file, in: folder)) else {
            return nil
        }
        let parts = text.split(separator: "\n", maxSplits: 2)
        guard parts.count == 3, parts[..<2].map(String.init) == header(of: file) else { return nil }
        return Array(parts[2].utf8)
    }

    /// Keeps `line`, which was a good one.
    func keep(_ line: [UInt8], of file: PluginFile) {
        guard let folder else { return }
        let text = (header(of: file) + [String(decoding: line, as: UTF8.self), ""])
            .joined(separator: "\n")
        try? SmallFile.write(text, to: path(of: file, in: folder))
    }

    /// Forgets what was kept of the plugin.
    func drop(_ file: PluginFile) {
        guard let folder else { return }
        _ = unsafe unlink(path(of: file, in: folder))
    }

    private func header(of file: PluginFile) -> [String] {
        ["bo-export manifest \(PluginManifest.version)", file.edition]
    }

    private func path(of file: PluginFile, in folder: String) -> String {
        "\(folder)/\(file.kind)-\(file.name)-\(CRC32.hexadecimal(of: Array(file.path.utf8)))"
    }
}
