internal import BoxOffice
internal import Engine

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
            try running.begin(layout, of: format.manifest) { span throws(Fault) in
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
