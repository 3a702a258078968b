internal import Blocking
package import BoxOffice
package import BoxOfficeConformance

/// Uses an executable as an export does, and finds out what it does wrong.
///
/// The rules are those of every format, source and source of posters, and what a process must do
/// besides.
package struct PluginCheck: Sendable {
    private let file: PluginFile
    private let host: PluginHost
    private let today: Day
    private let limit: Duration

    /// Prepares to check `file`; charts are asked for as of `today`.
    ///
    /// - Parameter limit: how long everything may take together. What was not looked at by then is
    ///   a finding.
    package init(
        of file: PluginFile, host: PluginHost, today: Day, atMost limit: Duration = .seconds(300)
    ) {
        self.file = file
        self.host = host
        self.today = today
        self.limit = limit
    }

    /// Looks at everything; blocks no thread of the pool.
    ///
    /// - Throws: a ``Fault`` only where the run is cancelled.
    package func findings() async throws(Fault) -> [Findings.Finding] {
        let (host, limit) = (host, limit)
        // Once the time is up, every plugin is ended.
        let timer = Task {
            try await Task.sleep(for: limit)
            while true {
                host.endAll()
                try await Task.sleep(for: .milliseconds(500))
            }
        }
        defer { timer.cancel() }
        return try await BlockingExecutor().run { () throws(Fault) in
            let end = ContinuousClock.now + limit
            var findings = Findings { ContinuousClock.now >= end }
            self.look(&findings)
            if let cancellation = findings.cancellation { throw cancellation }
            // Also what is in a session of its own.
            let leftovers = host.allLeftovers()
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

    private func look(_ findings: inout Findings) {
        let line = findings.look(
            "it answers the greeting"
        ) { _ throws(Fault) in
            let session = try host.start(file, variables: [])
            defer { session.abandon() }
            return try session.greet()
        }
        guard let line else { return }
        let declared = findings.look(
            "its manifest is right"
        ) { findings throws(Fault) in
            let manifest = try PluginManifest(line, of: file.kind, named: file.name)
            return (manifest, try checks(by: manifest, &findings))
        }
        guard let (manifest, lookOn) = declared else { return }
        findings.look(
            "it ends well where nothing is asked of it"
        ) { _ throws(Fault) in try host.open(file, as: manifest).end() }
        lookOn(&findings)
    }

    /// The checks of a plugin of that kind, once what its manifest declares was looked at.
    private func checks(
        by manifest: PluginManifest, _ findings: inout Findings
    ) throws(Fault) -> (inout Findings) -> Void {
        switch file.kind {
        case .format:
            let check = FormatCheck(format: ExecutableFormat(file, manifest, host: host))
            try check.rules.expectDeclarations(&findings)
            return check.look
        case .source:
            let source = try ExecutableSource(file, manifest, host: host)
            findings.expectDeclarations(of: source)
            return { $0.check(source, source.usualQueries(today: today), connect: connect(source)) }
        case .posters:
            let source = try ExecutableSource(file, manifest, host: host)
            findings.expectDeclarations(of: source.manifest)
            return { $0.check(source, [Samples.known], connect: connect(source)) }
        }
    }

    private func connect(_ source: ExecutableSource) -> () throws(Fault) -> Answers {
        { () throws(Fault) in
            let connection = PluginConnection(source.endpoint)
            return (
                answer: { request throws(Fault) in
                    Samples.answer(try connection.answer(to: request))
                }, close: connection.close
            )
        }
    }
}
