internal import Blocking
public import BoxOffice

/// Talks with an executable as an export does, and finds out what it does wrong.
public struct PluginCheck: Sendable {
    /// One thing that was looked at.
    public struct Finding: Hashable, Sendable {
        /// What was looked at.
        public let what: String
        /// What is wrong with it; nil where nothing is.
        public let problem: String?
        /// What the user may do about the problem.
        public var hint: String?
    }

    let file: PluginFile
    let host: PluginHost
    let today: Day
    private let limit: Duration

    /// Prepares to check `file`; charts are asked for as of `today`.
    ///
    /// - Parameter limit: how long everything may take together. What was not looked at by then is
    ///   a finding.
    public init(
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
    public func findings() async throws(Fault) -> [Finding] {
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
        let line = try findings.look("it answers the greeting") { () throws(Fault) in
            let dialogue = try host.start(file, variables: [])
            defer { dialogue.abandon() }
            return try dialogue.greet()
        }
        guard let line else { return }
        let manifest = try findings.look("its manifest is right") { () throws(Fault) in
            try PluginManifest(line, of: file.kind, named: file.name)
        }
        guard let manifest else { return }
        try findings.look("it ends well where nothing is asked of it") { () throws(Fault) in
            let dialogue = try host.open(file, as: manifest)
            try dialogue.end()
        }
        switch file.kind {
        case .format:
            try FormatCheck(check: self, manifest: manifest, clock: clock).look(&findings)
        case .source:
            try SourceCheck(check: self, manifest: manifest, clock: clock).look(&findings)
        }
    }

    /// Looks whether the plugin left something running, in a session of its own too.
    private func lookForLeftovers(_ findings: inout CheckFindings) {
        let leftovers = host.allLeftovers()
        let words = Set(leftovers.map(\.words)).sorted().joined(separator: ", ")
        let count = leftovers.reduce(0) { $0 + $1.count }
        findings.note(
            "it leaves nothing running",
            count == 0 ? nil : "\(count) processes outlived it and were ended, such as \(words)")
    }
}
