internal import BoxOffice
internal import Executables

/// A plugin as `bo-export plugins` shows it.
struct PluginEntry: Sendable {
    /// `source`, `poster` or `format`.
    let kind: String
    /// What it says of itself.
    let manifest: Manifest
    /// Where it is, or nil if it is built in.
    var path: String?
    /// The columns that are its own.
    var columns: [Column] = []
    /// Charts and days that a source has, or its dataset.
    var rows: PluginManifest.Rows?

    /// Shows a built-in plugin.
    init(_ kind: String, _ manifest: Manifest) {
        self.kind = kind
        self.manifest = manifest
    }

    /// Shows an executable.
    init(of plugin: PluginManifest, _ file: PluginFile) {
        kind = file.kind == .posters ? "poster" : file.kind.rawValue
        manifest = plugin.manifest
        path = file.path
        columns = plugin.columns
        rows = plugin.rows
    }

    /// The lines about the plugin.
    func text(withColumns: Bool) -> String {
        let name = manifest.name.padded(to: 12)
        var text = "\(kind)  \(name) \(manifest.summary) (\(path ?? "built in"))\n"
        for option in manifest.options {
            let assignment = "-O \(option.name)=\(option.defaultValue)"
            text += "        \(assignment)\n            \(option.help)\n"
            if option.kind != .text { text += "            takes \(option.domain)\n" }
        }
        guard withColumns, let rows else { return text }
        switch rows {
        case .charts(let charts, let from, let to):
            let names = charts.map(\.rawValue).joined(separator: ", ")
            text += "        charts: \(names), from \(from) \(to.map { "to \($0)" } ?? "on")\n"
        case .own(let dataset):
            text += "        dataset: \(dataset), for 'bo-export rows --source \(manifest.name)'\n"
        }
        let width = columns.map(\.name.utf8.count).max() ?? 0
        for column in columns {
            text += "        \(column.name.padded(to: width))  "
            text += "\(column.kind.rawValue.padded(to: 8)) \(column.koreanHeader)\n"
        }
        return text
    }

    /// All `entries` as one JSON document.
    static func json(_ entries: [PluginEntry]) -> String {
        var output = ByteBuffer()
        output.append("[")
        for (index, entry) in entries.enumerated() {
            output.append(index == 0 ? "\n" : ",\n")
            entry.write(into: &output)
        }
        output.append("\n]\n")
        return output.text
    }

    private func write(into output: inout ByteBuffer) {
        let origin = path == nil ? "built in" : "executable"
        output.append("{")
        output.append(fields: [
            ("name", .text(manifest.name)), ("kind", .text(kind)),
            ("summary", .text(manifest.summary)), ("origin", .text(origin)), ("path", Value(path)),
        ])
        output.append(",\"options\":[")
        for (index, option) in manifest.options.enumerated() {
            output.append(index == 0 ? "{" : ",{")
            output.append(fields: [
                ("name", .text(option.name)), ("takes", .text(option.domain)),
                ("choices", option.choices.map(Value.list) ?? .missing),
                ("default", .text(option.defaultValue)), ("help", .text(option.help)),
            ])
            output.append("}")
        }
        output.append("],\"columns\":[")
        for (index, column) in columns.enumerated() {
            output.append(index == 0 ? "{" : ",{")
            output.append(fields: [
                ("name", .text(column.name)), ("korean", .text(column.koreanHeader)),
                ("type", .text(column.kind.rawValue)),
            ])
            output.append("}")
        }
        output.append("]}")
    }
}

extension Registry {
    /// The built-in plugins for a list.
    var builtInEntries: [PluginEntry] {
        var entries = sources.map { PluginEntry("source", $0.manifest) }
        for source in posters { entries.append(PluginEntry("poster", source.manifest)) }
        for exporter in exporters { entries.append(PluginEntry("format", exporter.manifest)) }
        return entries
    }
}
