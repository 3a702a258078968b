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
        self.init(file, try await host.manifest(of: file), host: host)
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

    /// The columns that it wants, behind those that say which source a row is of and what currency its
    /// amounts are in, where the usual ones begin with these; the usual ones if it wants none.
    package func defaultColumns(of usual: [String], _ options: PluginOptions) -> [String] {
        guard !plugin.wanted.isEmpty else { return usual }
        let first = usual.prefix(while: Column.ofOrigin.contains)
        return first + plugin.wanted.filter { !first.contains($0) }
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

/// A sink that sends what it is given through an executable format, and on to another sink.
///
/// The plugin is started when there is something to write. A document is committed only if the
/// plugin has written all of it and ended with status 0.
struct FormatSink<Output: Sink & ~Copyable>: Sink, ~Copyable {
    private let format: ExecutableFormat
    private let layout: Layout
    private var output: Output
    private var session: PluginSession?

    init(_ format: ExecutableFormat, _ layout: Layout, into output: consuming Output) {
        self.format = format
        self.layout = layout
        self.output = output
    }

    /// The name of the document that the plugin writes.
    var name: String? { output.name }

    /// Whether somebody may be reading along behind the plugin.
    var isLive: Bool { output.isLive }

    /// Hands `bytes` to the plugin, and on what it writes meanwhile.
    mutating func write(_ bytes: Span<UInt8>) throws(Fault) {
        let running: PluginSession
        if let session {
            running = session
        } else {
            running = try format.host.open(format.file, as: format.plugin)
            session = running
            try running.begin(layout) { span throws(Fault) in
                try output.write(span)
            }
        }
        try running.send(bytes) { span throws(Fault) in try output.write(span) }
    }

    /// Waits until the plugin has written the rest and ended, and commits the document.
    consuming func commit(rows: Int) throws(Fault) {
        let session = session
        var output = output
        guard let session else {
            throw Fault(.bug, "document-without-end", "a document without an end was committed")
        }
        try session.finishDocument(of: rows) { span throws(Fault) in try output.write(span) }
        try output.commit(rows: rows)
    }
}
