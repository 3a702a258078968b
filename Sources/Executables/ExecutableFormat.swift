internal import Blocking
public import BoxOffice

/// A format that is an executable.
///
/// Documents are written on a thread of their own: who writes to a plugin waits for it.
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

    /// The columns that it writes where the user chooses none: of those it wants the ones there
    /// are; the usual ones where it wants none or none is there.
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
            guard let sink = waiting.take() else {
                throw Fault(.bug, "export-ran-twice", "an export ran twice")
            }
            return try await export.run(
                into: try RowLines(layout), FormatSink(self, layout, into: sink))
        }
    }

    /// Writes `export` through the plugin, every period of a chart into a document of its own.
    public func run<Output: Sink & ~Copyable>(
        _ export: Export, _ layout: Layout,
        eachInto open: @escaping (Period) throws(Fault) -> Output
    ) async throws(Fault) -> Export.Summary {
        try await withTaskExecutorPreference(BlockingExecutor()) { () async throws(Fault) in
            try await export.run(as: RowLines.self, layout) { period throws(Fault) in
                FormatSink(self, layout, into: try open(period))
            }
        }
    }
}
