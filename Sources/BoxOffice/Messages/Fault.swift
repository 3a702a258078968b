/// A failure, in one sentence that a user understands.
///
/// The kind decides the exit status. The message is one lower-case sentence that names the
/// offending value. The hint, if there is one, says what the user can do about it.
public struct Fault: Error, Hashable, Sendable {
    /// The kind of failure.
    public enum Kind: String, Hashable, Sendable, CaseIterable {
        /// The command was given something that it does not accept.
        case usage
        /// An answer or an input file has the wrong content or form.
        case malformed
        /// The service cannot be reached or keeps failing.
        case unavailable
        /// This program has a bug.
        case bug
        /// The output cannot be created.
        case cannotCreate = "cannot-create"
        /// The output cannot be written.
        case cannotWrite = "cannot-write"
        /// The system lacks processes, memory or descriptors.
        case outOfResources = "out-of-resources"
        /// The item with the requested code does not exist.
        case notFound = "not-found"
        /// A chart is not published yet.
        case notPublished = "not-published"
        /// A quota is exhausted; the request may succeed later.
        case notYet = "not-yet"
        /// The service refused the key.
        case keyRefused = "key-refused"
        /// Something that must be set up is missing or cannot be read.
        case configuration
        /// The reader of the output has closed it, which is not an error.
        case readerGone = "reader-gone"
        /// The user or the system asked the program to stop.
        case cancelled
    }

    /// The kind of failure.
    public var kind: Kind
    /// The fault's code for programs, the same in every language: the code of its message, or the
    /// name of its kind.
    public private(set) var code: String
    /// One lower-case sentence without a full stop.
    public var wording: Message
    /// The hint, which says what the user can do about it.
    public var advice: Message?
    /// The mistyped words and their probable corrections; empty if no known word is near.
    package var corrections: [Correction] = []
    /// Command lines that help, to be pasted one by one or all together.
    package var commands: [String] = []
    /// What the user may have meant, each in a form that the command takes, such as `괴물:2006`;
    /// empty if there is no choice to make.
    package var candidates: [String] = []
    /// The names of the command's options that the fault may be about, such as `from`: if one of
    /// them is a setting, the place where it is set is told.
    package var options: [String] = []
    /// The expected result of another attempt at the same request.
    public var outlook: Outlook
    /// False if the request never left this machine, so that the service did not count it.
    package var wasSent = true
    /// True if earlier answers may belong to other requests, so that no figure of the run is
    /// certain.
    package var castsDoubt = false
    /// The subject of the fault, as far as it is known.
    package var scope = Scope()

    /// The subject of a fault in values for programs, which reports write beside the sentence.
    package struct Scope: Hashable, Sendable {
        /// The name of the source, such as `kobis-json`.
        package var source: String?
        /// The name of the chart, such as `daily`.
        package var chart: String?
        /// The first day, such as `2022-06-01`.
        package var from: String?
        /// The last day.
        package var to: String?
        /// The name of the region.
        package var region: String?
        /// The code of the film.
        package var movieCode: String?

        /// Makes a scope; by default nothing is known.
        package init(source: String? = nil, movieCode: String? = nil) {
            self.source = source
            self.movieCode = movieCode
        }
    }

    /// A mistyped word and its probable correction.
    package struct Correction: Hashable, Sendable {
        /// The word as it was typed.
        package let mistyped: String
        /// The known word.
        package let meant: String
    }

    /// Makes a fault.
    ///
    /// - Parameters:
    ///   - kind: the kind of failure.
    ///   - code: the code for programs and catalogues, such as `too-many-rows`. A hint without a
    ///     code of its own gets this one with `.hint` appended.
    ///   - message: one lower-case sentence without a full stop.
    ///   - hint: what the user can do about it.
    ///   - outlook: the expected result of another attempt; if nil, the usual one for the kind:
    ///     `unavailable` may pass, everything else lasts.
    public init(
        _ kind: Kind, _ code: String, _ message: Message, hint: Message? = nil,
        outlook: Outlook? = nil
    ) {
        self.kind = kind
        self.code = code
        wording = message.code.isEmpty ? Message(code, message) : message
        advice = hint.map { $0.code.isEmpty ? Message(code + ".hint", $0) : $0 }
        self.outlook = outlook ?? (kind == .unavailable ? .passing : .lasting)
    }

    /// Makes a fault whose message and hint have Korean wordings of their own.
    package init(
        _ kind: Kind, _ code: String, _ message: Message, ko: String, hint: Message? = nil,
        hintKo: String? = nil, outlook: Outlook? = nil
    ) {
        let hint = hint.map { hint in hintKo.map { Message(hint, ko: $0) } ?? hint }
        self.init(kind, code, Message(message, ko: ko), hint: hint, outlook: outlook)
    }

    /// Makes a fault with the code of the message or, if that has none, the name of the kind.
    public init(_ kind: Kind, _ message: Message, hint: Message? = nil, outlook: Outlook? = nil) {
        let code = message.code.isEmpty ? kind.rawValue : message.code
        self.init(kind, code, message, hint: hint, outlook: outlook)
    }

    /// The sentence in English.
    public var message: String { wording.description }
    /// The hint in English.
    public var hint: String? { advice?.description }

    /// True if the fault affects only the current request, so that others may still succeed.
    package var affectsOneRequest: Bool {
        !castsDoubt && [.malformed, .unavailable, .notFound, .notPublished].contains(kind)
    }

    /// True if no further request to the same service can succeed in this run, although requests to
    /// others may: its key was refused, or its quota is exhausted.
    package var endsSource: Bool {
        [.keyRefused, .notYet].contains(kind) && code != "no-more-calls"
    }

    /// True if no further request of the run can succeed.
    package var endsRun: Bool {
        castsDoubt || [.cancelled, .bug, .keyRefused, .outOfResources].contains(kind)
    }

    /// Returns the same fault with its subject at the front of the message:
    /// `2022-06-01: the answer is empty`.
    public func about(_ subject: some CustomStringConvertible) -> Fault {
        about(Message(subject))
    }

    /// Returns the same fault with its subject at the front of the message.
    public func about(_ subject: Message) -> Fault {
        saying(wording.about(subject))
    }

    /// Returns the same fault with its subject at the front of the message, and about `scope`.
    package func about(_ subject: Message, _ scope: Scope) -> Fault {
        about(subject).within(scope)
    }

    /// Returns the same fault about `scope`, unless it already has a scope.
    package func within(_ scope: Scope) -> Fault {
        self.scope == Scope() ? with(\.scope, scope) : self
    }

    /// Returns the same fault with another message.
    package func saying(_ message: Message) -> Fault { with(\.wording, message) }

    /// Returns the same fault with another hint, or without one.
    package func advising(_ hint: Message?) -> Fault { with(\.advice, hint) }

    /// Returns the same fault about one of the options with these names.
    package func of(_ options: String...) -> Fault { with(\.options, options) }

    /// Returns the same fault with the word that was probably meant instead of `mistyped`, if there
    /// is one.
    package func correcting(_ mistyped: String, to meant: String?) -> Fault {
        with(\.corrections, meant.map { [Correction(mistyped: mistyped, meant: $0)] } ?? [])
    }

    private func with<Part>(_ part: WritableKeyPath<Fault, Part>, _ value: Part) -> Fault {
        var fault = self
        fault[keyPath: part] = value
        return fault
    }

    /// The expected result of sending the same request again.
    public enum Outlook: Hashable, Sendable {
        /// The same fault again.
        case lasting
        /// Perhaps an answer: a connection broke, or a service is overloaded.
        case passing
        /// Perhaps an answer after that many seconds, as the service asks.
        case passingIn(seconds: Int)
        /// The same fault until tomorrow: the service says that the daily quota is exhausted.
        case tomorrow
    }

    /// True if another attempt may succeed today.
    package var canHeal: Bool {
        switch outlook {
        case .passing, .passingIn: true
        case .lasting, .tomorrow: false
        }
    }

    /// Returns the same fault, with the number of attempts in its message if there were several.
    package func after(attempts: Int) -> Fault {
        attempts > 1
            ? saying(Message("attempts", "\(wording) (\(attempts) attempts)")) : self
    }

    /// The fault of a run that the user or the system asked to stop.
    package static let cancelled = Fault(.cancelled, "cancelled", "the run was cancelled")

    /// Makes the fault of a result without rows, which may not replace those at `path`.
    package static func nothingToReplaceWith(_ path: String) -> Fault {
        Fault(
            .malformed, "nothing-to-replace-with",
            "there is no row to write, so '\(path)' stays as it was",
            hint: "--allow-empty lets an empty result replace it")
    }

    /// Makes the fault of an answer with an HTTP status that is not a success.
    ///
    /// 401 and 403 mean that the key was refused, and 429 that the request should be repeated
    /// later. Any other status means that the service is unavailable: temporarily if the status is
    /// about the service, permanently if it is about the request.
    public static func httpStatus(_ status: Int) -> Fault {
        let message = Message("http-status", "the service answered HTTP \(status)")
        return switch status {
        case 401, 403:
            Fault(.keyRefused, "http-key-refused", "the service refused the key (HTTP \(status))")
        case 429:
            Fault(
                .notYet, "http-too-many-requests", "the service asks for fewer requests (HTTP 429)")
        case 408, 500, 502, 503, 504, 506...599: Fault(.unavailable, "http-status", message)
        default: Fault(.unavailable, "http-status", message, outlook: .lasting)
        }
    }

    /// Makes the fault of an answer that takes longer than `limit` to read, which is treated like
    /// one that takes too long to arrive.
    public static func overdue(after limit: Duration) -> Fault {
        let time = Message("\(limit.components.seconds) s", ko: "{1}초")
        return Fault(
            .unavailable, "overdue", "reading the answer takes longer than \(time)",
            hint: "--timeout gives it more time")
    }

    /// Makes the fault of an unknown name; the message lists the known ones, the closest first.
    ///
    /// - Parameters:
    ///   - what: the kind of thing that the names are for, such as `column`.
    ///   - name: the name as it was typed.
    ///   - known: the known names.
    ///   - otherWords: other words that people use, and the known name that each stands for.
    ///   - hint: what the user can do about it.
    public static func unknown(
        _ what: Message, _ name: String, known: [String], otherWords: [String: String] = [:],
        hint: Message? = nil
    ) -> Fault {
        guard !known.isEmpty else {
            return Fault(.usage, "unknown-name", "there is no \(what) '\(name)'", hint: hint)
        }
        let known = known.eachOnce
        let nearest = known.nearest(to: name, otherWords: otherWords)
        let names = known.nearestFirst(to: name, nearest).joined(separator: ", ")
        return Fault(
            .usage, "unknown-name-of", "there is no \(what) '\(name)'; known are \(names)",
            hint: hint
        ).correcting(name, to: nearest)
    }
}
