internal import Blocking
package import BoxOffice
package import BoxOfficeConformance

/// The check of an executable, which is used as an export uses it.
///
/// The rules are those of every format, source, source of posters and of details, and what a process must do
/// besides.
extension PluginHost {
    /// Looks at everything that `file` does, with charts as of `now`, and finds out what it does wrong;
    /// blocks no thread of the pool.
    ///
    /// - Parameter limit: how long everything may take together. What was not looked at by then is
    ///   a finding.
    /// - Throws: a ``Fault`` only where the run is cancelled.
    package func check(
        _ file: PluginFile, now: Instant, atMost limit: Duration = .seconds(300)
    ) async throws(Fault) -> [Findings.Finding] {
        // Once the time is up, every plugin is ended.
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
            // Also what is in a session of its own.
            let leftovers = self.allLeftovers()
            let words = Set(leftovers.map(\.words)).sorted().joined(separator: ", ")
            let count = leftovers.reduce(0) { $0 + $1.count }
            findings.note(
                "it leaves nothing running",
                count == 0 ? nil : "\(count) processes outlived it and were ended, such as \(words)"
            )
            findings.note(
                "everything was looked at within \(limit.wording)",
                findings.isIncomplete
                    ? Message("check-incomplete", "it was not; --total takes more") : nil)
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
            return (manifest, try checks(of: file, manifest, now, &findings))
        }
        guard let (manifest, lookOn) = declared else { return }
        findings.look(
            "it ends well where nothing is asked of it"
        ) { _ throws(Fault) in try open(file, as: manifest).end() }
        lookOn(&findings)
    }

    /// The checks of a plugin of that kind, once what its manifest declares was looked at.
    private func checks(
        of file: PluginFile, _ manifest: PluginManifest, _ now: Instant, _ findings: inout Findings
    ) throws(Fault) -> (inout Findings) -> Void {
        switch file.kind {
        case .format:
            let check = FormatCheck(format: ExecutableFormat(file, manifest, host: self))
            try check.rules.expectDeclarations(&findings)
            return check.look
        case .source:
            let source = try ExecutableSource(file, manifest, host: self)
            let today = source.policy.market.today(at: now)
            findings.expectDeclarations(of: source)
            var queries = source.usualQueries(today: today)
            if source.keepsAnswers {
                // Also the newest that is final: what is kept must be what it answers later.
                let settled = source.usualQueries(
                    today: today.advanced(by: -source.policy.finalAfter))
                queries += settled.filter { !queries.contains($0) }
            }
            return { $0.check(source, queries, connect: source.endpoint.connect) }
        case .posters:
            let source = try ExecutableSource(file, manifest, host: self)
            findings.expectDeclarations(of: source.manifest)
            return { $0.checkPosters(source, [Samples.known], connect: source.endpoint.connect) }
        case .details:
            let source = try ExecutableSource(file, manifest, host: self)
            findings.expectDeclarations(ofDetails: source)
            let film = Samples.known
            return { findings in
                let isKnown = findings.checkDetails(
                    source, [film], connect: source.endpoint.connect)
                guard !isKnown, findings.all.allSatisfy({ $0.problem == nil }) else { return }
                findings.note(
                    "it does not know \(film.code) (\(film.title)), so no details were looked at",
                    nil)
            }
        }
    }
}

extension PluginEndpoint {
    /// What answers the requests to the plugin while it is checked.
    fileprivate func connect() throws(Fault) -> Answers {
        let connection = PluginConnection(self)
        return (
            answer: { request throws(Fault) in Samples.answer(try connection.answer(to: request)) },
            close: connection.close
        )
    }
}

// MARK: - Formats

/// The checks of a format: the rules of all, and what it does where its input is not as usual.
private struct FormatCheck {
    /// The format.
    let format: ExecutableFormat

    /// The rules of its documents, each of which is written by a run of it.
    var rules: FormatRules { FormatRules(format, about: Samples.chart, by: output) }

    /// Looks at everything that a format must do.
    func look(_ findings: inout Findings) {
        let rules = rules
        rules.checkRows(&findings)
        rules.checkAmounts(&findings)
        findings.look("it stops at the end") { findings throws(Fault) in
            let (layout, lines, ofRow) = try input()
            let whole = try output(of: lines, layout, 1)
            // A format that reads on and then fails has noticed.
            let more = try outputUnlessItFails(of: lines + ofRow, layout, 1)
            findings.expect(
                more ?? whole == whole, nil, "it writes rows that come after {\"end\":{}}")
        }
        rules.checkOptions(&findings)
        rules.checkHeaders(&findings)
        findings.look("it lives with an option that it does not know") { _ throws(Fault) in
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
        findings.look("it fails where the rows break off") { findings throws(Fault) in
            let (layout, _, ofRow) = try input()
            findings.expect(
                try outputUnlessItFails(of: ofRow, layout, nil) == nil, nil,
                "it ends with status 0, as if there had been {\"end\":{}}")
        }
    }

    /// What it reads for a document of a row, and the lines of the row alone.
    ///
    /// - Parameter others: options that it is given though its manifest has none of these names.
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

    /// What it writes for `lines`, which have so many rows; nil if they have no end.
    private func output(
        of lines: [UInt8], _ layout: Layout, _ rows: Int?
    ) throws(Fault) -> [UInt8] {
        var output = ByteBuffer()
        let session = try format.host.open(format.file, as: format.plugin)
        try session.begin(layout) { span throws(Fault) in
            output.append(span)
        }
        try session.send(lines.span) { span throws(Fault) in output.append(span) }
        if let rows {
            try session.finishDocument(of: rows) { span throws(Fault) in output.append(span) }
        } else {
            try session.finish { span throws(Fault) in output.append(span) }
        }
        return output.taken()
    }

    /// The same; nil if it fails.
    private func outputUnlessItFails(
        of lines: [UInt8], _ layout: Layout, _ rows: Int?
    ) throws(Fault) -> [UInt8]? {
        do throws(Fault) { return try output(of: lines, layout, rows) } catch {
            guard error.kind != .cancelled else { throw error }
            return nil
        }
    }
}
