internal import Blocking
package import BoxOffice
package import BoxOfficeConformance

/// The check of an executable, which runs it the way an export does.
///
/// It applies the rules of every format, source, poster source and details source, and those for a
/// process.
extension PluginHost {
    /// Checks everything that `file` does, with charts as of `now`, and returns the findings; does
    /// not block a thread of the pool.
    ///
    /// - Parameter limit: the time limit of the whole check. Anything not checked by then is a
    ///   finding.
    /// - Throws: a ``Fault`` only if the run is cancelled.
    package func check(
        _ file: PluginFile, now: Instant, atMost limit: Duration = .seconds(300)
    ) async throws(Fault) -> [Findings.Finding] {
        // Once the time is up, all plugins are ended.
        let timer = Task {
            try await Task.sleep(for: limit)
            while true {
                self.endAll()
                try await Task.sleep(for: .milliseconds(500))
            }
        }
        defer { timer.cancel() }
        return try await BlockingExecutor().run { () throws(Fault) in
            let end = ContinuousClock.now + limit
            var findings = Findings { ContinuousClock.now >= end }
            self.look(at: file, now, &findings)
            if let cancellation = findings.cancellation { throw cancellation }
            // Includes processes in other sessions.
            let leftovers = self.allLeftovers()
            let words = Set(leftovers.map(\.words)).sorted().joined(separator: ", ")
            let count = leftovers.reduce(0) { $0 + $1.count }
            findings.note(
                "it leaves nothing running",
                count == 0
                    ? nil
                    : "it was outlived by \(count, "process", "processes"), now ended, such as \(words)"
            )
            findings.note(
                "everything was checked within \(limit.wording)",
                findings.isIncomplete
                    ? Message("check-incomplete", "it was not; --total allows more time") : nil)
            return findings.all
        }
    }

    private func look(at file: PluginFile, _ now: Instant, _ findings: inout Findings) {
        let line = findings.look(
            "it answers the greeting"
        ) { _ throws(Fault) in try greet(file) }
        guard let line else { return }
        let declared = findings.look(
            "its manifest is right"
        ) { findings throws(Fault) in
            let manifest = try PluginManifest(line, of: file.kind, named: file.name)
            let endpoint = PluginEndpoint(file: file, manifest: manifest, host: self)
            return (endpoint, try checks(of: endpoint, now, &findings))
        }
        guard let (endpoint, lookOn) = declared else { return }
        findings.look(
            "it ends well if it is not asked anything"
        ) { _ throws(Fault) in try endpoint.open().end() }
        lookOn(&findings)
    }

    /// Checks the declarations of a plugin and returns the remaining checks of its kind.
    private func checks(
        of endpoint: PluginEndpoint, _ now: Instant, _ findings: inout Findings
    ) throws(Fault) -> (inout Findings) -> Void {
        if endpoint.file.kind == .format {
            let check = FormatCheck(format: ExecutableFormat(endpoint: endpoint))
            try check.rules.expectDeclarations(&findings)
            return check.look
        }
        let source = try ExecutableSource(endpoint)
        let connect = endpoint.connect
        switch endpoint.file.kind {
        case .source, .format:
            let today = source.policy.territory.today(at: now)
            findings.expectDeclarations(of: source)
            var queries = source.usualQueries(today: today)
            if source.keepsAnswers {
                // The newest final period is checked too, because answers that are kept must not
                // change later.
                let settled = source.usualQueries(
                    today: today.advanced(by: -source.policy.finalAfter))
                queries += settled.filter { !queries.contains($0) }
            }
            return { $0.check(source, queries, connect: connect) }
        case .posters:
            findings.expectDeclarations(of: source.manifest)
            return { $0.checkPosters(source, [Samples.known], connect: connect) }
        case .details:
            findings.expectDeclarations(ofDetails: source)
            let film = Samples.known
            return { findings in
                let isKnown = findings.checkDetails(source, [film], connect: connect)
                guard !isKnown, findings.all.allSatisfy({ $0.problem == nil }) else { return }
                findings.note(
                    "it does not know \(film.code) (\(film.title)), so no details were checked",
                    nil)
            }
        }
    }
}

extension PluginEndpoint {
    /// Returns the functions that answer requests to the plugin and close it during a check.
    fileprivate func connect() throws(Fault) -> Answers {
        let connection = PluginConnection(self)
        return (
            answer: { request throws(Fault) in Samples.answer(try connection.answer(to: request)) },
            close: connection.close
        )
    }
}

// MARK: - Formats

/// The checks of a format: the rules of all formats, and its behaviour with unusual input.
private struct FormatCheck {
    let format: ExecutableFormat

    /// The rules of its documents; each document is written by a new run of the plugin.
    var rules: FormatRules { FormatRules(format, about: Samples.chart, by: output) }

    /// Runs all checks of a format.
    func look(_ findings: inout Findings) {
        let rules = rules
        rules.checkRows(&findings)
        rules.checkAmounts(&findings)
        findings.look("it stops at the end") { findings throws(Fault) in
            let (layout, lines, ofRow) = try input()
            let whole = try output(of: lines, layout, 1)
            // A format that reads on and then fails has noticed the extra rows.
            let more = try outputUnlessItFails(of: lines + ofRow, layout, 1)
            findings.expect(
                more ?? whole == whole, nil, "it writes rows that come after {\"end\":{}}")
        }
        rules.checkOptions(&findings)
        rules.checkHeaders(&findings)
        findings.look("it ignores or refuses an unknown option") { _ throws(Fault) in
            let option = PluginOption(
                "no-plugin-has-this", .text, default: "x", help: "an option that no plugin has")
            let (layout, lines, _) = try input(besides: [option])
            do throws(Fault) {
                _ = try output(of: lines, layout, 1)
            } catch {
                guard error.kind == .usage else { throw error }
            }
        }
        if format.plugin.wantsEditions { rules.checkEnding(&findings) }
        findings.look("it fails if the rows are cut off") { findings throws(Fault) in
            let (layout, _, ofRow) = try input()
            findings.expect(
                try outputUnlessItFails(of: ofRow, layout, nil) == nil, nil,
                "it ends with status 0, as if there had been {\"end\":{}}")
        }
    }

    /// Returns the input for a document of one row, and the lines of the row alone.
    ///
    /// - Parameter others: options to send in addition to those of its manifest.
    private func input(
        besides others: [PluginOption] = []
    ) throws(Fault) -> (Layout, lines: [UInt8], ofRow: [UInt8]) {
        let known = format.manifest
        let manifest = Manifest(
            name: known.name, summary: known.summary, options: known.options + others)
        let rules = FormatRules(format, about: Samples.chart)
        let layout = try rules.layout(PluginOptions(for: manifest))
        let document = try rules.document(Samples.plain(1), layout)
        return (layout, document.bytes, Array(document.rows))
    }

    /// Returns the plugin's output for `lines`, which have `rows` rows; nil if they have no end
    /// line.
    private func output(
        of lines: [UInt8], _ layout: Layout, _ rows: Int?
    ) throws(Fault) -> [UInt8] {
        var output: [UInt8] = []
        func take(_ bytes: Span<UInt8>) {
            for index in bytes.indices { output.append(bytes[index]) }
        }
        let session = try format.endpoint.open()
        try session.send(ProtocolLine.begin(layout).span, taking: take)
        try session.send(lines.span, taking: take)
        try session.finishDocument(of: rows, taking: take)
        return output
    }

    /// Returns the same output, or nil if the plugin fails.
    private func outputUnlessItFails(
        of lines: [UInt8], _ layout: Layout, _ rows: Int?
    ) throws(Fault) -> [UInt8]? {
        do throws(Fault) { return try output(of: lines, layout, rows) } catch {
            guard error.kind != .cancelled else { throw error }
            return nil
        }
    }
}
