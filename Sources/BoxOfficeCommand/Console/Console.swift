internal import Assistant
internal import BoxOffice
internal import Curl
internal import Engine
internal import Storage
internal import Synchronization
internal import Wire

/// The plugins that a program adds to the built-in ones.
struct AddedPlugins: Sendable {
    var sources: [any Source] = []
    var posters: [any PosterSource] = []
    var details: [any DetailsSource] = []
    var formats: [any Format] = []

    /// The manifests of all of them.
    var manifests: [Manifest] {
        sources.map(\.manifest) + posters.map(\.manifest) + details.map(\.manifest)
            + formats.map(\.manifest)
    }
}

/// The formats of messages.
enum LogFormat: String, Sendable { case text, json }

/// The importance of a message.
private enum Level: Int, Sendable { case debug, info, notice, warning, error }

/// The output of the program: data on standard output, everything else on standard error.
///
/// Text leaves the program only here, so this is where keys are redacted and where control
/// characters, which could steer a terminal, are removed from the texts of a service.
struct Console: Sendable {
    /// The environment that the program runs in.
    var environment: Environment { didSet { hide(environment.keys) } }
    /// The plugins that the program adds to the built-in ones.
    let added: AddedPlugins
    /// The signal that has come to end the process, or nil.
    let signal: @Sendable () -> Int32?
    /// The question that the run answers; nil if it writes a document.
    var inquiry: Inquiry?
    /// The limit on the requests of this run and of others of the process; nil if there are no others.
    var limiter: ConcurrencyLimiter?
    /// The paths of which an assistant gets only the names.
    private var paths: [(path: String, name: String)] = []
    /// The format of messages.
    private(set) var format: LogFormat
    private var level = Level.notice
    private let secrets = Secrets()
    private let lines = MessageLines()

    /// Creates a console that hides the keys of `environment`.
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

    /// Applies `--quiet`, `--verbose` and `--log-format`.
    mutating func configure(quiet: Bool, verbose: Int, format: LogFormat) {
        level = quiet ? .warning : verbose == 0 ? .notice : verbose == 1 ? .info : .debug
        self.format = format
    }

    /// Makes sure that these keys are never written, by this console or by its copies.
    func hide(_ keys: [String]) { for key in keys { secrets.add(key) } }

    /// Makes sure that the key of a service is never written, nor left in an answer of a plugin; one
    /// that is so short that other texts contain it by chance is hidden in addresses of messages alone,
    /// where it follows the parameter's name.
    func hide(_ secret: Secret, of key: Service.Key) {
        secrets.keys.withLock { _ = $0.insert(secret) }
        let isShort = secret.text.utf8.count < shortestSecret
        hide(isShort ? key.parameter.map { ["\($0)=\(secret.text)"] } ?? [] : [secret.text])
    }

    /// Makes sure that an assistant gets only the names at the ends of these paths.
    mutating func hide(paths: [String]) {
        for path in paths.sorted(by: { $0.utf8.count > $1.utf8.count }) {
            let end = path.lastIndex { $0 != "/" }
            guard let own = end.map({ path[...$0] }), let name = own.split(separator: "/").last
            else { continue }
            self.paths.append((String(own), String(name)))
        }
    }

    /// Writes `text`, which is data, to standard output.
    func print(_ text: String) throws(Fault) {
        var output = StandardOutput()
        try output.write(Array(text.utf8).span)
    }

    /// Prints an object of JSON.
    func print(_ object: [String: JSONValue]) throws(Fault) { try print("\(readable(object))\n") }

    /// Returns an object of JSON as text, with every key redacted.
    func readable(_ object: [String: JSONValue]) -> String {
        hidingKeys(in: JSONValue(sorting: object).readable())
    }

    /// Returns all of `text` with every key redacted.
    func hidingKeys(in text: String) -> String { secrets.redaction.redacted(text) }

    /// Prints `message` as a line.
    func print(_ message: Message) throws(Fault) { try print("\(text(of: message))\n") }

    /// Prints a line: a name in a column of `width` cells, and the text about it.
    func print(_ name: Message, _ text: Message, width: Int) throws(Fault) {
        let (name, text) = (self.text(of: name), self.text(of: text))
        try print((text.isEmpty ? name : "\(name.padded(to: width)) \(text)") + "\n")
    }

    /// Reports an event on standard error, unless `--quiet` was given; `ko` is the message in Korean.
    func note(_ code: String, _ message: Message, ko: String? = nil) {
        say(.notice, message.with(ko), code: code)
    }

    /// Warns on standard error about something that does not end the run.
    func warn(_ code: String, _ message: Message, ko: String? = nil) {
        say(.warning, message.with(ko), code: code)
    }

    /// Warns about something that the user may want to change, unless `--quiet` was given.
    func advise(_ code: String, _ message: Message, ko: String? = nil) {
        say(.warning, message.with(ko), code: code, unlessQuiet: true)
    }

    /// Warns about a fault that does not end the run, unless `--quiet` was given.
    func advise(_ fault: Fault) { advise(fault.code, fault.wording) }

    /// Warns on standard error about a fault that does not end the run.
    func warn(_ fault: Fault) { say(.warning, fault.wording, code: fault.code) }

    /// Reports a detail, if `--verbose` was given.
    func detail(_ message: @autoclosure () -> Message) {
        if level.rawValue <= Level.info.rawValue { say(.info, message()) }
    }

    /// The function that logs network traffic; nil unless `-vv` was given.
    var trace: (@Sendable (String) -> Void)? {
        guard level == .debug else { return nil }
        return { [self] line in say(.debug, "\(line)") }
    }

    /// Reports a fault on standard error, with its remedy if there is one.
    func report(_ fault: Fault) {
        say(.error, fault.wording, hint: fault.advice, commands: fault.commands, code: fault.code)
    }

    /// Shows `line` in place of the last progress line; nil removes it.
    func show(progress line: String?) { if !isQuiet { lines.show(progress: line.map(clean)) } }

    /// True if messages are written as JSON, for programs.
    var writesJSON: Bool { format == .json }

    /// True if the user asked for no messages from runs that succeed.
    var isQuiet: Bool { level == .warning }

    /// The same console, as with `--quiet`.
    var quieted: Console {
        var console = self
        console.level = .warning
        return console
    }

    private func say(
        _ level: Level, _ message: Message, hint: Message? = nil, commands: [String] = [],
        code: String = "", unlessQuiet isAdvice: Bool = false
    ) {
        let message = message.code.isEmpty ? Message(code, message) : message
        let code = code.isEmpty ? message.code : code
        if level == .warning { inquiry?.warn(code, clean(text(of: message))) }
        if level == .notice { inquiry?.note(clean(text(of: message))) }
        guard level.rawValue >= self.level.rawValue, !(isAdvice && isQuiet) else { return }
        let (text, hint, commands) = (logged(message), hint.map(logged), commands.map(clean))
        guard format == .json else {
            let name = level == .notice ? "" : "\(level): "
            let hint = hint.map { "bo-export: hint: \($0)\n" } ?? ""
            let lines = commands.map { "    \($0)\n" }.joined()
            self.lines.write("bo-export: \(name)\(text)\n\(hint)\(lines)")
            return
        }
        let fields: [(name: String, value: Value)] =
            [
                ("code", code.isEmpty ? .missing : .text(code)),
                ("commands", commands.isEmpty ? .missing : .list(commands)), ("hint", Value(hint)),
                ("level", .text("\(level)")), ("message", .text(text)),
                ("time", .text("\(CurrentProcess.now())")),
            ] + message.figures.sorted { $0.key < $1.key }.map { ($0.key, .integer($0.value)) }
        lines.write(Value.json(of: fields.filter { $0.value != .missing }) + "\n")
    }

    /// Returns what programs learn about the remedy of `fault`: the hint, null if there is none, and
    /// the command lines if there are any.
    func advice(of fault: Fault) -> [String: JSONValue] {
        var advice = ["hint": JSONValue(fault.advice.map(english))]
        let commands = fault.commands.map { JSONValue.text(clean($0)) }
        if !commands.isEmpty { advice["commands"] = .list(commands) }
        return advice
    }

    /// Returns the text of `message` in the language of the process.
    func text(of message: Message) -> String { message.text(in: catalogue) }

    /// Returns the text of `message` for the log: programs that read JSON get English.
    private func logged(_ message: Message) -> String {
        clean(message.text(in: writesJSON ? .english : catalogue))
    }

    /// The wordings in the language of the process.
    private var catalogue: Catalogue {
        Language.current == .korean ? korean : .english
    }

    /// The Korean wordings, including those of the program's own plugins.
    var korean: Catalogue { .korean.before(added.manifests.map(\.korean)) }

    /// Returns `text` with every key redacted, control characters replaced by spaces, and cut to
    /// the maximum length.
    func clean(_ text: String) -> String {
        let scalars = redacted(text).unicodeScalars.map { $0.isSteering ? " " : $0 }
        return String(String.UnicodeScalarView(scalars))
    }

    /// Returns `text`, a message, with every key redacted, both in plain and in URL encoding,
    /// wherever its bytes occur.
    ///
    /// The text is cut before anything else, because errors contain what services and plugins sent.
    func redacted(_ text: String) -> String {
        // No scalar takes more than four bytes.
        let start = secrets.redaction.redacted(text, limit: 4 * longestMessage)
        let text = String(start.unicodeScalars.prefix(longestMessage))
        // Only for an assistant are there several runs in a process.
        guard limiter != nil else { return text }
        // What lies in a folder is a path, too.
        return paths.reduce(text) {
            $0.replacing("'\($1.path)/'", with: "'\($1.name)'")
                .replacing("'\($1.path)/", with: "'/").replacing($1.path, with: $1.name)
        }.withoutPaths
    }

    /// Returns `message` in English, the language of reports, with every key redacted.
    func english(_ message: Message) -> String { redacted(message.text(in: .english)) }

    /// Returns `bytes` of a plugin with every key redacted.
    func redacted(_ bytes: [UInt8]) -> [UInt8] { secrets.redaction.redacted(bytes.span) }

    /// Overwrites the keys of services in the answer of a plugin.
    func blotKeys(in answer: inout [UInt8]) {
        for key in secrets.keys.withLock({ $0 }) { key.blot(in: &answer) }
    }
}

extension Message {
    /// Returns the message with a Korean wording, if there is one.
    func with(_ korean: String?) -> Message { korean.map { Message(self, ko: $0) } ?? self }
}

extension String {
    /// The text with the names of files in place of their paths: those say where the user keeps
    /// things, which an assistant sends on.
    fileprivate var withoutPaths: String {
        var (text, rest) = ("", self[...])
        while let slash = rest.firstIndex(of: "/") {
            let start = rest[..<slash].lastIndex { !"~.".contains($0) }.map(rest.index(after:))
            let path = rest[(start ?? rest.startIndex)...]
            let mark = start.map { rest[rest.index(before: $0)] } ?? " "
            // A path in quotes ends at a quote that no letter follows, and may have others in it.
            let end = path.indices.dropFirst().first { index in
                guard mark == "'" else { return path[index] == " " }
                return path[index] == "'" && path[index...].dropFirst().first?.isLetter != true
            }
            let name = path[..<(end ?? path.endIndex)]
            // Others are parts of words, such as addresses.
            let isPath = " '\"=(,".contains(mark) && name.count > 1
            let kept = isPath ? name.lastIndex(of: "/").map { name[name.index(after: $0)...] } : nil
            text += rest[..<path.startIndex] + (kept ?? name)
            rest = rest[name.endIndex...]
        }
        return text + rest
    }
}

/// The minimum length in bytes of a secret that is hidden wherever it occurs.
let shortestSecret = 8

/// The maximum length of a message, in Unicode scalars.
private let longestMessage = 4000

/// The lines of standard error, the last of which may be a progress line that the next message
/// replaces.
private final class MessageLines: Sendable {
    private let hasProgress = Mutex(false)

    func write(_ lines: String) {
        hasProgress.withLock { hasProgress in
            StandardError.write((hasProgress ? Self.eraseLine : "") + lines)
            hasProgress = false
        }
    }

    /// Shows `line` in place of the progress line, or removes it.
    func show(progress line: String?) {
        hasProgress.withLock { hasProgress in
            guard line != nil || hasProgress else { return }
            // Not wrapped: on a narrow terminal the end is cut off.
            StandardError.write(Self.eraseLine + (line.map { "\u{1B}[?7l\($0)\u{1B}[?7h" } ?? ""))
            hasProgress = line != nil
        }
    }

    private static let eraseLine = "\r\u{1B}[2K"
}

/// The keys that were found in this run.
final class Secrets: Sendable {
    private let state = Mutex(Redaction(of: []))
    /// Those of services.
    let keys = Mutex<Set<Secret>>([])

    /// The redaction of all these keys.
    var redaction: Redaction { state.withLock { $0 } }

    func add(_ text: String) {
        state.withLock { if !$0.secrets.contains(text) { $0 = Redaction(of: $0.secrets + [text]) } }
    }
}

/// The replacement of keys in texts, in every spelling of a key.
///
/// The spellings are those of URLs, JSON and XML that are also redacted in answers: a plugin may
/// quote its input.
struct Redaction: Sendable {
    /// The keys.
    let secrets: [String]
    /// The bytes of every key.
    private let keys: [[UInt8]]
    /// True at each byte that a key, or another spelling of one, can begin with.
    private let beginnings: [Bool]

    /// Prepares to redact `secrets`.
    init(of secrets: [String]) {
        self.secrets = secrets
        keys = secrets.map { Array($0.utf8) }.filter { !$0.isEmpty }
        let firsts = Set(keys.compactMap(\.first))
        beginnings = (0...UInt8.max).map { firsts.contains($0) || $0.beginsSpelling }
    }

    /// Returns `text` with three asterisks in place of every key, compared byte by byte.
    func redacted(_ text: String, limit: Int = .max) -> String {
        if keys.isEmpty, limit == .max { return text }
        return String(decoding: redacted(text.utf8.span, limit: limit), as: UTF8.self)
    }

    /// Returns `bytes` with three asterisks in place of every key.
    ///
    /// The bytes are read from their beginning, and only as far as needed for `limit` bytes of
    /// output: a service or a plugin may send megabytes as one error. A key is matched to its end,
    /// even past the cut, so that no part of it is shown. Overlapping keys are replaced as one.
    func redacted(_ bytes: Span<UInt8>, limit: Int = .max) -> [UInt8] {
        var output: [UInt8] = []
        output.reserveCapacity(min(bytes.count, limit))
        var end = 0  // The end of the last key found.
        var index = 0
        while index < bytes.count, output.count < limit {
            if beginnings[Int(bytes[index])],
                let keyEnd = keys.compactMap({ bytes.end(of: $0, from: index) }).max()
            {
                if index >= end { output += "***".utf8 }
                end = max(end, keyEnd)
            }
            if index >= end { output.append(bytes[index]) }
            index += 1
        }
        return output
    }
}
