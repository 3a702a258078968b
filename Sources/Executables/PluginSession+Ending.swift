internal import BoxOffice

extension PluginSession {
    /// Closes the plugin's input, hands the rest of its output to `take`, and waits for its end.
    ///
    /// - Throws: a ``Fault`` if it does not end, or not with status 0.
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
            throw timedOut(
                Message(
                    "plugin-closed-output",
                    "it closed its output, but did not end within \(limits.silence.wording)"))
        }
        // A plugin that was told to end may end with status 0 and half of its work done.
        if process.isCancelled { throw .cancelledPlugin }
        if let fault = fault(after: ending) {
            if !lastWords.isEmpty, fault.message.hasSuffix(lastWords) { log.dropHeld() }
            throw fault
        }
        log.sayHeld()
    }

    /// Does the same for a format that was given a document of `rows` rows to the end.
    ///
    /// - Throws: a ``Fault`` also if it has not read all of it, or has written nothing.
    func finishDocument(
        of rows: Int, taking take: (Span<UInt8>) throws(Fault) -> Void
    ) throws(Fault) {
        // A pipe keeps what is in it for as long as somebody could read it.
        let reader = input?.readingEnd()
        try finish(taking: take)
        guard reader?.waitingBytes ?? 0 == 0 else { throw hasNotReadEverything }
        guard rows == 0 || received > receivedBefore else {
            throw fault(
                .malformed, "plugin-wrote-nothing",
                rows == 1
                    ? Message("plugin-wrote-no-row", "it ended well, but wrote nothing for a row")
                    : Message(
                        "plugin-wrote-no-rows",
                        "it ended well, but wrote nothing for \(rows) rows"))
        }
    }

    /// Ends the plugin at once, and waits until it has ended.
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

    /// Makes sure that the plugin has written nothing so far that was not asked for.
    func requireSilence() throws(Fault) {
        guard lines.count == 0, firstLine == nil, output?.waitingBytes ?? 0 == 0 else {
            process.end()
            throw fault(
                .malformed, "plugin-writes-on", "it writes more after the end of its answer")
        }
    }

    /// The code of the fault of a plugin that ended with another status than 0.
    static var exitStatusCode: String { "plugin-exit-status" }

    /// A fault that names the plugin.
    func fault(_ kind: Fault.Kind, _ code: String, _ message: Message) -> Fault {
        process.isCancelled
            ? .cancelledPlugin
            : Fault(
                kind, code,
                Message(
                    "of-plugin",
                    "the plugin '\(file.name)': \(message.code.isEmpty ? Message(code, message) : message)"
                ),
                hint: hint)
    }

    /// The fault of a plugin that ended before it had read everything.
    var hasNotReadEverything: Fault {
        fault(
            .malformed, "plugin-left-rows-unread", "it ended before it had read everything")
    }

    /// The fault of a plugin that ended like that; nil if nothing is wrong.
    ///
    /// A plugin's statuses mean what this program's own mean: 64 for an option that it does not
    /// take, and so on.
    func fault(after ending: PluginProcess.Ending) -> Fault? {
        switch ending {
        case .exited(0): return nil
        case .notStarted(let reason):
            return fault(
                .configuration, "plugin-not-started",
                "it cannot be started: \(Message(sentence: reason))")
        case .notStartedForLack(let reason):
            return fault(
                .outOfResources, "plugin-not-started",
                "it cannot be started: \(Message(sentence: reason))")
        case .lost:
            return fault(
                .unavailable, "plugin-killed",
                "the process that it runs below was killed\(lastWords)")
        case .signalled(let signal):
            return fault(
                .unavailable, "plugin-signalled", "it was ended by signal \(signal)\(lastWords)")
        case .exited(let status):
            return fault(
                Fault.Kind(ofStatus: status), Self.exitStatusCode,
                Message(
                    "plugin-exit-status", "it ended with status \(status)\(lastWords)"))
        }
    }
}
