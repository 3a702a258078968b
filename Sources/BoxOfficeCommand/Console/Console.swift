internal import BoxOffice
internal import Curl
internal import Logging
internal import Storage
internal import Synchronization

/// The plugins that a program brings along beside the built-in ones.
struct AddedPlugins: Sendable {
    var sources: [any Source] = []
    var posters: [any PosterSource] = []
    var formats: [any Format] = []

    /// What they say about themselves.
    var manifests: [Manifest] {
        sources.map(\.manifest) + posters.map(\.manifest) + formats.map(\.manifest)
    }
}

/// What the program says: data to standard output, everything else to standard error.
///
/// It is the one boundary where text leaves the program, and so the place where keys are blotted
/// out and control characters, which could steer a terminal, are taken from what a service wrote.
struct Console: Sendable {
    /// The environment the program runs in.
    let environment: Environment
    /// The plugins that the program has beside the built-in ones.
    let added: AddedPlugins
    /// The signal that has come to end the process, or nil.
    let signal: @Sendable () -> Int32?
    private let secrets = Secrets()
    private let messages = MessageWriter()

    init(
        environment: Environment, added: AddedPlugins = AddedPlugins(),
        signal: @escaping @Sendable () -> Int32? = { nil }
    ) {
        self.environment = environment
        self.added = added
        self.signal = signal
        for key in environment.keys { secrets.add(key) }
    }

    /// Applies `--quiet`, `--verbose` and `--log-format`.
    func configure(quiet: Bool, verbose: Int, _ format: LogFormat) {
        let level: Logger.Level =
            quiet ? .warning : verbose == 0 ? .notice : verbose == 1 ? .info : .debug
        messages.set(level: level, format: format)
    }

    /// Makes sure that `secret` is never said.
    func hide(_ secret: Secret) {
        secrets.add(secret.text)
    }

    /// Writes `text`, which is data, to standard output.
    func print(_ text: String) throws(Fault) {
        let bytes = Array(secrets.redaction.redacted(text).utf8)
        var output = StandardOutput()
        try output.write(bytes.span)
    }

    /// Says on standard error what happened.
    func note(_ code: String, _ message: Message) { say(.notice, message, code: code) }

    /// Says on standard error what the user may want to know of, though the run goes on.
    func warn(_ code: String, _ message: Message) { say(.warning, message, code: code) }

    /// Whether what is said is read by programs, as JSON.
    var writesJSON: Bool { messages.format == .json }

    /// Whether the user asked for silence of runs that succeed.
    var isQuiet: Bool { messages.level > .notice }

    /// Says on standard error what went wrong without ending the run.
    func warn(_ fault: Fault) { say(.warning, fault.wording, code: fault.code) }

    /// Says what is of interest to those who asked for more.
    func detail(_ message: @autoclosure () -> Message) {
        if messages.level <= .info { say(.info, message()) }
    }

    /// Says what goes over the network, to those who asked for all of it; nil where nobody did.
    var trace: (@Sendable (String) -> Void)? {
        guard messages.level <= .debug else { return nil }
        return { [self] line in say(.debug, "\(line)") }
    }

    /// Says on standard error what went wrong, and the remedy where there is one.
    func report(_ fault: Fault) {
        say(.error, fault.wording, hint: fault.advice, code: fault.code, commands: fault.commands)
    }

    /// Shows how far the work has come, in place of what was shown before; nil takes it away.
    func show(progress line: String?) { messages.show(progress: line.map(clean)) }

    private func say(
        _ level: Logger.Level, _ message: Message, hint: Message? = nil, code: String? = nil,
        commands: [String] = []
    ) {
        let message = message.code.isEmpty ? Message(code ?? "", message) : message
        let code = code ?? message.code
        messages.say(
            level, clean(logged(message)), hint: hint.map { clean(logged($0)) },
            commands: commands.map(clean),
            code: code.isEmpty ? nil : code)
    }

    /// `message` in the words of this command line, in the language of the process.
    func text(of message: Message) -> String { message.text(in: catalogue) }

    /// `message` as it is logged: programs that read JSON get English.
    private func logged(_ message: Message) -> String {
        message.text(in: writesJSON ? .english : catalogue)
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

extension Unicode.Scalar {
    /// Whether the character could steer a terminal, or break or turn the line it stands in.
    var isSteering: Bool {
        switch properties.generalCategory {
        case .control, .format, .lineSeparator, .paragraphSeparator: true
        default: false
        }
    }
}

/// The keys that have been found in this run.
private final class Secrets: Sendable {
    private let state = Mutex((texts: [String](), redaction: Redaction(of: [])))

    /// Takes out all of them.
    var redaction: Redaction { state.withLock { $0.redaction } }

    func add(_ text: String) {
        state.withLock { state in
            guard !state.texts.contains(text) else { return }
            state.texts.append(text)
            state.redaction = Redaction(of: state.texts)
        }
    }
}

/// Takes keys out of texts, in whatever spelling they stand there.
///
/// The spellings are those of URLs, JSON and XML that are blotted out of answers, too: a plugin may
/// quote what it was sent.
struct Redaction: Sendable {
    /// The bytes of every key.
    private let keys: [[UInt8]]
    /// Which bytes a key, or another spelling of one, begins with.
    private let beginnings: [Bool]

    /// Prepares to take out `secrets`.
    init(of secrets: [String]) {
        keys = secrets.map { Array($0.utf8) }.filter { !$0.isEmpty }
        let firsts = Set(keys.compactMap(\.first))
        beginnings = (0...UInt8.max).map { firsts.contains($0) || $0.beginsSpelling }
    }

    /// `text` with three asterisks in place of every key, read as bytes are.
    func redacted(_ text: String, limit: Int = .max) -> String {
        if keys.isEmpty, limit == .max { return text }
        return String(decoding: redacted(text.utf8.span, limit: limit), as: UTF8.self)
    }

    /// `bytes` with three asterisks in place of every key.
    ///
    /// They are read from their beginning, and only as far as it takes for `limit` bytes of what is
    /// returned: a service or a plugin may send megabytes as one error. A key is looked for as far
    /// as it reaches, also beyond the cut, so that none is shown in part. Keys that overlap are one.
    func redacted(_ bytes: Span<UInt8>, limit: Int = .max) -> [UInt8] {
        var output: [UInt8] = []
        output.reserveCapacity(min(bytes.count, limit))
        var end = 0  // Where the key ends that was found last.
        var index = 0
        while index < bytes.count, output.count < limit {
            if beginnings[Int(bytes[index])], let keyEnd = endOfKey(in: bytes, from: index) {
                if index >= end { output += "***".utf8 }
                end = max(end, keyEnd)
            }
            if index >= end { output.append(bytes[index]) }
            index += 1
        }
        return output
    }

    /// Where the longest key ends that begins at `start`; nil where none does.
    private func endOfKey(in bytes: Span<UInt8>, from start: Int) -> Int? {
        var end: Int?
        for key in keys {
            if let found = bytes.end(of: key, from: start) { end = max(end ?? 0, found) }
        }
        return end
    }
}
