internal import BoxOffice
internal import Glibc
internal import SystemPackage

/// A session with a running plugin: its standard input, output and error.
///
/// While the host writes, it also takes what the plugin writes, so that neither waits for the other
/// forever. Nothing is read ahead of need: a plugin that writes fast is held back by its pipe.
/// Every call blocks, within the limits.
final class PluginSession {
    /// The executable.
    let file: PluginFile
    /// How long it may take and how much it may write.
    let limits: PluginLimits
    /// The process.
    let process: PluginProcess
    /// Its standard input; this and the two that follow are nil once they are closed.
    var input: Descriptor?
    /// Its standard output.
    var output: Descriptor?
    /// Its standard error.
    var errors: Descriptor?
    /// What the user may do about a failure.
    var hint: Message?
    /// The lines of its standard error.
    var log: PluginLog
    /// How long it has kept the host waiting.
    var waited = Duration.zero
    /// Whether its end was waited for already because it wrote nothing more.
    var hasWaitedForEnd = false
    /// How many bytes it has written.
    var received = 0
    /// How many of them came before the document.
    var receivedBefore = 0
    private var block = [UInt8](repeating: 0, count: 64 << 10)
    /// Output that was read but not asked for yet.
    var lines = LineBuffer()
    /// A line that was read before it was asked for.
    var firstLine: [UInt8]?

    /// Starts the plugin, with a folder of its own in `parent`.
    init(
        with file: PluginFile, _ variables: [String: String], in parent: String,
        limits: PluginLimits,
        secrets: PluginSecrets, log: @escaping @Sendable (String) -> Void
    ) throws(Fault) {
        self.file = file
        self.limits = limits
        self.log = PluginLog(limit: limits.logLines, secrets: secrets, say: log)
        let folder = try file.privateFolder(in: parent)
        do throws(Errno) {
            let toPlugin = try Pipe()
            let fromPlugin = try Pipe()
            let aside = try Pipe()
            let (pluginInput, ownInput) = toPlugin.ends()
            let (ownOutput, pluginOutput) = fromPlugin.ends()
            let (ownErrors, pluginErrors) = aside.ends()
            input = Descriptor(ownInput.rawValue)
            output = Descriptor(ownOutput.rawValue)
            errors = Descriptor(ownErrors.rawValue)
            process = PluginProcess(
                file.path, variables, folder: folder, grace: limits.grace, input: pluginInput,
                output: pluginOutput, errors: pluginErrors)
        } catch {
            throw Fault(
                .outOfResources, "no-pipes",
                "there are no pipes to talk to a plugin: \(Message(sentence: error.description))")
        }
        input?.neverBlocks()
        output?.neverBlocks()
        errors?.neverBlocks()
    }

    deinit {
        log.sayHeld()
        process.end()
    }

    // MARK: - Reading

    /// The next line of the output without its end; nil at the end of the output.
    ///
    /// - Throws: a ``Fault`` if the line is longer than `limit` or has no end.
    func line(atMost limit: Int) throws(Fault) -> [UInt8]? {
        if let line = firstLine {
            firstLine = nil
            return line
        }
        while true {
            if let line = lines.next() {
                guard line.count <= limit else { throw tooLong(limit) }
                return line
            }
            guard lines.count <= limit else { throw tooLong(limit) }
            guard output != nil else {
                guard lines.count == 0 else {
                    try finish { _ throws(Fault) in }
                    throw fault(
                        .malformed, "plugin-output-cut-off",
                        "its output breaks off in the middle of a line")
                }
                return nil
            }
            let ready = try wait(toWrite: false, toRead: true)
            if ready.errors { readErrors() }
            if ready.output { try read { span throws(Fault) in try self.keep(span) } }
        }
    }

    /// Keeps what the plugin writes before it is asked for: little, if the plugin takes turns.
    func keep(_ span: Span<UInt8>) throws(Fault) {
        lines.append(span)
        guard lines.count <= limits.line + (64 << 10) else { throw tooLong(limits.line) }
    }

    /// Reads what the plugin has written and hands it to `take`.
    func read(_ take: (Span<UInt8>) throws(Fault) -> Void) throws(Fault) {
        guard let descriptor = output?.rawValue else { return }
        let isAtEnd = try read(descriptor) { span throws(Fault) in
            self.received += span.count
            guard self.received <= self.limits.output else {
                self.process.end()
                throw self.fault(
                    .malformed, "plugin-output-too-long",
                    "it writes more than \(self.limits.output) bytes")
            }
            try take(span)
        }
        if isAtEnd { output = nil }
    }

    /// Reads what the plugin has written to its standard error.
    func readErrors() {
        guard let descriptor = errors?.rawValue else { return }
        if read(descriptor, { self.log.append($0) }) { errors = nil }
    }

    /// Hands what has come to `take`; true at the end of the output.
    private func read<Failure: Error>(
        _ descriptor: Int32, _ take: (Span<UInt8>) throws(Failure) -> Void
    ) throws(Failure) -> Bool {
        var block: [UInt8] = []
        swap(&block, &self.block)  // Not copied; a span cannot reach into an object.
        defer { swap(&block, &self.block) }
        let count = unsafe block.withUnsafeMutableBytes { block in
            unsafe Glibc.read(descriptor, block.baseAddress, block.count)
        }
        if count < 0 { return errno != EAGAIN && errno != EINTR }
        if count > 0 { try take(block.span.extracting(0..<count)) }
        return count == 0
    }
}
