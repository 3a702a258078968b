internal import Blocking
package import BoxOffice
package import Engine

/// A format that is an executable.
package struct ExecutableFormat: ChoosesColumns {
    /// The executable.
    package let file: PluginFile
    /// What it says of itself.
    package let plugin: PluginManifest
    let host: PluginHost

    /// Finds out what the executable says of itself.
    package init(_ file: PluginFile, host: PluginHost) async throws(Fault) {
        self.init(file, try await host.currentManifest(of: file), host: host)
    }

    init(_ file: PluginFile, _ plugin: PluginManifest, host: PluginHost) {
        self.file = file
        self.host = host
        self.plugin = plugin
    }

    /// Its name, summary and options.
    package var manifest: Manifest { plugin.manifest }

    /// How its documents behave, as its manifest says.
    package var traits: FormatTraits { plugin.traits }

    /// The columns that it wants; the usual ones if it wants none.
    package func defaultColumns(of usual: [String], _ options: PluginOptions) -> [String] {
        plugin.wanted.isEmpty ? usual : plugin.wanted
    }

    /// The lines that the executable reads.
    package func document(_ layout: Layout) throws(Fault) -> any Document {
        if plugin.wantsEditions { EditionLines(layout) } else { RowLines(layout) }
    }
}

extension Export {
    /// Does what ``BoxOffice/Export/run(_:_:by:over:eachInto:)`` does, also with a format that is an
    /// executable: its documents are written on a thread of their own, because that blocks.
    package func run<Output: Sink & ~Copyable>(
        through format: any Format, _ layout: Layout, by grouping: Periods.Grouping? = nil,
        eachInto open: @escaping (DocumentPart?) throws(Fault) -> Output
    ) async throws(Fault) -> ExportSummary {
        guard let format = format as? ExecutableFormat else {
            return try await run(format, layout, by: grouping, eachInto: open)
        }
        return try await withTaskExecutorPreference(BlockingExecutor()) { () async throws(Fault) in
            try await run(format, layout, by: grouping) { part throws(Fault) in
                FormatSink(
                    format, part.map { layout.about($0.periods) } ?? layout, into: try open(part))
            }
        }
    }
}
