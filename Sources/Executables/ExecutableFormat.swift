internal import Blocking
public import BoxOffice

/// A format that is an executable.
///
/// Documents are written on a thread of their own, because writing to a plugin blocks.
public struct ExecutableFormat: Sendable {
    /// The executable.
    public let file: PluginFile
    /// What it says of itself.
    public let manifest: PluginManifest
    let host: PluginHost

    /// Finds out what the executable says of itself.
    public init(_ file: PluginFile, host: PluginHost) async throws(Fault) {
        self.file = file
        self.host = host
        manifest = try await host.currentManifest(of: file)
    }

    /// How its documents behave, as its manifest says.
    public var traits: FormatTraits { manifest.traits }

    /// The columns that it writes if the user chooses none: of those it wants the ones there are; the
    /// usual ones if it wants none or none is there.
    public func defaultColumns(of usual: [String], in dataset: Dataset) -> [String] {
        let wanted = manifest.wanted.filter { name in
            dataset.columns.contains { $0.name == name }
        }
        return wanted.isEmpty ? usual : wanted
    }

    /// Writes `export` through the plugin into `sink`.
    public func run<Output: Sink & ~Copyable>(
        _ export: Export, _ layout: Layout, into sink: consuming Output
    ) async throws(Fault) -> Export.Summary {
        var waiting: Output? = consume sink
        return try await withTaskExecutorPreference(BlockingExecutor()) { () async throws(Fault) in
            guard let output = waiting.take() else {
                throw Fault(.bug, "export-ran-twice", "an export ran twice")
            }
            let sink = FormatSink(self, layout, into: output)
            return manifest.wantsEditions
                ? try await export.run(into: try EditionLines(layout), sink)
                : try await export.run(into: try RowLines(layout), sink)
        }
    }

    /// Writes `export` through the plugin, each group of a chart's periods into a document of its
    /// own.
    public func run<Output: Sink & ~Copyable>(
        _ export: Export, _ layout: Layout, by grouping: Periods.Grouping,
        eachInto open: @escaping (Periods) throws(Fault) -> Output
    ) async throws(Fault) -> Export.Summary {
        func sink(_ group: Periods) throws(Fault) -> FormatSink<Output> {
            FormatSink(self, layout.about(group), into: try open(group))
        }
        return try await withTaskExecutorPreference(BlockingExecutor()) {
            () async throws(Fault) in
            manifest.wantsEditions
                ? try await export.run(as: EditionLines.self, layout, by: grouping, eachInto: sink)
                : try await export.run(as: RowLines.self, layout, by: grouping, eachInto: sink)
        }
    }
}
