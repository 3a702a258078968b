internal import BoxOffice
internal import Wire

/// What a target of Singer kept of the states that it was sent.
///
/// It is a state, a STATE message, or lines of either, of which the last counts, whatever other
/// messages follow it. Empty, it is the state of a target that has nothing yet.
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

    /// Whether `line` is a state, or a message with one.
    static func isState(_ line: ArraySlice<UInt8>) -> Bool {
        // Of a log nearly all lines are such.
        if line.starts(with: #"{"type":"RECORD","#.utf8) { return false }
        guard let object = try? JSONValue(objectIn: Array(line)) else { return false }
        return !object.isOtherMessage
    }

    /// What messages without a state begin with, also those that are cut.
    private static let openings = [
        #"{"type":"RECORD","#, #"{"type":"SCHEMA","#, #"{"type": "RECORD","#,
        #"{"type": "SCHEMA","#,
    ].map { Array($0.utf8) }

    /// The last state in `bytes`; nil if there is none, but white space or other messages.
    ///
    /// A line that is cut, because the target was killed while it wrote, does not count: the state
    /// before it does, and what it had more is sent again. Without one before it a state that is cut is
    /// refused, because nobody knows what it was.
    private static func lastState(in bytes: [UInt8]) throws(Fault) -> JSONValue? {
        // A state that was made readable takes several lines.
        if let whole = try? JSONValue(objectIn: bytes) { return whole.isOtherMessage ? nil : whole }
        var trouble: Malformed?
        for line in bytes.split(separator: UInt8(ascii: "\n")).reversed() {
            guard line.contains(where: { !($0 == 0x20 || (0x09...0x0D).contains($0)) }) else {
                continue
            }
            do throws(Malformed) {
                let object = try JSONValue(objectIn: Array(line))
                if !object.isOtherMessage { return object }
            } catch {
                let isRow = Self.openings.contains { line.starts(with: $0) }
                if !isRow { trouble = trouble ?? error }
            }
        }
        if let trouble { throw .notAState(trouble.reason) }
        return nil
    }

    private mutating func read(_ message: JSONValue) throws(Malformed) {
        var state = message
        if message["type"] != nil {
            guard let value = message["value"] else { throw Malformed("it has no value") }
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
        try Self.check(
            partition, "a bookmark",
            ["context", "replication_key", "replication_key_value", "provisional", "top", "deep"])
        try Self.check(context, "a bookmark", ["source", "chart", "region", "nation", "kind"])
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
        func part(_ name: String, _ known: [String]) throws(Malformed) -> String {
            let text = try part(name)
            guard text == Bookmarks.Series.all || known.contains(text) else {
                throw Malformed("a bookmark has the \(name) '\(text.excerpt)', which there is not")
            }
            return text
        }
        let series = Bookmarks.Series(
            chart, of: context["source"] == nil ? "" : try part("source"),
            region: try part("region", Region.all.map(\.name)),
            nation: try part("nation", ChartFilter.Nation.allCases.map(\.rawValue)),
            kind: try part("kind", ChartFilter.Kind.allCases.map(\.rawValue)))
        var mark = Bookmarks.Mark()
        if partition["replication_key"] != nil || partition["provisional"] == nil {
            guard partition["replication_key"] == .text(StateMessage.replicationKey),
                let value = partition["replication_key_value"]
            else { throw .noDay(of: chart) }
            mark.last = try Self.period(of: chart, endingOn: value)
        }
        mark.selection = try Self.selection(in: partition)
        guard case .list(let editions) = partition["provisional"] ?? .list([]) else {
            throw Malformed("the provisional editions of \(name) are no list")
        }
        for edition in editions {
            let period = try Self.period(of: chart, endingOn: edition["to"] ?? .null)
            guard period.from > mark.last?.from ?? period.from.advanced(by: -1) else { continue }
            mark.provisional[period] = try Self.sent(edition)
        }
        bookmarks[series] = mark
    }

    private static func period(
        of chart: Chart, endingOn value: JSONValue
    ) throws(Malformed) -> Period {
        guard case .text(let text) = value, let day = Day(text) else {
            throw .noDay(of: chart)
        }
        let period = Period(of: chart, containing: day)
        guard period.to == day else {
            throw Malformed("no period of the chart '\(chart.rawValue)' ends on \(day)")
        }
        return period
    }

    private static func selection(
        in partition: JSONValue
    ) throws(Malformed) -> Bookmarks.Selection? {
        let isDeep = partition["deep"] ?? .boolean(false)
        switch partition["top"] {
        case nil: return nil
        case .null?: return Bookmarks.Selection(isDeep: isDeep == .boolean(true))
        case .number(let text)?:
            guard let top = Int(text), top > 0 else { break }
            return Bookmarks.Selection(top: top, isDeep: isDeep == .boolean(true))
        default: break
        }
        throw Malformed("a bookmark has a number of rows that is none")
    }

    /// Refuses a field that no state has: a misspelt one would be taken for one that is not there.
    private static func check(
        _ object: JSONValue, _ what: Message, _ known: [String]
    ) throws(Malformed) {
        guard case .object(let members) = object,
            let other = members.first(where: { !known.contains($0.name) })
        else { return }
        throw Malformed("\(what) has a field '\(other.name.excerpt)', which there is not")
    }

    private static func sent(_ edition: JSONValue) throws(Malformed) -> Bookmarks.Sent {
        try check(edition, "a provisional edition", ["to", "movie_codes", "short"])
        guard case .list(let codes)? = edition["movie_codes"] else {
            throw Malformed("a provisional edition has no films")
        }
        var sent = Bookmarks.Sent([], isShort: edition["short"] == .boolean(true))
        for code in codes {
            guard case .text(let code) = code else { throw Malformed("a film has no code") }
            sent.films.append(code)
        }
        return sent
    }
}

extension Malformed {
    fileprivate static func noDay(of chart: Chart) -> Malformed {
        Malformed("a bookmark of \(chart.rawValue) is no day")
    }
}

extension JSONValue {
    /// Whether this is a message that is not a STATE.
    fileprivate var isOtherMessage: Bool {
        guard case .text(let type)? = self["type"] else { return false }
        return type != "STATE"
    }
}

extension Fault {
    fileprivate static func notAState(_ reason: Message) -> Fault {
        Fault(
            .malformed, "not-a-state",
            "this is no state of Singer messages about charts: \(reason)")
    }
}
