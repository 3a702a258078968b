import BoxOffice
import BoxOfficeConformance
import Engine
import Executables
import Foundation
import Loopback
import Synchronization
import Testing

/// A folder in which a test makes plugins, and a host that runs them.
final class Workshop: Sendable {
    let folder: URL
    let log = Lines()
    /// The secrets that messages must not contain.
    private let secrets = Lines()
    let host: PluginHost

    init(
        _ limits: PluginLimits = PluginLimits(), variables: [String: String] = [:],
        allowed: [String: [String]] = [:]
    ) throws {
        folder = TemporaryFolder.newURL
        try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
        var variables = variables
        variables["PATH"] = "/usr/local/bin:/usr/bin:/bin"
        host = PluginHost(
            limits: limits, environment: PluginEnvironment(variables, allowed: allowed),
            log: { [log] plugin, line in log.append("\(plugin): \(line)") },
            secrets: PluginSecrets(
                hide: { [secrets] in secrets.append($0) },
                redacted: { [secrets] bytes in
                    secrets.all.reduce(bytes) { bytes, secret in
                        bytes.replacing(Array(secret.utf8), with: Array("***".utf8))
                    }
                }))
    }

    deinit {
        try? FileManager.default.removeItem(at: folder)
    }

    /// Returns the path of the file called `name`.
    func path(_ name: String) -> String { folder.appending(path: name).path }

    /// Returns the lines of the file called `name`, which a plugin has written.
    func lines(_ name: String) -> [String] {
        let text = (try? String(contentsOfFile: path(name), encoding: .utf8)) ?? ""
        return text.split(separator: "\n").map(String.init)
    }

    /// Makes an executable from `script`.
    @discardableResult
    func make(_ kind: PluginFile.Kind, _ name: String, _ script: String) throws -> PluginFile {
        let file = folder.appending(path: "bo-export-\(kind)-\(name)")
        try Data(script.utf8).write(to: file)
        try FileManager.default.setAttributes([.posixPermissions: 0o755], ofItemAtPath: file.path)
        return try PluginFile(at: file.path)
    }

    /// Makes a plugin that answers the greeting with these fields besides, and then runs `body`.
    func plugin(
        _ kind: PluginFile.Kind, _ fields: String, _ body: String, name: String = "test"
    ) throws -> PluginFile {
        try make(
            kind, name,
            """
            #!/bin/sh
            cd '\(folder.path)'
            IFS= read -r hello
            echo '{"manifest":{"protocol":1,"name":"\(name)","summary":"a test"\(fields)}}'
            \(body)
            """)
    }

    /// Makes a format that answers the greeting correctly and then runs `body`.
    func format(_ body: String, name: String = "test") throws -> PluginFile {
        try plugin(.format, "", "IFS= read -r columns || exit 0\n\(body)", name: name)
    }

    /// Makes a source with its own dataset, a number and a text, that runs `body` when it is asked.
    func source(_ body: String, fields: String = "") throws -> PluginFile {
        let columns = #"[{"name":"a","type":"integer"},{"name":"b","type":"text"}]"#
        return try plugin(
            .source, #","dataset":"things","columns":\#(columns)\#(fields)"#,
            "IFS= read -r query || exit 0\n\(body)")
    }

    /// Checks a plugin on the day, and returns what is wrong with it.
    func problems(
        of file: PluginFile, on day: Day = Day(daysSince1970: 19_000)
    ) async throws -> [String] {
        let host = host
        let findings = try await host.supervise { () async throws(Fault) in
            try await host.check(file, now: Instant(startOf: day))
        }
        #expect(!findings.isEmpty)
        return findings.compactMap { finding in finding.problem.map { "\(finding.what): \($0)" } }
    }

    /// Writes `count` rows through the format and returns the outcome.
    func write(
        _ count: Int, through file: PluginFile, text: String = "text", options: [String] = [],
        header: Layout.Header? = nil
    ) async throws -> Outcome {
        let outcome = Outcome()
        let host = host
        let query = Query.rows
        do throws(Fault) {
            let plan = try Plan(
                [SourcePlan(Asked(query), to: Numbers(count: count, text: text))],
                at: Instant(startOf: Day(daysSince1970: 20_000))
            ).choosing(["number", "text"])
            let whole = Export(
                plan,
                with: Fetcher(over: Nowhere(), kept: KeptAnswers(nil, terms: plan.terms)))
            try await host.supervise { () async throws(Fault) in
                let format = try await ExecutableFormat(file, host: host)
                let layout = plan.layout(
                    header: header, medium: .file,
                    options: try PluginOptions(options, for: format.manifest))
                _ = try await whole.run(through: format, layout) { _ in Page(outcome: outcome) }
            }
        } catch {
            outcome.fault = error
        }
        return outcome
    }

    /// Asks the source for its rows, or for the daily charts of those days, and returns the outcome.
    func read(
        from file: PluginFile, options: [String] = [], days: ClosedRange<Int>? = nil,
        keepsGoing: Bool = false, limit: Int = .max, retries: Int = 0
    ) async throws -> Outcome {
        let outcome = Outcome()
        let host = host
        do throws(Fault) {
            try await host.supervise { () async throws(Fault) in
                var source = try await ExecutableSource(file, host: host)
                source.options = try PluginOptions(options, for: source.manifest)
                var query = Query.rows
                if let days {
                    query = .chart(
                        ChartQuery(
                            periods: Periods(
                                from: Period(
                                    of: .daily, containing: Day(daysSince1970: days.lowerBound)),
                                to: Period(
                                    of: .daily, containing: Day(daysSince1970: days.upperBound)))))
                }
                let transport = PluginTransport(
                    to: source.endpoint, besides: Nowhere(), now: { Instant(secondsSince1970: 0) },
                    count: { (_) async throws(Fault) in })
                let plan = try Plan(
                    [SourcePlan(Asked(query), to: source)],
                    at: Instant(startOf: Day(daysSince1970: 20_000)), limit: limit,
                    keepsGoing: keepsGoing)
                var fetcher = Fetcher(over: transport, kept: KeptAnswers(nil, terms: plan.terms))
                fetcher.retry = Retry(retries: retries)
                let export = Export(plan, with: fetcher)
                let words = Words()
                let layout = plan.layout(
                    header: nil, medium: .file, options: try PluginOptions(for: words.manifest))
                let summary = try await export.run(words, layout) { _ in Page(outcome: outcome) }
                outcome.missing = summary.missing
            }
        } catch {
            outcome.fault = error
        }
        return outcome
    }
}

/// A list of lines that another thread adds, with a way to wait for the first.
final class Lines: Sendable {
    private let state = Mutex<[String]>([])
    private let (stream, continuation) = AsyncStream.makeStream(of: String.self)

    var all: [String] { state.withLock { $0 } }

    func append(_ line: String) {
        state.withLock { $0.append(line) }
        continuation.yield(line)
    }

    func first() async -> String? {
        var lines = stream.makeAsyncIterator()
        return await lines.next()
    }
}

/// The outcome of an export.
final class Outcome: Sendable {
    private struct State {
        var bytes: [UInt8] = []
        var isCommitted = false
        var fault: Fault?
        var missing: [Fault] = []
    }

    private let state = Mutex(State())

    var bytes: [UInt8] { state.withLock { $0.bytes } }
    var text: String { String(decoding: bytes, as: UTF8.self) }
    var isCommitted: Bool { state.withLock { $0.isCommitted } }
    var fault: Fault? {
        get { state.withLock { $0.fault } }
        set { state.withLock { $0.fault = newValue } }
    }
    var missing: [Fault] {
        get { state.withLock { $0.missing } }
        set { state.withLock { $0.missing = newValue } }
    }

    func append(_ bytes: [UInt8]) { state.withLock { $0.bytes += bytes } }
    func commit() { state.withLock { $0.isCommitted = true } }
}

/// Returns true if the process exists and is not a zombie.
func isRunning(_ process: String) -> Bool {
    guard let status = try? String(contentsOfFile: "/proc/\(process)/stat", encoding: .utf8),
        let state = status.split(separator: ")").last?.split(separator: " ").first
    else { return false }
    return state != "Z" && state != "X"
}

/// A named pipe that shows when all processes that hold it open have ended.
final class Deathwatch: Sendable {
    private let pipe: Int32
    private let path: String

    /// Creates the pipe at `path`.
    init(at path: String) throws {
        guard unsafe mkfifo(path, 0o600) == 0 else { throw CocoaError(.fileWriteUnknown) }
        self.path = path
        pipe = unsafe open(path, O_RDONLY | O_NONBLOCK | O_CLOEXEC)
    }

    deinit {
        close(pipe)
    }

    /// Waits until the processes that opened the pipe are gone, without blocking a thread of the pool.
    func end() async {
        // The pipe reports a hang-up only after a writer has closed it, so this opens and closes one.
        close(unsafe open(path, O_WRONLY | O_CLOEXEC))
        await withCheckedContinuation { continuation in
            DispatchQueue.global().async { [pipe] in
                var ends = pollfd(fd: pipe, events: 0, revents: 0)
                _ = unsafe poll(&ends, 1, -1)
                continuation.resume()
            }
        }
    }
}
