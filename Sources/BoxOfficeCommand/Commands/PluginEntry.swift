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
    func text(withColumns: Bool, _ console: Console) -> String {
        let name = manifest.name.padded(to: 12)
        let origin = path ?? console.text(of: Message("built-in", "built in", ko: "내장"))
        let korean = Language.current == .korean ? manifest.korean() : [:]
        let summary = korean["summary"] ?? manifest.summary
        var text = "\(kind)  \(name) \(summary) (\(origin))\n"
        for option in manifest.options {
            let assignment = "-O \(option.name)=\(option.defaultValue)"
            let help = korean["option.\(option.name)"] ?? option.help
            text += "        \(assignment)\n            \(help)\n"
            guard option.kind != .text else { continue }
            let takes = Message("option-takes", "takes \(option.domainWording)", ko: "값: {1}")
            text += "            \(console.text(of: takes))\n"
        }
        guard withColumns, let rows else { return text }
        text += "        \(console.text(of: Self.wording(of: rows, of: manifest)))\n"
        return text + columns.lines(indent: "        ")
    }

    private static func wording(of rows: PluginManifest.Rows, of manifest: Manifest) -> Message {
        switch rows {
        case .charts(let charts, let from, let to):
            let names = charts.map(\.rawValue).joined(separator: ", ")
            guard let to else {
                return Message(
                    "plugin-charts-on", "charts: \(names), from \(from) on", ko: "박스오피스: {1}, {2}부터"
                )
            }
            return Message(
                "plugin-charts", "charts: \(names), from \(from) to \(to)",
                ko: "박스오피스: {1}, {2}부터 {3}까지")
        case .own(let dataset):
            return Message(
                "plugin-dataset",
                "dataset: \(dataset), for 'bo-export rows --source \(manifest.name)'",
                ko: "데이터셋: {1} ('bo-export rows --source {2}'{으로/로} 받습니다)")
        }
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
        for format in formats { entries.append(PluginEntry("format", format.manifest)) }
        return entries
    }
}
