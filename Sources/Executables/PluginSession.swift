internal import BoxOffice
internal import CProcess
internal import Glibc
internal import Storage
internal import SystemPackage
internal import Wire

/// A session with a running plugin: its standard input, output and error.
///
/// While the host writes, it also reads the plugin's output, so that neither waits for the other
/// forever. Nothing is read before it is needed: a plugin that writes fast is blocked by its full
/// pipe. Every call blocks, within the limits.
final class PluginSession {
    private let file: PluginFile
    private let host: PluginHost
    private var limits: PluginLimits { host.limits }
    let process: PluginProcess
    /// The remedy for a failure, for the user.
    var hint: Message?
    /// Standard input; this and the next two are nil once they are closed.
    private var input: Descriptor?
    private var output: Descriptor?
    private var errors: Descriptor?
    /// The lines of standard error.
    private var log: PluginLog
    /// True if its input has been closed for good.
    private var isEnding = false
    /// The total time that the host has waited for the plugin.
    private var waited = Duration.zero
    /// The number of bytes it has written.
    private var received = 0
    /// True if some of them were of a document.
    private var hasWritten = false
    /// The output read last.
    private var pending: [UInt8] = []
    /// The number of bytes of `pending` that were consumed.
    private var taken = 0
    /// The index in `pending` up to which no line end was found.
    private var searched = 0

    /// Starts the plugin.
    init(with file: PluginFile, _ variables: [String: String], on host: PluginHost) throws(Fault) {
        let folder = try PrivateFolder(of: file, in: host.environment.temporaryFolder)
        self.file = file
        self.host = host
        log = PluginLog(of: file.name, on: host)
        process = PluginProcess(file.path, variables, folder: folder, grace: host.limits.grace)
        input = Descriptor(process.keeper.input)
        output = Descriptor(process.keeper.output)
        errors = Descriptor(process.keeper.errors)
    }

    deinit {
        process.end()
    }

    // MARK: - Reading and writing

    /// Waits until the plugin can be written to or read from, then writes as much of `bytes` as it
    /// takes and reads its output.
    ///
    /// - Returns: the number of bytes written; nil if the plugin has closed its input.
    /// - Throws: a ``Fault`` if the plugin takes too long or writes too much.
    private func exchange(_ bytes: Span<UInt8> = Span()) throws(Fault) -> Int? {
        guard bytes.isEmpty || input != nil else { return nil }
        let written = bytes.isEmpty ? -1 : input?.rawValue ?? -1
        var ends = [
            pollfd(fd: written, events: Int16(POLLOUT), revents: 0),
            pollfd(fd: output?.rawValue ?? -1, events: Int16(POLLIN), revents: 0),
            pollfd(fd: errors?.rawValue ?? -1, events: Int16(POLLIN), revents: 0),
        ]
        try wait(for: &ends)
        if ends[2].revents != 0 {
            var said: [UInt8] = []
            if errors?.read(into: &said) == false { errors = nil }
            log.append(said)
        }
        if ends[1].revents != 0 {
            pending.removeFirst(taken)
            searched -= taken
            taken = 0
            let before = pending.count
            if output?.read(into: &pending) == false { output = nil }
            received += pending.count - before
            guard received <= limits.output else {
                throw stopped(
                    .malformed, "plugin-output-too-long",
                    "it writes more than \(limits.output) bytes")
            }
            guard pending.count <= limits.line + Descriptor.blockSize else {
                throw tooLong(limits.line)
            }
        }
        guard ends[0].revents != 0 else { return 0 }
        let count = unsafe bytes.withUnsafeBytes { bytes in
            unsafe Glibc.write(written, bytes.baseAddress, bytes.count)
        }
        if count >= 0 || errno == EAGAIN || errno == EINTR { return max(0, count) }
        guard errno == EPIPE else {
            throw fault(
                .unavailable, "plugin-not-writable",
                "it cannot be written to: \(Message(sentence: Errno(rawValue: errno).description))")
        }
        input = nil
        return nil
    }

    /// Waits until one of the descriptors is ready or the plugin has exited.
    private func wait(for ends: inout [pollfd]) throws(Fault) {
        // Child processes may hold the output open until the keeper ends them.
        let hadEnded = process.hasEnded
        let patience = min(
            hadEnded ? process.patience : limits.silence, limits.whole - waited)
        let start = ContinuousClock.now
        var count: Int32 = 0
        repeat {
            let left = patience - (ContinuousClock.now - start)
            count = unsafe poll(
                &ends, nfds_t(ends.count), Int32(clamping: max(0, left.milliseconds) + 1))
        } while count < 0 && errno == EINTR
        waited += ContinuousClock.now - start
        guard waited < limits.whole else {
            throw timedOut("plugin-took-more", "it took more than \(limits.whole.wording)")
        }
        if count > 0 || (!hadEnded && process.hasEnded) { return }
        guard !isEnding else {
            throw timedOut(
                "plugin-not-ended",
                "it did not end within \(limits.silence.wording) after its input had ended")
        }
        var fault = timedOut(
            "plugin-silent", "it neither read nor wrote anything for \(limits.silence.wording)")
        fault.advice =
            fault.advice
            ?? Message(
                "plugin-silent.hint",
                "a plugin that has answered must flush its standard output after every message")
        throw fault
    }

    /// Writes all of `bytes` and calls `each` whenever the plugin may have written something; false
    /// if the plugin has closed its input.
    private func isRead(
        _ bytes: Span<UInt8>, _ each: () throws(Fault) -> Void = {}
    ) throws(Fault) -> Bool {
        var sent = 0
        while sent < bytes.count {
            guard let count = try exchange(bytes.extracting(sent...)) else { return false }
            sent += count
            try each()
        }
        return true
    }

    /// Writes all of `bytes` as ``isRead(_:_:)`` does.
    ///
    /// - Throws: a ``Fault`` also if the plugin has closed its input, or has exited.
    private func send(_ bytes: Span<UInt8>, _ each: () throws(Fault) -> Void = {}) throws(Fault) {
        if try isRead(bytes, each) { return }
        try finish(each)
        throw hasNotReadEverything
    }

    /// Closes the plugin's input, waits for its exit, and calls `each` whenever it may have written
    /// something.
    ///
    /// - Throws: a ``Fault`` if it does not exit, or exits with a status other than 0.
    private func finish(_ each: () throws(Fault) -> Void = {}) throws(Fault) {
        input = nil
        isEnding = true
        try each()
        while output != nil || errors != nil {
            _ = try exchange()
            try each()
        }
        log.endLine()
        guard
            let ending = process.waitForEnd(atMost: min(limits.silence, limits.whole - waited))
        else {
            throw timedOut(
                "plugin-closed-output",
                "it closed its output, but did not end within \(limits.silence.wording)")
        }
        // A plugin that was told to end may exit with status 0 with only half of its work done.
        if process.isCancelled { throw .cancelledPlugin }
        if let fault = fault(after: ending) { throw fault }
    }

    /// Ends the plugin at once and waits until it is gone.
    func abandon() {
        input = nil
        process.end()
        _ = process.waitForEnd(atMost: process.patience)
    }

    // MARK: - A plugin that answers with lines

    /// Sends the greeting and returns the plugin's answer, even if it did not read the greeting.
    func greet() throws(Fault) -> [UInt8] {
        _ = try isRead(ProtocolLine.hello.span)
        guard var line = try line(atMost: limits.manifest) else {
            try end()
            throw fault(
                .malformed, "plugin-no-manifest", "it ended before it had answered the greeting")
        }
        host.secrets.blotKeys(&line)
        return line
    }

    /// Writes the first question to a plugin that must not have written anything yet.
    func ask(_ bytes: [UInt8]) throws(Fault) {
        try requireSilence()
        try send(bytes.span)
    }

    /// Writes `bytes` to a plugin that has answered before; false if it has since exited with
    /// status 0.
    ///
    /// - Throws: a ``Fault`` also if it has written anything since its last answer, because that
    ///   would be read as the answer to a question that it has not seen.
    func takesAnother(_ bytes: [UInt8]) throws(Fault) -> Bool {
        try requireSilence()
        if try isRead(bytes.span), try lineEnd(atMost: limits.line) != nil { return true }
        try end()
        return false
    }

    /// Returns the lines of the answer up to its end, or up to the given number of items or bytes.
    ///
    /// - Parameter before: the number of items of this answer that were read before.
    func answer(
        of item: AnswerItem, upTo most: Int, _ bytes: Int, after before: Int
    ) throws(Fault) -> (lines: [UInt8], isWhole: Bool) {
        let start = item.lineStart
        var lines: [UInt8] = []
        var count = 0
        while count < most, lines.count < bytes {
            guard let line = try line(atMost: limits.line) else {
                try end()
                throw fault(
                    .malformed, "plugin-answer-cut-off", "its answer breaks off before its end")
            }
            lines += line
            lines.append(UInt8(ascii: "\n"))
            count += 1
            if line.starts(with: start), !line.mayHaveEnd { continue }
            let message = try? JSONValue(objectIn: line)
            let (name, quote) = (item.wording, host.secrets.quote(line))
            if message?[item.rawValue] != nil {
                guard message?["end"] != nil else { continue }
                throw fault(
                    .malformed, "plugin-item-and-end",
                    "the line is a \(name) and the end at once: \(quote)")
            }
            guard message?["end"] != nil else {
                throw fault(
                    .malformed, "plugin-garbage",
                    "\(name) \(before + count) is neither a \(name) nor the end: \(quote)")
            }
            if item == .details { awaitMore() }
            try requireSilence()
            return (lines, true)
        }
        return (lines, false)
    }

    /// Closes the plugin's input and waits for its exit; anything that it still writes is a fault.
    func end() throws(Fault) {
        do throws(Fault) { try finish() } catch {
            // Unexpected output is worse than a bad exit.
            if error.kind != .cancelled, taken < pending.count { throw writesOn }
            throw error
        }
        try requireSilence()
    }

    /// Does the same for a plugin that must have read every question: one that it has not read, it
    /// answered before it was asked.
    func endAfterAll() throws(Fault) {
        let reader = input?.readingEnd()
        try end()
        guard reader?.waitingBytes ?? 0 == 0 else { throw writesOn }
    }

    /// Waits two milliseconds for output: a second answer about a film would be taken for the
    /// answer about the next one, because answers do not say which film they are about.
    private func awaitMore() {
        var end = pollfd(fd: output?.rawValue ?? -1, events: Int16(POLLIN), revents: 0)
        _ = unsafe poll(&end, 1, 2)
    }

    /// Throws if the plugin has written anything that was not asked for.
    private func requireSilence() throws(Fault) {
        guard taken == pending.count, output?.waitingBytes ?? 0 == 0 else { throw writesOn }
    }

    private var writesOn: Fault {
        var fault = stopped(
            .malformed, "plugin-writes-on", "it writes more after the end of its answer")
        fault.castsDoubt = true
        return fault
    }

    /// Reads the next line of the output, without its line end; nil at the end of the output.
    ///
    /// - Throws: a ``Fault`` if the line is longer than `limit` or has no end.
    private func line(atMost limit: Int) throws(Fault) -> [UInt8]? {
        guard let end = try lineEnd(atMost: limit) else { return nil }
        let line = Array(pending[taken..<end])
        taken = end + 1
        searched = taken
        return line
    }

    /// Returns the index in `pending` at which the next line ends, without consuming it; nil at the
    /// end of the output.
    private func lineEnd(atMost limit: Int) throws(Fault) -> Int? {
        while true {
            let end = pending[searched...].firstIndex(of: UInt8(ascii: "\n"))
            searched = end ?? pending.count
            guard searched - taken <= limit else { throw tooLong(limit) }
            if end != nil { return end }
            guard output != nil else {
                guard taken < pending.count else { return nil }
                try finish()
                throw fault(
                    .malformed, "plugin-output-cut-off",
                    "its output breaks off in the middle of a line")
            }
            _ = try exchange()
        }
    }

    // MARK: - A plugin that writes a document

    /// Writes `bytes`, and passes the output that the plugin has written so far to `take`.
    ///
    /// - Throws: a ``Fault`` if the plugin does not read, or has exited.
    func send(
        _ bytes: Span<UInt8>, taking take: (Span<UInt8>) throws(Fault) -> Void
    ) throws(Fault) {
        try send(bytes) { () throws(Fault) in try handOn(take) }
    }

    /// Closes the plugin's input, passes the rest of its output to `take`, and waits for its exit.
    ///
    /// - Parameter rows: the number of rows of the document that it was sent; nil if that was not
    ///   whole.
    /// - Throws: a ``Fault`` if it does not exit, or exits with a status other than 0; after a
    ///   whole document also if it has not read all of it, or has written nothing for its rows.
    func finishDocument(
        of rows: Int?, taking take: (Span<UInt8>) throws(Fault) -> Void
    ) throws(Fault) {
        // A pipe keeps its contents for as long as it has a reading end.
        let reader = input?.readingEnd()
        try finish { () throws(Fault) in try handOn(take) }
        guard let rows else { return }
        guard reader?.waitingBytes ?? 0 == 0 else { throw hasNotReadEverything }
        guard rows == 0 || hasWritten else {
            throw fault(
                .malformed, "plugin-wrote-nothing",
                "it ended well, but wrote nothing for \(rows, "row")")
        }
    }

    /// Passes the plugin's output to `take`.
    private func handOn(_ take: (Span<UInt8>) throws(Fault) -> Void) throws(Fault) {
        hasWritten = hasWritten || taken < pending.count
        let bytes = pending  // Not copied; a span cannot reach into an object.
        try take(bytes.span.extracting(taken...))
        taken = bytes.count
    }

    // MARK: - Faults

    /// The last line of its standard error, with a colon before it; empty if there was none or faults
    /// must not quote it.
    private var lastWords: String { limits.quotesLog ? log.last.map { ": \($0)" } ?? "" : "" }

    /// Returns a fault that names the plugin.
    func fault(_ kind: Fault.Kind, _ code: String, _ message: Message) -> Fault {
        if process.isCancelled { return .cancelledPlugin }
        let message = message.code.isEmpty ? Message(code, message) : message
        return Fault(
            kind, code, Message("of-plugin", "the plugin '\(file.name)': \(message)"), hint: hint)
    }

    /// Ends the plugin and returns the fault that was the reason.
    private func stopped(_ kind: Fault.Kind, _ code: String, _ message: Message) -> Fault {
        process.end()
        return fault(kind, code, message)
    }

    /// Ends the plugin and returns the fault for a time limit, with the code of the message.
    private func timedOut(_ code: String, _ message: Message) -> Fault {
        stopped(.unavailable, "plugin-timed-out", Message(code, message))
    }

    private func tooLong(_ limit: Int) -> Fault {
        stopped(
            .malformed, "plugin-line-too-long", "it writes a line of more than \(limit) bytes")
    }

    /// The fault for a plugin that exited before it had read everything.
    private var hasNotReadEverything: Fault {
        fault(.malformed, "plugin-left-rows-unread", "it ended before it had read everything")
    }

    /// The kinds of faults by exit status, which for plugins have the same meaning as for this
    /// program: 64 for an option that it does not take, and so on.
    private static let kinds: [Int32: Fault.Kind] = [
        64: .usage, 65: .malformed, 71: .outOfResources, 75: .notYet, 77: .keyRefused,
        78: .configuration,
    ]

    /// Returns the fault for such an exit; nil if nothing is wrong.
    private func fault(after ending: cprocess_report) -> Fault? {
        switch ending.kind {
        case CPROCESS_EXITED where ending.value == 0: return nil
        case CPROCESS_EXITED:
            return fault(
                Self.kinds[ending.value] ?? .unavailable, "plugin-exit-status",
                "it ended with status \(ending.value)\(lastWords)")
        case CPROCESS_SIGNALLED:
            return fault(
                .unavailable, "plugin-signalled",
                "it was ended by signal \(ending.value)\(lastWords)")
        case CPROCESS_NOT_STARTED:
            let error = Errno(rawValue: ending.value)
            // `resourceTemporarilyUnavailable` is the error of a fork at the process limit.
            let isShortage = error.isShortage || error == .resourceTemporarilyUnavailable
            // The file itself was checked before.
            let reason =
                error == .noSuchFileOrDirectory
                ? "the interpreter in its first line is not there (or the line ends in CR LF)"
                : error.description
            return fault(
                isShortage ? .outOfResources : .configuration, "plugin-not-started",
                "it cannot be started: \(Message(sentence: reason))")
        default:
            return fault(
                .unavailable, "plugin-killed",
                "the process that it runs below was killed\(lastWords)")
        }
    }
}

extension Fault {
    /// The fault for a plugin that was ended because the run was cancelled.
    static let cancelledPlugin = Fault(.cancelled, "cancelled-plugin", Fault.cancelled.wording)
}

extension Duration {
    /// The duration for a message: `30 seconds`, `200 milliseconds`.
    var wording: Message {
        milliseconds % 1000 == 0
            ? Message("seconds", "\(milliseconds / 1000, "second")")
            : Message("milliseconds", "\(milliseconds, "millisecond")")
    }
}

extension [UInt8] {
    /// True if the line of JSON has the text `"end"`, which may be the name of a field.
    fileprivate var mayHaveEnd: Bool {
        let name = #""end""#.utf8
        return indices.contains {
            self[$0] == UInt8(ascii: "\"") && self[$0...].starts(with: name)
        }
    }
}
