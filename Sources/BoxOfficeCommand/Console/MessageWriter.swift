internal import BoxOffice
internal import FoundationEssentials
internal import Logging
internal import Storage
internal import Synchronization

/// How messages are written.
enum LogFormat: String, Sendable { case text, json }

/// How messages get to standard error: through a logger, as lines of text or of JSON, beside the one
/// line that tells of progress.
final class MessageWriter: Sendable {
    private struct State {
        var logger: Logger
        var format = LogFormat.text
        var progress: String?
    }

    private let state: Mutex<State>

    init() {
        state = Mutex(State(logger: Self.logger(level: .notice, format: .text)))
    }

    /// The least important of what is said.
    var level: Logger.Level { state.withLock { $0.logger.logLevel } }

    /// How messages are written.
    var format: LogFormat { state.withLock { $0.format } }

    func set(level: Logger.Level, format: LogFormat) {
        state.withLock { state in
            state.logger = Self.logger(level: level, format: format)
            state.format = format
        }
    }

    func say(
        _ level: Logger.Level, _ message: String, hint: String?, commands: [String], code: String?
    ) {
        state.withLock { state in
            if state.progress != nil { StandardError.write(Self.eraseLine) }
            state.progress = nil
            var metadata: Logger.Metadata = [:]
            if let hint { metadata["hint"] = "\(hint)" }
            if let code { metadata["code"] = "\(code)" }
            if !commands.isEmpty { metadata["commands"] = .array(commands.map { .string($0) }) }
            state.logger.log(level: level, "\(message)", metadata: metadata)
        }
    }

    /// Puts `line` in the place of the progress line, or takes that away.
    func show(progress line: String?) {
        state.withLock { state in
            guard line != nil || state.progress != nil else { return }
            // Not wrapped: where the terminal is narrow, the end is not seen.
            StandardError.write(Self.eraseLine + (line.map { "\u{1B}[?7l\($0)\u{1B}[?7h" } ?? ""))
            state.progress = line
        }
    }

    private static let eraseLine = "\r\u{1B}[2K"

    private static func logger(level: Logger.Level, format: LogFormat) -> Logger {
        Logger(label: "bo-export") { _ in LineLogHandler(logLevel: level, format: format) }
    }
}

/// Writes every message as one line, and its hint as another, or both as a JSON object.
private struct LineLogHandler: LogHandler {
    var logLevel: Logger.Level
    let format: LogFormat
    var metadata: Logger.Metadata = [:]

    subscript(metadataKey key: String) -> Logger.Metadata.Value? {
        get { metadata[key] }
        set { metadata[key] = newValue }
    }

    func log(event: LogEvent) {
        let hint = event.metadata?["hint"].map { "\($0)" }
        var commands: [String]?
        if case .array(let lines) = event.metadata?["commands"] { commands = lines.map { "\($0)" } }
        switch format {
        case .text:
            let level = event.level == .notice ? "" : "\(event.level): "
            StandardError.write("bo-export: \(level)\(event.message)\n")
            if let hint { StandardError.write("bo-export: hint: \(hint)\n") }
            for command in commands ?? [] { StandardError.write("    \(command)\n") }
        case .json:
            let line = JSONLine(
                time: "\(CurrentProcess.now())", level: "\(event.level)",
                message: "\(event.message)",
                hint: hint, commands: commands, code: event.metadata?["code"].map { "\($0)" })
            let encoder = JSONEncoder()
            encoder.outputFormatting = [.sortedKeys, .withoutEscapingSlashes]
            guard let bytes = try? encoder.encode(line) else { return }
            StandardError.write(String(decoding: bytes, as: UTF8.self) + "\n")
        }
    }
}

private struct JSONLine: Encodable {
    let time: String
    let level: String
    let message: String
    let hint: String?
    let commands: [String]?
    let code: String?
}
