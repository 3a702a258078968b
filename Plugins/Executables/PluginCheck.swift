public import BoxOffice

/// Talks with an executable as an export does, and finds out what it does wrong.
public struct PluginCheck: Sendable {
    /// One thing that was looked at.
    public struct Finding: Hashable, Sendable {
        /// What was looked at.
        public let what: String
        /// What is wrong with it; nil where nothing is.
        public let problem: String?
    }

    let file: PluginFile
    let host: PluginHost
    let today: Day

    /// Prepares to check `file`; charts are asked for as of `today`.
    public init(of file: PluginFile, host: PluginHost, today: Day) {
        self.file = file
        self.host = host
        self.today = today
    }

    /// Looks at everything; blocks no thread of the pool.
    ///
    /// - Throws: a ``Fault`` only where the run is cancelled.
    public func findings() async throws(Fault) -> [Finding] {
        try await BlockingExecutor().run { () throws(Fault) in
            var findings = Findings()
            let line = try findings.look("it answers the greeting") { () throws(Fault) in
                let dialogue = try host.start(file, variables: [])
                defer { dialogue.abandon() }
                return try dialogue.greet()
            }
            guard let line else { return findings.all }
            let manifest = try findings.look("its manifest is right") { () throws(Fault) in
                try PluginManifest(line, of: file.kind, named: file.name)
            }
            guard let manifest else { return findings.all }
            try findings.look("it ends well where nothing is asked of it") { () throws(Fault) in
                let dialogue = try host.open(file, as: manifest)
                try dialogue.end()
            }
            switch file.kind {
            case .format: try FormatCheck(check: self, manifest: manifest).look(&findings)
            case .source: try SourceCheck(check: self, manifest: manifest).look(&findings)
            }
            return findings.all
        }
    }
}

/// The findings of a check so far.
struct Findings {
    private(set) var all: [PluginCheck.Finding] = []

    /// Notes whether `body` succeeds, and gives what it gives.
    @discardableResult
    mutating func look<Result>(
        _ what: String, _ body: () throws(Fault) -> Result
    ) throws(Fault) -> Result? {
        do throws(Fault) {
            let result = try body()
            all.append(PluginCheck.Finding(what: what, problem: nil))
            return result
        } catch {
            guard error.kind != .cancelled else { throw error }
            all.append(PluginCheck.Finding(what: what, problem: error.message))
            return nil
        }
    }
}
