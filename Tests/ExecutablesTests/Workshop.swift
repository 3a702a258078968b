import BoxOffice
import Executables
import Foundation
import Synchronization

/// A folder in which a test makes plugins, and a host that runs them.
final class Workshop: Sendable {
    let folder: URL
    let log = Lines()
    let host: PluginHost

    init(
        _ limits: PluginLimits = PluginLimits(), variables: [String: String] = [:],
        allowed: [String: [String]] = [:]
    ) throws {
        folder = FileManager.default.temporaryDirectory.appending(path: UUID().uuidString)
        try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
        var variables = variables
        variables["PATH"] = "/usr/local/bin:/usr/bin:/bin"
        host = PluginHost(
            limits: limits, environment: PluginEnvironment(variables, allowed: allowed),
            cacheFolder: folder.appending(path: "cache").path
        ) { [log] plugin, line in
            log.append("\(plugin): \(line)")
        }
    }

    deinit {
        try? FileManager.default.removeItem(at: folder)
    }

    /// Where a file of that name is.
    func path(_ name: String) -> String { folder.appending(path: name).path }

    /// The lines of the file of that name, which a plugin has written.
    func lines(_ name: String) -> [String] {
        let text = (try? String(contentsOfFile: path(name), encoding: .utf8)) ?? ""
        return text.split(separator: "\n").map(String.init)
    }

    /// Makes an executable of `script`.
    @discardableResult
    func make(_ kind: PluginFile.Kind, _ name: String, _ script: String) throws -> PluginFile {
        let file = folder.appending(path: "bo-export-\(kind)-\(name)")
        try Data(script.utf8).write(to: file)
        try FileManager.default.setAttributes([.posixPermissions: 0o755], ofItemAtPath: file.path)
        return try PluginFile(at: file.path)
    }

    /// Makes a format that answers the greeting as it should and then does `body`.
    func format(_ body: String, name: String = "test") throws -> PluginFile {
        try make(
            .format, name,
            """
            #!/bin/sh
            cd '\(folder.path)'
            IFS= read -r hello
            echo '{"manifest":{"protocol":1,"name":"\(name)","summary":"a test"}}'
            IFS= read -r columns || exit 0
            \(body)
            """)
    }

    /// Makes a source of its own dataset, a number and a text, that does `body` when it is asked.
    func source(_ body: String, fields: String = "", name: String = "test") throws -> PluginFile {
        try make(
            .source, name,
            """
            #!/bin/sh
            cd '\(folder.path)'
            IFS= read -r hello
            echo '{"manifest":{"protocol":1,"name":"\(name)","summary":"a test","dataset":"things",\
            "columns":[{"name":"a","type":"integer"},{"name":"b","type":"text"}]\(fields)}}'
            IFS= read -r query || exit 0
            \(body)
            """)
    }

    /// What comes of writing `count` rows through the format.
    func write(
        _ count: Int, through file: PluginFile, text: String = "text", options: [String] = [],
        header: Layout.Header? = nil
    ) async throws -> Outcome {
        let outcome = Outcome()
        let host = host
        let query = Query.rows
        var export = Export(
            query, from: Numbers(count: count, text: text), over: Nowhere(),
            today: Day(daysSince1970: 20_000))
        export.columns = ["number", "text"]
        let whole = export
        do throws(Fault) {
            try await host.supervise { () async throws(Fault) in
                let format = try await ExecutableFormat(file, host: host)
                let layout = try whole.layout(
                    header: header, medium: .file,
                    options: try PluginOptions(options, for: format.manifest.manifest))
                _ = try await format.run(whole, layout, into: Page(outcome: outcome))
            }
        } catch {
            outcome.fault = error
        }
        return outcome
    }

    /// What comes of asking the source for its rows, or for the daily charts of those days.
    func read(
        from file: PluginFile, options: [String] = [], days: ClosedRange<Int>? = nil,
        keepsGoing: Bool = false, limit: Int = .max
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
                let transport = PluginTransport(to: source, besides: Nowhere()) {
                    Instant(secondsSince1970: 0)
                }
                var export = Export(
                    query, from: source, over: transport, today: Day(daysSince1970: 20_000))
                export.keepsGoing = keepsGoing
                export.limit = limit
                let layout = try export.layout(
                    header: nil, medium: .file, options: try PluginOptions(for: Words.manifest))
                let summary = try await export.run(
                    into: try Words(layout), Page(outcome: outcome))
                outcome.missing = summary.missing
            }
        } catch {
            outcome.fault = error
        }
        return outcome
    }
}

/// Lines that come from another thread, and a way to wait for the first.
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

/// What came of an export.
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

/// A sink that keeps what it is given.
private struct Page: Sink, ~Copyable {
    let outcome: Outcome

    mutating func write(_ bytes: Span<UInt8>) throws(Fault) {
        outcome.append(bytes.indices.map { bytes[$0] })
    }

    consuming func commit(rows: Int) throws(Fault) { outcome.commit() }
}

/// Values with spaces between them, a row a line.
private struct Words: Exporter, ~Copyable {
    static let manifest = Manifest(name: "words", summary: "")

    init(_ layout: Layout) throws(Fault) {}

    mutating func begin(into output: inout ByteBuffer) {}

    mutating func write(_ row: Span<Value>, into output: inout ByteBuffer) {
        for place in row.indices {
            if place > 0 { output.append(" ") }
            switch row[place] {
            case .missing: output.append("?")
            case .text(let text): output.append(text)
            case .integer(let integer): output.append(integer)
            case .date(let day): output.append(day)
            case .percent(let percent): output.append(percent)
            case .boolean(let boolean): output.append("\(boolean)")
            case .fraction(let fraction): output.append("\(fraction)")
            case .list(let items): output.append(items.joined(separator: "|"))
            }
        }
        output.append("\n")
    }

    consuming func finish(into output: inout ByteBuffer) {}
}

/// The numbers from 1 up, each with a text.
private struct Numbers: Source {
    let count: Int
    let text: String
    let manifest = Manifest(name: "numbers", summary: "")
    let service: Service? = nil
    let holdings = Holdings(of: "it", from: Day(daysSince1970: 0), to: nil, charts: [])

    private var table: Table<Int> {
        Table(
            named: "numbers",
            [
                Field("number", "숫자", .integer) { .integer($0) },
                Field("text", "글", .text) { [text] _ in .text(text) },
            ])
    }

    func dataset(for query: Query) -> Dataset { table.dataset }

    func requests(for query: Query) -> AnySequence<Request> {
        AnySequence([
            Request(service: "", path: "", parameters: [], subject: .page(1, after: 0))
        ])
    }

    func ownAnswer(to request: Request) -> Answer? {
        Answer(body: [], fetchedAt: Instant(secondsSince1970: 0))
    }

    func read(_ answer: Answer, to request: Request) throws(Fault) -> BoxOffice.Page {
        BoxOffice.Page(count > 0 ? Array(1...count) : [], of: table)
    }
}

private struct Nowhere: Transport {
    func send(_ request: Request) async throws(Fault) -> Answer {
        throw Fault(.bug, "nobody was to be asked")
    }
}

/// Whether a process is there and not only waiting to be reaped by whoever inherited it.
func isRunning(_ process: String) -> Bool {
    guard let status = try? String(contentsOfFile: "/proc/\(process)/stat", encoding: .utf8),
        let state = status.split(separator: ")").last?.split(separator: " ").first
    else { return false }
    return state != "Z" && state != "X"
}
