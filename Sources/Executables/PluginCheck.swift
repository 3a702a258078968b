internal import Blocking
package import BoxOffice

/// Uses an executable as an export does, and finds out what it does wrong.
package struct PluginCheck: Sendable {
    /// One thing that was looked at.
    package struct Finding: Hashable, Sendable {
        /// What was looked at.
        package let what: Message
        /// What is wrong with it; nil if nothing is.
        package let problem: Message?
        /// What the user may do about the problem.
        package var hint: Message?
    }

    /// The executable.
    let file: PluginFile
    /// What starts it.
    let host: PluginHost
    /// The day on which charts are asked for.
    let today: Day
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
    package func findings() async throws(Fault) -> [Finding] {
        try await BlockingExecutor().run { () throws(Fault) in
            let clock = CheckClock(self.limit, host: self.host)
            var findings = CheckFindings(clock)
            try self.look(&findings, clock)
            self.lookForLeftovers(&findings)
            findings.finish()
            return findings.all
        }
    }

    private func look(
        _ findings: inout CheckFindings, _ clock: CheckClock
    ) throws(Fault) {
        let line = try findings.look(
            Message("check-greeting", "it answers the greeting")
        ) { () throws(Fault) in
            let session = try host.start(file, variables: [])
            defer { session.abandon() }
            return try session.greet()
        }
        guard let line else { return }
        let manifest = try findings.look(
            Message("check-manifest", "its manifest is right")
        ) { () throws(Fault) in
            try PluginManifest(line, of: file.kind, named: file.name)
        }
        guard let manifest else { return }
        try findings.look(
            Message("check-nothing-asked", "it ends well where nothing is asked of it")
        ) { () throws(Fault) in
            let session = try host.open(file, as: manifest)
            try session.end()
        }
        switch file.kind {
        case .format:
            try FormatCheck(check: self, manifest: manifest, clock: clock).look(&findings)
        case .source:
            try SourceCheck(check: self, manifest: manifest, clock: clock).look(&findings)
        case .posters:
            try PosterCheck(check: self, manifest: manifest, clock: clock).look(&findings)
        }
    }

    /// Tries every option of `manifest` with the values worth trying.
    ///
    /// - Parameter ask: has the plugin do something with these options.
    func tryOptions(
        of manifest: Manifest, _ findings: inout CheckFindings,
        _ ask: (PluginOptions) throws(Fault) -> Void
    ) throws(Fault) {
        for option in manifest.options {
            for value in option.trials {
                let what = Message(
                    "check-option", "it takes the option \(option.assignment(of: value))")
                try findings.look(what) { () throws(Fault) in
                    let options = try PluginOptions(["\(option.name)=\(value)"], for: manifest)
                    do throws(Fault) {
                        try ask(options)
                    } catch {
                        guard option.mayRefuse(value, with: error) else { throw error }
                    }
                }
            }
        }
    }

    /// Looks whether the plugin left something running, even in a session of its own.
    private func lookForLeftovers(_ findings: inout CheckFindings) {
        let leftovers = host.allLeftovers()
        let words = Set(leftovers.map(\.words)).sorted().joined(separator: ", ")
        let count = leftovers.reduce(0) { $0 + $1.count }
        findings.note(
            Message("check-leftovers", "it leaves nothing running"),
            count == 0
                ? nil
                : Message(
                    "check-left-running",
                    "\(count) processes outlived it and were ended, such as \(words)"))
    }
}
