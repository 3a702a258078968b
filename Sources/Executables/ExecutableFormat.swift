internal import Blocking
package import BoxOffice
package import Engine

/// A format that is an executable.
package struct ExecutableFormat: Format {
    /// The executable and its manifest.
    let endpoint: PluginEndpoint

    /// Asks the executable for its manifest.
    package init(_ file: PluginFile, host: PluginHost) async throws(Fault) {
        let plugin = try await host.manifest(of: file)
        self.init(endpoint: PluginEndpoint(file: file, manifest: plugin, host: host))
    }

    init(endpoint: PluginEndpoint) { self.endpoint = endpoint }

    /// Its manifest.
    package var plugin: PluginManifest { endpoint.manifest }

    /// Its name, summary and options.
    package var manifest: Manifest { plugin.manifest }

    /// The traits of its documents, from its manifest.
    package var traits: FormatTraits { plugin.traits }

    /// Returns the columns that its manifest asks for, or the usual ones if it asks for none.
    ///
    /// If those begin with the columns for a row's source and currency, they come first.
    package func defaultColumns(of usual: UsualColumns, _ options: PluginOptions) -> [String] {
        guard !plugin.wanted.isEmpty else { return usual.names }
        let first = usual.names.prefix(while: Column.origin.contains)
        return first + plugin.wanted.filter { !first.contains($0) }
    }

    /// Returns the document of lines that the executable reads.
    package func document(_ layout: Layout) throws(Fault) -> any Document {
        RowLines(layout, withEditions: plugin.wantsEditions)
    }

    /// Returns a writer of the lines of rows.
    package func rowWriter(_ layout: Layout) throws(Fault) -> (any RowWriter)? {
        RowLines(layout, withEditions: plugin.wantsEditions)
    }
}

extension Export {
    /// Does the same as ``Engine/Export/run(_:_:by:over:eachInto:)``, and also supports a format
    /// that is an executable: its documents are written on a separate thread, because writing to it
    /// blocks.
    package func run<Output: Sink & ~Copyable>(
        through format: any Format, _ layout: Layout, by grouping: CalendarUnit? = nil,
        eachInto open: @escaping (DocumentPart?) throws(Fault) -> Output
    ) async throws(Fault) -> ExportSummary {
        guard let format = format as? ExecutableFormat else {
            return try await run(format, layout, by: grouping, eachInto: open)
        }
        return try await withTaskExecutorPreference(BlockingExecutor()) { () async throws(Fault) in
            try await run(format, layout, by: grouping) { part throws(Fault) in
                FormatSink(
                    format: format, layout: part.map { layout.about($0.periods) } ?? layout,
                    output: try open(part))
            }
        }
    }
}

/// A sink that passes its input through an executable format and on to another sink.
///
/// The plugin is started at the first write. A document is committed only if the plugin has written
/// all of it and exited with status 0.
private struct FormatSink<Output: Sink & ~Copyable>: Sink, ~Copyable {
    let format: ExecutableFormat
    let layout: Layout
    var output: Output
    var session: PluginSession?

    /// The name of the document that the plugin writes.
    var name: String? { output.name }

    /// True if a reader may see the plugin's output before it is committed.
    var isLive: Bool { output.isLive }

    /// Writes `bytes` to the plugin, and the plugin's output so far to the other sink.
    mutating func write(_ bytes: Span<UInt8>) throws(Fault) {
        let running: PluginSession
        if let session {
            running = session
        } else {
            running = try format.endpoint.open()
            session = running
            try running.send(ProtocolLine.begin(layout).span) { span throws(Fault) in
                try output.write(span)
            }
        }
        try running.send(bytes) { span throws(Fault) in try output.write(span) }
    }

    /// Waits until the plugin has written the rest and exited, and commits the document.
    consuming func commit(rows: Int) throws(Fault) {
        let session = session
        var output = output
        // Its end at least was written.
        try session?.finishDocument(of: rows) { span throws(Fault) in try output.write(span) }
        try output.commit(rows: rows)
    }
}
