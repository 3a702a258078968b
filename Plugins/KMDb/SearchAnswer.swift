internal import BoxOffice
internal import Wire

/// An answer of KMDb's search: a page of the films that it found, or a refusal.
struct SearchAnswer: Sendable {
    /// The films.
    private(set) var films: [FoundFilm] = []
    /// How many films the search found in all.
    private(set) var total = 0
    /// What KMDb refuses; nil if it answers the search.
    private(set) var refusal: Fault?

    private enum Root: Int, WireField {
        case Data
        static let names = FieldNames(of: Self.self)
        var isNested: Bool { true }
    }

    private enum Collection: Int, WireField {
        case TotalCount, Result
        static let names = FieldNames(of: Self.self)
        var isNested: Bool { self == .Result }
    }

    /// Reads a body.
    ///
    /// KMDb is said to send raw control characters inside strings now and then, which is not JSON.
    /// With a space for each of them it is: between values both mean nothing, and no code or number
    /// has one inside.
    init(reading body: [UInt8], within limit: Duration? = nil) throws(Malformed) {
        do throws(Malformed) {
            try self.init(strictly: body, within: limit)
        } catch {
            guard error != .overdue, body.contains(where: { $0 < 0x20 }) else { throw error }
            try self.init(strictly: body.map { $0 < 0x20 ? 0x20 : $0 }, within: limit)
        }
    }

    private init(strictly body: [UInt8], within limit: Duration?) throws(Malformed) {
        let root = try Tree(.json, body, within: limit).root
        guard let data = try root.object(Root.self)[.Data] else {
            refusal = .kmdbKey(try JSONValue(objectIn: body).texts.joined(separator: ", "))
            return
        }
        for node in try data.list() {
            let collection = try node.object(Collection.self)
            // No number of results is so large that the sum overflows.
            total += min(max(0, collection.text(.TotalCount).flatMap { Int($0) } ?? 0), 1 << 32)
            // Without a result, the list may also be an empty text.
            guard let node = collection[.Result], (try? node.text()) != .some(nil) else { continue }
            let results = try node.list()
            for film in results { films.append(try FoundFilm(reading: film)) }
        }
        total = max(total, films.count)
    }
}

extension JSONValue {
    /// The texts in the value, in their order.
    fileprivate var texts: [String] {
        switch self {
        case .text(let text): [text]
        case .number(let number): [number]
        case .list(let items): items.flatMap(\.texts)
        case .object(let members): members.flatMap(\.value.texts)
        case .null, .boolean: []
        }
    }
}

extension Fault {
    /// KMDb answers without a result, saying `text`: it refuses the key.
    ///
    /// The text is one line of at most 120 characters, so that a message stays readable.
    static func kmdbKey(_ text: String) -> Fault {
        let words = text.split { $0.isWhitespace || $0.isNewline }.joined(separator: " ")
        let said = String((words.cleaned ?? "").prefix(120))
        return Fault(
            .keyRefused, "kmdb-key",
            said.isEmpty
                ? Message("kmdb-key", "KMDb refused the key")
                : Message("kmdb-key-said", "KMDb refused the key: \(said)"),
            hint: "check KMDB_API_KEY; keys are issued at \(KMDb.keysAt)")
    }
}
