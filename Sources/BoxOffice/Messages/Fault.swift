/// Why something could not be done, in one sentence that a user understands.
///
/// The kind decides the exit status; the message is one lower-case sentence that names the
/// offending value; the hint, where there is one, says what to do.
public struct Fault: Error, Hashable, Sendable {
    /// What sort of failure it is.
    public enum Kind: String, Hashable, Sendable, CaseIterable {
        /// The command was given something it cannot take.
        case usage
        /// An answer or an input file is not what it should be.
        case malformed
        /// The service cannot be reached or keeps failing.
        case unavailable
        /// This program is at fault.
        case bug
        /// The output cannot be created.
        case cannotCreate = "cannot-create"
        /// The output cannot be written.
        case cannotWrite = "cannot-write"
        /// The system lacks processes, memory or descriptors.
        case outOfResources = "out-of-resources"
        /// What was asked for by its code is not there.
        case notFound = "not-found"
        /// A chart is not published yet.
        case notPublished = "not-published"
        /// A quota is used up; what is asked for may be had later.
        case notYet = "not-yet"
        /// The service refused the key.
        case keyRefused = "key-refused"
        /// Something that must be set up is not, or cannot be read.
        case configuration
        /// Whoever read the output has closed it, which is no failure.
        case readerGone = "reader-gone"
        /// The user or the system asked the program to stop.
        case cancelled
    }

    /// What sort of failure it is.
    public var kind: Kind
    /// What programs know the fault by, in every language: that of the message it was made with, or
    /// the name of its kind.
    public private(set) var code: String
    /// One lower-case sentence without a full stop.
    public var wording: Message
    /// What the user may do about it.
    public var advice: Message?
    /// What another attempt at the same request may bring.
    public var outlook: Outlook

    /// Makes a fault.
    ///
    /// - Parameters:
    ///   - kind: what sort of failure it is.
    ///   - code: what programs and catalogues know it by, such as `chart-too-long`. A hint without a
    ///     code of its own has this one with `.hint` behind it.
    ///   - message: one lower-case sentence without a full stop.
    ///   - hint: what the user may do about it.
    ///   - outlook: what another attempt may bring; without one, what is usual for the
    ///     kind: `unavailable` may pass, everything else lasts.
    public init(
        _ kind: Kind, _ code: String, _ message: Message, hint: Message? = nil,
        outlook: Outlook? = nil
    ) {
        self.kind = kind
        self.code = code
        wording = message.code.isEmpty ? Message(code, message) : message
        advice = hint.map { $0.code.isEmpty ? Message(code + ".hint", $0) : $0 }
        self.outlook = outlook ?? Self.outlook(of: kind)
    }

    /// Makes a fault whose code is that of the message or, where that has none, the kind's name.
    public init(_ kind: Kind, _ message: Message, hint: Message? = nil, outlook: Outlook? = nil) {
        let code = message.code.isEmpty ? kind.rawValue : message.code
        self.init(kind, code, message, hint: hint, outlook: outlook)
    }

    /// The sentence in English.
    public var message: String { wording.description }
    /// What the user may do about it, in English.
    public var hint: String? { advice?.description }

    /// Whether only what was asked for is lost, so that other requests may still succeed.
    var isLocal: Bool {
        switch kind {
        case .malformed, .unavailable, .notFound, .notPublished: true
        default: false
        }
    }

    /// The same fault, saying first what it befell: `2022-06-01: the answer is empty`.
    public func about(_ subject: some CustomStringConvertible) -> Fault {
        saying(Message("about", "\(subject): \(wording)"))
    }

    /// The same fault in other words.
    package func saying(_ message: Message) -> Fault {
        var fault = self
        fault.wording = message
        return fault
    }
}

extension Fault {
    /// An answer with an HTTP status that says it is no answer.
    ///
    /// 401 and 403 refuse the key, 429 asks to come back later, and whatever else is not a success
    /// means that the service cannot be had: for now, where the status speaks of the service, and
    /// for good, where it speaks of the request.
    public static func httpStatus(_ status: Int) -> Fault {
        let message: Message = "the service answered HTTP \(status)"
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

    /// An answer whose reading takes longer than `limit`, which is dealt with as one that takes
    /// longer than that to come.
    public static func overdue(after limit: Duration?) -> Fault {
        let time = limit.map { "\($0.components.seconds) s" } ?? "it may"
        return Fault(
            .unavailable, "overdue", "reading the answer takes longer than \(time)",
            hint: "a longer time limit gives it more time")
    }

    /// A name that is not among the known ones, which are listed with the nearest first.
    public static func unknown(
        _ what: String, _ name: String, known: [String], hint: Message? = nil
    ) -> Fault {
        guard !known.isEmpty else {
            return Fault(.usage, "unknown-name", "there is no \(what) '\(name)'", hint: hint)
        }
        let known = known.reduce(into: [String]()) { if !$0.contains($1) { $0.append($1) } }
        let names = known.nearestFirst(to: name).joined(separator: ", ")
        return Fault(
            .usage, "unknown-name-of", "there is no \(what) '\(name)'; known are \(names)",
            hint: hint)
    }
}

extension [String] {
    /// These names, those first that `name` is most like.
    package func nearestFirst(to name: String) -> [String] {
        let distances = map { $0.editDistance(to: name) }
        return indices.sorted { (distances[$0], $0) < (distances[$1], $1) }.map { self[$0] }
    }
}

extension String {
    /// How many characters must be added, removed or changed to make `other` of this text.
    fileprivate func editDistance(to other: String) -> Int {
        let other = Array(other.prefix(64))
        var row = Array(0...other.count)
        for (line, character) in prefix(64).enumerated() {
            var diagonal = row[0]
            row[0] = line + 1
            for (place, otherCharacter) in other.enumerated() {
                let change = diagonal + (character == otherCharacter ? 0 : 1)
                diagonal = row[place + 1]
                row[place + 1] = Swift.min(change, row[place] + 1, row[place + 1] + 1)
            }
        }
        return row[other.count]
    }
}
