internal import BoxOffice
internal import Glibc
internal import SystemPackage

extension PluginSession {
    /// Tells a format what it is to write, and hands what it has written since the greeting to
    /// `take`.
    func begin(
        _ layout: Layout, of manifest: Manifest, taking take: (Span<UInt8>) throws(Fault) -> Void
    ) throws(Fault) {
        let early = lines.removeAll()
        receivedBefore = received - early.count
        try take(early.span)
        try send(ProtocolLine.begin(layout, of: manifest).span, taking: take)
    }

    /// Writes `bytes`, and hands what the plugin writes meanwhile to `take`.
    ///
    /// - Throws: a ``Fault`` if the plugin does not read, or has ended.
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

    /// Writes `bytes` to a plugin that has answered before; false if it has ended since, with
    /// status 0.
    ///
    /// - Throws: a ``Fault`` also if it has written anything since its last answer: that would be
    ///   read as the answer to a question that it has not seen.
    func takesAnother(_ bytes: [UInt8]) throws(Fault) -> Bool {
        try requireSilence()
        if try isRead(bytes.span, taking: { span throws(Fault) in try self.keep(span) }) {
            firstLine = try line(atMost: limits.line)
            if firstLine != nil { return true }
        }
        try end()
        return false
    }

    /// Greets the plugin and gives the line that it answers with, even if it read nothing.
    func greet() throws(Fault) -> [UInt8] {
        _ = try isRead(ProtocolLine.hello.span) { span throws(Fault) in try self.keep(span) }
        guard let line = try line(atMost: limits.manifest) else {
            try end()
            throw fault(
                .malformed, "plugin-no-manifest",
                "it ended before it had answered the greeting")
        }
        return line
    }

    /// Writes `bytes`; false if the plugin has closed its input.
    private func isRead(
        _ bytes: Span<UInt8>, taking take: (Span<UInt8>) throws(Fault) -> Void
    ) throws(Fault) -> Bool {
        var sent = 0
        while sent < bytes.count {
            guard let descriptor = input?.rawValue else {
                throw Fault(.bug, "session-over", "the session is over")
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
                throw fault(
                    .unavailable, "plugin-not-writable",
                    "it cannot be written to: \(Message(sentence: Errno(rawValue: errno).description))"
                )
            }
        }
        return true
    }
}
