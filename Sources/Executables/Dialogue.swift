internal import BoxOffice
internal import Glibc
internal import SystemPackage

/// The talk with a running plugin: what is written to it, what it writes, what it says aside.
///
/// Writing takes what the plugin writes meanwhile, so that neither waits for the other for ever, and
/// nothing is kept that is not asked for: a plugin that writes fast is held back by its pipe.
/// Everything blocks, within the limits.
final class Dialogue {
    let file: PluginFile
    let limits: PluginLimits
    /// The process, for those who see to its end.
    let process: PluginProcess
    /// What it reads; this and the two that follow are nil once they are closed.
    var input: Descriptor?
    /// What it writes.
    var output: Descriptor?
    /// What it says aside.
    var errors: Descriptor?
    /// What the user may do about a failure.
    var hint: Message?
    /// The lines of what it says aside.
    var log: PluginLog
    /// How long it has kept the host waiting.
    var waited = Duration.zero
    /// Whether nothing of it was left when it was waited for.
    var hasWaitedForEnd = false
    private var received = 0
    /// How much of it was no document.
    private var receivedBefore = 0
    private var block = [UInt8](repeating: 0, count: 64 << 10)
    /// What was read of the output, and not asked for yet.
    private var lines = LineBuffer()
    /// A line that was read before it was asked for.
    private var firstLine: [UInt8]?

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
                .outOfResources, "no-pipes", "there are no pipes to talk to a plugin: \(error)")
        }
        input?.neverBlocks()
        output?.neverBlocks()
        errors?.neverBlocks()
    }

    deinit {
        log.sayHeld()
        process.end()
    }

    // MARK: - Writing

    /// Tells a format what it is to write, and hands what it has written since the greeting to
    /// `take`.
    func begin(
        _ layout: Layout, of manifest: Manifest, taking take: (Span<UInt8>) throws(Fault) -> Void
    ) throws(Fault) {
        let early = lines.removeAll()
        receivedBefore = received - early.count
        try take(early.span)
        try send(Messages.columns(layout, of: manifest).span, taking: take)
    }

    /// Writes `bytes`, and hands what the plugin writes meanwhile to `take`.
    ///
    /// - Throws: a ``Fault`` where the plugin does not read, or has ended.
    func send(
        _ bytes: Span<UInt8>, taking take: (Span<UInt8>) throws(Fault) -> Void
    ) throws(Fault) {
        guard try isRead(bytes, taking: take) else {
            try finish(taking: take)
            throw hasNotReadEverything
        }
    }

    /// Writes `bytes` to a plugin that answers with lines.
    func send(_ bytes: [UInt8]) throws(Fault) {
        try send(bytes.span) { span throws(Fault) in try self.keep(span) }
    }

    /// Writes `bytes` to a plugin that has answered before; false where it has ended well since.
    ///
    /// - Throws: a ``Fault`` also where it has written something since its answer ended: that would
    ///   be taken for the answer to a question that it has not seen.
    func takesAnother(_ bytes: [UInt8]) throws(Fault) -> Bool {
        try requireSilence()
        if try isRead(bytes.span, taking: { span throws(Fault) in try self.keep(span) }) {
            firstLine = try line(atMost: limits.line)
            if firstLine != nil { return true }
        }
        try end()
        return false
    }

    /// Greets the plugin and gives the line that it answers with, be it without listening.
    func greet() throws(Fault) -> [UInt8] {
        _ = try isRead(Messages.hello.span) { span throws(Fault) in try self.keep(span) }
        guard let line = try line(atMost: limits.manifest) else {
            try end()
            throw fault(.malformed, "it ended before it had answered the greeting")
        }
        return line
    }

    /// Writes `bytes`; false where the plugin has closed its input.
    private func isRead(
        _ bytes: Span<UInt8>, taking take: (Span<UInt8>) throws(Fault) -> Void
    ) throws(Fault) -> Bool {
        var sent = 0
        while sent < bytes.count {
            guard let descriptor = input?.rawValue else {
                throw Fault(.bug, "session-over", "the talk is over")
            }
            let ready = try wait(toWrite: true, toRead: true)
            if ready.errors { readErrors() }
            if ready.output { try read(take) }
            guard ready.input else { continue }
            let rest = bytes.extracting(sent...)
            let count = unsafe rest.withUnsafeBytes { rest in
                unsafe Glibc.write(descriptor, rest.baseAddress, rest.count)
            }
            if count >= 0 {
                sent += count
            } else if errno == EPIPE {
                input = nil
                return false
            } else if errno != EAGAIN && errno != EINTR {
                throw fault(.unavailable, "it cannot be written to: \(Errno(rawValue: errno))")
            }
        }
        return true
    }

    // MARK: - Reading

    /// The next line of the output without its end; nil where the output has ended.
    ///
    /// - Throws: a ``Fault`` where the line is longer than `limit` or has no end.
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
                    throw fault(.malformed, "its output breaks off in the middle of a line")
                }
                return nil
            }
            let ready = try wait(toWrite: false, toRead: true)
            if ready.errors { readErrors() }
            if ready.output { try read { span throws(Fault) in try self.keep(span) } }
        }
    }

    /// Closes the plugin's input, hands the rest of its output to `take`, and waits for its end.
    ///
    /// - Throws: a ``Fault`` where it does not end, or not with status 0.
    func finish(taking take: (Span<UInt8>) throws(Fault) -> Void) throws(Fault) {
        input = nil
        while output != nil || errors != nil {
            let ready = try wait(toWrite: false, toRead: true)
            if ready.errors { readErrors() }
            if ready.output { try read(take) }
        }
        log.endLine()
        let ending =
            process.waitForEnd(atMost: min(limits.silence, limits.whole - waited))
            ?? endOfAll()
        guard let ending else {
            throw timedOut("closed its output, but did not end within", limits.silence)
        }
        // Who is told to end may do so with status 0, with half of its work done.
        if process.isCancelled { throw .cancelledPlugin }
        if let fault = fault(after: ending) {
            if !lastWords.isEmpty, fault.message.hasSuffix(lastWords) { log.dropHeld() }
            throw fault
        }
        log.sayHeld()
    }

    /// Does the same for a format that was given a document of `rows` rows to the end.
    ///
    /// - Throws: a ``Fault`` also where it has not read all of it, or has written nothing of it.
    func finishDocument(
        of rows: Int, taking take: (Span<UInt8>) throws(Fault) -> Void
    ) throws(Fault) {
        // Of what is in a pipe nothing is lost as long as somebody could read it.
        let reader = input?.readingEnd()
        try finish(taking: take)
        guard reader?.waitingBytes ?? 0 == 0 else { throw hasNotReadEverything }
        guard rows == 0 || received > receivedBefore else {
            throw fault(
                .malformed,
                "it ended well, but wrote nothing for \(rows == 1 ? "a row" : "\(rows) rows")")
        }
    }

    /// Ends the plugin, whatever it is doing, and waits until it has ended.
    func abandon() {
        input = nil
        process.end()
        _ = process.waitForEnd(atMost: process.patience)
    }

    /// Closes the plugin's input and waits for its end; what it still writes is garbage.
    func end() throws(Fault) {
        try finish { span throws(Fault) in try self.keep(span) }
        try requireSilence()
    }

    /// Makes sure that the plugin has written nothing that was not asked for, as far as it has come.
    func requireSilence() throws(Fault) {
        guard lines.count == 0, firstLine == nil, output?.waitingBytes ?? 0 == 0 else {
            process.end()
            throw fault(.malformed, "it writes more after the end of its answer")
        }
    }

    /// Keeps what a plugin writes before it is asked for, which is little where it keeps to turns.
    private func keep(_ span: Span<UInt8>) throws(Fault) {
        lines.append(span)
        guard lines.count <= limits.line + (64 << 10) else { throw tooLong(limits.line) }
    }

    private func read(_ take: (Span<UInt8>) throws(Fault) -> Void) throws(Fault) {
        guard let descriptor = output?.rawValue else { return }
        let isAtEnd = try read(descriptor) { span throws(Fault) in
            self.received += span.count
            guard self.received <= self.limits.output else {
                self.process.end()
                throw self.fault(.malformed, "it writes more than \(self.limits.output) bytes")
            }
            try take(span)
        }
        if isAtEnd { output = nil }
    }

    private func readErrors() {
        guard let descriptor = errors?.rawValue else { return }
        if read(descriptor, { self.log.append($0) }) { errors = nil }
    }

    /// Hands what has come to `take`, and says whether nothing more will.
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
