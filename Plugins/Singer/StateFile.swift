internal import BoxOffice
internal import Wire

/// What a target of Singer kept of the states that it was sent.
///
/// It is a state, a STATE message, or lines of either, of which the last counts. Empty, it is the
/// state of a target that has nothing yet.
struct StateFile {
    /// How far the target is.
    private(set) var bookmarks = Bookmarks()

    /// Reads the content of a file.
    ///
    /// - Throws: a ``Fault`` of kind `malformed` if it is no state of charts.
    init(reading bytes: [UInt8]) throws(Fault) {
        guard let state = try Self.lastState(in: bytes) else { return }
        do throws(Malformed) {
            try read(state)
        } catch {
            throw .notAState(error.reason)
        }
    }

    /// The last state in `bytes`; nil if there is nothing but white space.
    private static func lastState(in bytes: [UInt8]) throws(Fault) -> JSONValue? {
        let isBlank = { (byte: UInt8) in byte == 0x20 || (0x09...0x0D).contains(byte) }
        guard let end = bytes.lastIndex(where: { !isBlank($0) }) else { return nil }
        // A state that was made readable takes several lines.
        if let whole = try? JSONValue(objectIn: bytes) { return whole }
        let start = bytes[...end].lastIndex(of: UInt8(ascii: "\n")).map { $0 + 1 } ?? 0
        do throws(Malformed) {
            return try JSONValue(objectIn: Array(bytes[start...end]))
        } catch {
            throw start == 0 ? .notAState(error.reason) : .lastLineIsNoState
        }
    }

    private mutating func read(_ message: JSONValue) throws(Malformed) {
        var state = message
        if let type = message["type"] {
            guard type == .text("STATE"), let value = message["value"] else {
                throw Malformed("a message of another type than STATE")
            }
            state = value
        }
        guard case .object = state else { throw Malformed("a state is an object") }
        guard let streams = state["bookmarks"] else {
            guard state == .object([]) else { throw Malformed("it has no bookmarks") }
            return
        }
        guard case .object(let members) = streams else {
            throw Malformed("the bookmarks are no object")
        }
        for member in members {
            guard member.name == StateMessage.stream else {
                throw Malformed("the stream '\(member.name.excerpt)' has no bookmarks here")
            }
            guard case .list(let partitions)? = member.value["partitions"] else {
                // Some targets write a stream without any bookmark.
                guard member.value == .object([]) else {
                    throw Malformed("the bookmarks of charts are no list of partitions")
                }
                continue
            }
            for partition in partitions { try add(partition) }
        }
    }

    private mutating func add(_ partition: JSONValue) throws(Malformed) {
        guard let context = partition["context"] else {
            throw Malformed("a bookmark is of nothing")
        }
        func part(_ name: String) throws(Malformed) -> String {
            guard case .text(let text)? = context[name] else {
                throw Malformed("a bookmark has no \(name)")
            }
            return text
        }
        let name = try part("chart")
        guard let chart = Chart(rawValue: name) else {
            throw Malformed("there is no chart '\(name.excerpt)'")
        }
        guard partition["replication_key"] == .text(StateMessage.replicationKey),
            case .text(let text)? = partition["replication_key_value"],
            let day = Day(text)
        else { throw Malformed("a bookmark of \(name) is no day") }
        let period = Period(of: chart, containing: day)
        guard period.to == day else {
            throw Malformed("no period of the chart '\(name)' ends on \(day)")
        }
        func part(_ name: String, _ known: [String]) throws(Malformed) -> String {
            let text = try part(name)
            guard text == Bookmarks.Series.all || known.contains(text) else {
                throw Malformed("a bookmark has the \(name) '\(text.excerpt)', which there is not")
            }
            return text
        }
        let series = Bookmarks.Series(
            chart, region: try part("region", Region.all.map(\.name)),
            nation: try part("nation", ChartFilter.Nation.allCases.map(\.rawValue)),
            kind: try part("kind", ChartFilter.Kind.allCases.map(\.rawValue)))
        bookmarks[series] = period
    }
}

extension Fault {
    /// A target that was killed while it wrote leaves such a line.
    fileprivate static let lastLineIsNoState = Fault(
        .malformed, "last-line-no-state", "the last line is no state of Singer messages",
        hint: "without that line, it is the state before")

    fileprivate static func notAState(_ reason: String) -> Fault {
        Fault(
            .malformed, "not-a-state",
            "this is no state of Singer messages about charts: \(Message(sentence: reason))")
    }
}
