internal import BoxOffice
internal import FoundationEssentials
internal import Logging
internal import Storage
internal import Synchronization

/// The plugins that a program brings along beside the built-in ones.
struct AddedPlugins: Sendable {
    var sources: [any Source] = []
    var posters: [any PosterSource] = []
    var details: [any DetailsSource] = []
    var formats: [any Format] = []

    /// What they say about themselves.
    var manifests: [Manifest] {
        sources.map(\.manifest) + posters.map(\.manifest) + details.map(\.manifest)
            + formats.map(\.manifest)
    }
}

/// How messages are written.
enum LogFormat: String, Sendable { case text, json }

/// What the program says: data to standard output, everything else to standard error.
///
/// It is the one boundary where text leaves the program, and so the place where keys are blotted
/// out and control characters, which could steer a terminal, are taken from what a service wrote.
struct Console: Sendable {
    /// The environment the program runs in.
    var environment: Environment { didSet { hide(environment.keys) } }
    /// The plugins that the program has beside the built-in ones.
    let added: AddedPlugins
    /// The signal that has come to end the process, or nil.
    let signal: @Sendable () -> Int32?
    /// How messages are written.
    private(set) var format: LogFormat
    private var level = Logger.Level.notice
    private let secrets = Secrets()
    private let lines = MessageLines()

    /// Makes a console.
    init(
        environment: Environment, added: AddedPlugins = AddedPlugins(), format: LogFormat = .text,
        signal: @escaping @Sendable () -> Int32? = { nil }
    ) {
        self.environment = environment
        self.added = added
        self.signal = signal
        self.format = format
        hide(environment.keys)
    }

    /// Speaks from now on as `--quiet`, `--verbose` and `--log-format` say.
    mutating func configure(quiet: Bool, verbose: Int, format: LogFormat) {
        level = quiet ? .warning : verbose == 0 ? .notice : verbose == 1 ? .info : .debug
        self.format = format
    }

    /// Makes sure that these keys are never said, by this console and by those made from it.
    func hide(_ keys: [String]) { for key in keys { secrets.add(key) } }

    /// Writes `text`, which is data, to standard output.
    func print(_ text: String) throws(Fault) {
        let bytes = Array(secrets.redaction.redacted(text).utf8)
        var output = StandardOutput()
        try output.write(bytes.span)
    }

    /// Prints `message` as a line.
    func print(_ message: Message) throws(Fault) { try print("\(text(of: message))\n") }

    /// Prints a line: a name in a column of `width` cells, and what is said of it.
    func print(_ name: Message, _ text: Message, width: Int) throws(Fault) {
        let (name, text) = (self.text(of: name), self.text(of: text))
        try print((text.isEmpty ? name : "\(name.padded(to: width)) \(text)") + "\n")
    }

    /// Says on standard error what happened, unless `--quiet` was given; `ko` is the same in Korean.
    func note(_ code: String, _ message: Message, ko: String? = nil) {
        say(.notice, ko.map { Message(message, ko: $0) } ?? message, code: code)
    }

    /// Says on standard error what the user may want to know of, though the run goes on.
    func warn(_ code: String, _ message: Message, ko: String? = nil) {
        say(.warning, ko.map { Message(message, ko: $0) } ?? message, code: code)
    }

    /// Says on standard error what went wrong without ending the run.
    func warn(_ fault: Fault) { say(.warning, fault.wording, code: fault.code) }

    /// Says what is of interest to those who asked for more.
    func detail(_ message: @autoclosure () -> Message) {
        if level <= .info { say(.info, message()) }
    }

    /// Says what goes over the network, to those who asked for all of it; nil where nobody did.
    var trace: (@Sendable (String) -> Void)? {
        guard level <= .debug else { return nil }
        return { [self] line in say(.debug, "\(line)") }
    }

    /// Says on standard error what went wrong, and the remedy where there is one.
    func report(_ fault: Fault) {
        say(.error, fault.wording, hint: fault.advice, commands: fault.commands, code: fault.code)
    }

    /// Shows how far the work has come, in place of what was shown before; nil takes it away.
    func show(progress line: String?) { lines.show(progress: line.map(clean)) }

    /// Whether what is said is read by programs, as JSON.
    var writesJSON: Bool { format == .json }

    /// Whether the user asked for silence of runs that succeed.
    var isQuiet: Bool { level > .notice }

    private func say(
        _ level: Logger.Level, _ message: Message, hint: Message? = nil, commands: [String] = [],
        code: String = ""
    ) {
        let message = message.code.isEmpty ? Message(code, message) : message
        let code = code.isEmpty ? message.code : code
        var metadata: Logger.Metadata = [:]
        if !code.isEmpty { metadata["code"] = "\(code)" }
        if let hint { metadata["hint"] = "\(logged(hint))" }
        if !commands.isEmpty { metadata["commands"] = .array(commands.map { "\(clean($0))" }) }
        let logger = Logger(label: "bo-export") { _ in
            MessageHandler(lines: lines, format: format, logLevel: self.level)
        }
        logger.log(level: level, "\(logged(message))", metadata: metadata)
    }

    /// `message` in the words of this command line, in the language of the process.
    func text(of message: Message) -> String { message.text(in: catalogue) }

    /// `message` as it is logged: programs that read JSON get English.
    private func logged(_ message: Message) -> String {
        clean(message.text(in: writesJSON ? .english : catalogue))
    }

    /// The wordings in the language of the process.
    private var catalogue: Catalogue {
        Language.current == .korean ? korean : .english
    }

    /// The Korean wordings, with those of the program's own plugins.
    var korean: Catalogue { .korean.before(added.manifests.map(\.korean)) }

    /// `text` as it is said: with every key blotted out and nothing that steers a terminal, not too
    /// long.
    func clean(_ text: String) -> String {
        let scalars = redacted(text).unicodeScalars.map { $0.isSteering ? " " : $0 }
        return String(String.UnicodeScalarView(scalars))
    }

    /// `text`, a message, with every key blotted out, as it is and as a URL has it, wherever its
    /// bytes occur.
    ///
    /// It is cut before anything else is done with it: errors hold what services and plugins sent.
    func redacted(_ text: String) -> String {
        // No scalar takes more than four bytes.
        let start = secrets.redaction.redacted(text, limit: 4 * longestMessage)
        return String(start.unicodeScalars.prefix(longestMessage))
    }

    /// `message` in English, which reports are written in, with every key blotted out.
    func english(_ message: Message) -> String { redacted(message.text(in: .english)) }

    /// `bytes` of a plugin with every key blotted out.
    func redacted(_ bytes: [UInt8]) -> [UInt8] { secrets.redaction.redacted(bytes.span) }
}

/// How many Unicode scalars of a message are said.
private let longestMessage = 4000

/// The lines of standard error, of which the last may tell of progress, until a message takes its
/// place.
private final class MessageLines: Sendable {
    private let hasProgress = Mutex(false)

    func write(_ lines: String) {
        hasProgress.withLock { hasProgress in
            StandardError.write((hasProgress ? Self.eraseLine : "") + lines)
            hasProgress = false
        }
    }

    /// Puts `line` in the place of the progress line, or takes that away.
    func show(progress line: String?) {
        hasProgress.withLock { hasProgress in
            guard line != nil || hasProgress else { return }
            // Not wrapped: where the terminal is narrow, the end is not seen.
            StandardError.write(Self.eraseLine + (line.map { "\u{1B}[?7l\($0)\u{1B}[?7h" } ?? ""))
            hasProgress = line != nil
        }
    }

    private static let eraseLine = "\r\u{1B}[2K"
}

/// The handler of messages: each is a line, its hint and commands further ones, or all of it is one
/// line of JSON.
private struct MessageHandler: LogHandler {
    let lines: MessageLines
    let format: LogFormat
    var logLevel: Logger.Level
    var metadata: Logger.Metadata = [:]

    subscript(metadataKey key: String) -> Logger.Metadata.Value? {
        get { metadata[key] }
        set { metadata[key] = newValue }
    }

    func log(event: LogEvent) {
        let metadata = event.metadata ?? [:]
        if format == .json {
            let about: Logger.Metadata = [
                "time": "\(CurrentProcess.now())", "level": "\(event.level)",
                "message": .string("\(event.message)"),
            ]
            lines.write(json(metadata.merging(about) { own, _ in own }) + "\n")
            return
        }
        let level = event.level == .notice ? "" : "\(event.level): "
        var text = "bo-export: \(level)\(event.message)\n"
        if let hint = metadata["hint"] { text += "bo-export: hint: \(hint)\n" }
        if case .array(let commands) = metadata["commands"] {
            for command in commands { text += "    \(command)\n" }
        }
        lines.write(text)
    }
}

extension Logger.MetadataValue: @retroactive Encodable {
    func encode(to encoder: any Encoder) throws {
        switch self {
        case .dictionary(let values): try values.encode(to: encoder)
        case .array(let values): try values.encode(to: encoder)
        default: try description.encode(to: encoder)
        }
    }
}

/// `value` as JSON, its members in the order of their names.
func json(_ value: some Encodable, _ formatting: JSONEncoder.OutputFormatting = []) -> String {
    let encoder = JSONEncoder()
    encoder.outputFormatting = formatting.union([.sortedKeys, .withoutEscapingSlashes])
    // Only numbers that are not finite could fail, and nothing here has one.
    return (try? encoder.encode(value)).map { String(decoding: $0, as: UTF8.self) } ?? "null"
}
