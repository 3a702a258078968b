import BoxOffice
@testable import Executables

/// The output of a plugin: its manifest in the first line of an input, its rows in the other lines.
enum PluginAnswers {
    /// Reads the manifest as that of a format and of a source and, if it is valid, the rows.
    static func read(_ bytes: [UInt8]) {
        guard let end = bytes.firstIndex(of: UInt8(ascii: "\n")) else { return }
        let line = Array(bytes[..<end])
        let rest = Array(bytes[(end + 1)...])
        check(
            reading { () throws(Fault) in
                try PluginManifest(line, of: .format, named: "fuzz")
            })
        let manifest = reading { () throws(Fault) in
            try PluginManifest(line, of: .source, named: "fuzz")
        }
        check(manifest)
        guard case .success(let manifest) = manifest, let file else { return }
        _ = reading { () throws(Fault) in
            let source = try ExecutableSource(
                PluginEndpoint(file: file, manifest: manifest, host: host))
            for request in source.requests(for: query(of: source)) {
                let answer = Answer(body: rest, fetchedAt: Instant(secondsSince1970: 0))
                let page = reading { () throws(Fault) in try source.read(answer, to: request) }
                check(page)
                if case .success(let page) = page { _ = Table.written(page) }
            }
        }
    }

    private static func check<Value>(_ outcome: Result<Value, Fault>) {
        guard case .failure(let fault) = outcome else { return }
        promise(fault.kind == .malformed, "what is wrong with a plugin is 65")
        promise(fault.message.utf8.count < 8_000, "a message is short")
    }

    private static func query(of source: ExecutableSource) -> Query {
        guard case .charts(let charts, let from, _) = source.plugin.rows, let chart = charts.first
        else { return .rows }
        let period = Period(of: chart, containing: from)
        return .chart(ChartQuery(periods: Periods(from: period, to: period)))
    }

    private static let host = PluginHost(
        environment: PluginEnvironment([:]), log: { _, _ in })

    /// A plugin file that is never started: the inputs are its answers.
    private static let file = try? PluginFile(at: setting("BO_EXPORT_FUZZ_PLUGIN"))
}
