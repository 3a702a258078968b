internal import BoxOffice
internal import Wire

/// The state of a Singer target: how far its reader has got.
///
/// It has the form that Singer's SDKs use for streams with several bookmarks: a partition for each
/// chart, region and selection of films. Besides the bookmark, a partition has the row limit of the
/// runs, the number of the last correction of final periods that was sent and, for later periods,
/// the codes of the films that were sent and, where rows or figures may have been missing, how many
/// figures each had.
extension Bookmarks {
    /// The stream that has bookmarks: the one of all charts.
    static let stream = "charts"
    /// The column whose values are the bookmarks: the last day of the period.
    static let replicationKey = "to"

    // MARK: - Writing

    /// The STATE message, without a line end.
    var message: String {
        let partitions = series.map { #"{"context":\#($0.context)\#(self[$0].fields)}"# }
            .joined(separator: ",")
        return
            #"{"type":"STATE","value":{"bookmarks":{"\#(Self.stream)":{"partitions":[\#(partitions)]}}}}"#
    }

    // MARK: - Reading

    /// Reads the states that a target kept.
    ///
    /// The bytes are a state, a STATE message, or lines of either, of which the last counts,
    /// whatever other messages follow it. Empty bytes are the state of a target that has nothing
    /// yet.
    ///
    /// - Throws: a ``Fault`` of kind `malformed` if the bytes are not a state of charts.
    init(reading bytes: [UInt8]) throws(Fault) {
        self.init()
        do throws(Malformed) {
            if let state = try Self.lastState(in: bytes) { try read(state) }
        } catch {
            throw .notAState(error.reason)
        }
    }

    /// Returns true if `line` is a state, or a message with one.
    static func isState(_ line: ArraySlice<UInt8>) -> Bool {
        // Nearly all lines of a log are records.
        if line.starts(with: #"{"type":"RECORD","#.utf8) { return false }
        guard let object = try? JSONValue(objectIn: Array(line)) else { return false }
        return !object.isOtherMessage
    }

    /// Returns the last state in `bytes`; nil if there is only white space or other messages.
    ///
    /// A line that is cut off, because the target was killed while it wrote, does not count: the
    /// state before it does, and everything after that is sent again. If there is no state before
    /// it, the line is an error, because it is unknown what it was.
    private static func lastState(in bytes: [UInt8]) throws(Malformed) -> JSONValue? {
        // A pretty-printed state takes several lines.
        if let whole = try? JSONValue(objectIn: bytes) { return whole.isOtherMessage ? nil : whole }
        // The beginnings of messages without a state, even if they are cut off.
        let openings = ["RECORD", "SCHEMA"].flatMap {
            [#"{"type":"\#($0)","#, #"{"type": "\#($0)","#]
        }
        var trouble: Malformed?
        for line in bytes.split(separator: UInt8(ascii: "\n")).reversed() {
            do throws(Malformed) {
                let object = try JSONValue(objectIn: Array(line))
                if !object.isOtherMessage { return object }
            } catch {
                let isBlank = line.allSatisfy { $0 == 0x20 || (0x09...0x0D).contains($0) }
                let isRow = openings.contains { line.starts(with: $0.utf8) }
                if !isBlank, !isRow { trouble = trouble ?? error }
            }
        }
        if let trouble { throw trouble }
        return nil
    }

    private mutating func read(_ message: JSONValue) throws(Malformed) {
        let state = message["type"] == nil ? message : message["value"]
        if state == .object([]) { return }
        guard case .object(let members)? = state?["bookmarks"] else {
            throw Malformed("it has no bookmarks")
        }
        for member in members {
            guard member.name == Self.stream else {
                throw Malformed("the stream '\(member.name.excerpt)' has no bookmarks here")
            }
            if case .list(let partitions)? = member.value["partitions"] {
                for partition in partitions { try add(partition) }
            } else if member.value != .object([]) {
                // Some targets write a stream without any bookmarks.
                throw Malformed("the bookmarks of charts are not a list of partitions")
            }
        }
    }

    private mutating func add(_ partition: JSONValue) throws(Malformed) {
        let context = partition["context"] ?? .null
        try partition.check(
            "a bookmark",
            [
                "context", "replication_key", "replication_key_value", "provisional", "top", "deep",
                "corrections",
            ])
        try context.check("a bookmark", ["source", "chart", "region", "nation", "kind"])
        func part(_ name: String, _ known: [String]? = nil) throws(Malformed) -> String {
            guard case .text(let text)? = context[name] else {
                throw Malformed("a bookmark has no \(name)")
            }
            guard text == Series.all || known?.contains(text) ?? true else {
                throw Malformed("a bookmark has the unknown \(name) '\(text.excerpt)'")
            }
            return text
        }
        let name = try part("chart")
        guard let chart = Chart(rawValue: name) else {
            throw Malformed("there is no chart '\(name.excerpt)'")
        }
        let series = Series(
            chart, of: try part("source"), region: try part("region"),
            nation: try part("nation", ChartFilter.Nation.allCases.map(\.rawValue)),
            kind: try part("kind", ChartFilter.Kind.allCases.map(\.rawValue)))
        var mark = Mark()
        if partition["replication_key"] != nil || partition["provisional"] == nil {
            let isOfDays = partition["replication_key"] == .text(Self.replicationKey)
            mark.last = try Period(
                of: chart, endingOn: isOfDays ? partition["replication_key_value"] : nil)
        }
        switch partition["top"] {
        case nil: break
        case .null: mark.top = .max
        case .number(let text) where Int(text) ?? 0 > 0: mark.top = Int(text)
        default: throw Malformed("a bookmark has an invalid number of rows")
        }
        switch partition["deep"] {
        case nil, .boolean(false): break
        case .boolean(true): mark.isDeep = true
        default: throw Malformed("a bookmark does not say whether it is of runs with --deep")
        }
        if let corrections = partition["corrections"] {
            guard case .text(let archive)? = corrections["archive"],
                case .number(let text)? = corrections["number"], let number = Int(text), number >= 0
            else { throw Malformed("a bookmark has an invalid number of corrections") }
            mark.corrections = Bookmarks.CorrectionMark(number, of: archive)
        }
        guard case .list(let editions) = partition["provisional"] ?? .list([]) else {
            throw Malformed("the provisional editions of \(name) are not a list")
        }
        for edition in editions {
            let period = try Period(of: chart, endingOn: edition["to"])
            if let last = mark.last, period.from <= last.from { continue }
            mark.provisional[period] = try Sent(edition)
        }
        self[series] = mark
    }
}

extension Bookmarks.Series {
    /// The context object of its partition.
    fileprivate var context: String {
        Value.json(of: [
            ("source", .text(source)), ("chart", .text(chart.rawValue)), ("region", .text(region)),
            ("nation", .text(nation)), ("kind", .text(kind)),
        ])
    }
}

extension Bookmarks.Mark {
    /// The fields of a partition after its context.
    fileprivate var fields: String {
        var fields = ""
        if let last {
            fields += #","replication_key":"\#(Bookmarks.replicationKey)""#
            fields += #","replication_key_value":"\#(last.to)""#
        }
        if let top { fields += #","top":\#(top == .max ? "null" : "\(top)"),"deep":\#(isDeep)"# }
        if corrections.number > 0 {
            fields += #","corrections":{"archive":\#(corrections.archive.inJSON),"#
            fields += #""number":\#(corrections.number)}"#
        }
        let editions = provisional.sorted { $0.key.from < $1.key.from }.map { period, sent in
            #"{"to":"\#(period.to)"\#(sent.fields)}"#
        }
        guard !editions.isEmpty else { return fields }
        return fields + #","provisional":[\#(editions.joined(separator: ","))]"#
    }
}

extension Bookmarks.Sent {
    /// The fields of a provisional edition after its period.
    fileprivate var fields: String {
        let codes = #","movie_codes":"# + Value.list(films).json
        guard let figures else { return codes }
        let counts = films.map { "\(figures[$0] ?? 0)" }.joined(separator: ",")
        return codes + #","figures":[\#(counts)]"#
    }

    /// Reads a provisional edition.
    fileprivate init(_ edition: JSONValue) throws(Malformed) {
        try edition.check("a provisional edition", ["to", "movie_codes", "figures"])
        guard let films = edition["movie_codes"]?.textItems else {
            throw Malformed("a provisional edition has no films")
        }
        self.init(films)
        guard let counts = edition["figures"] else { return }
        var numbers: [Int] = []
        if case .list(let counts) = counts {
            for case .number(let text) in counts { numbers += [Int(text)].compactMap(\.self) }
        }
        guard numbers.count == films.count else {
            throw Malformed("a provisional edition does not have a number of figures for each film")
        }
        figures = Dictionary(zip(films, numbers)) { $1 }
    }
}

extension Period {
    /// Reads a bookmark.
    fileprivate init(of chart: Chart, endingOn value: JSONValue?) throws(Malformed) {
        guard case .text(let text)? = value, let day = Day(text) else {
            throw Malformed("a bookmark of \(chart.rawValue) is not a day")
        }
        self.init(of: chart, containing: day)
        guard to == day else {
            throw Malformed("no period of the chart '\(chart.rawValue)' ends on \(day)")
        }
    }
}

extension JSONValue {
    /// True if this is a message other than a STATE.
    fileprivate var isOtherMessage: Bool {
        guard case .text(let type)? = self["type"] else { return false }
        return type != "STATE"
    }

    /// Refuses a field that no state has, because a misspelt one would count as missing.
    fileprivate func check(_ what: Message, _ known: [String]) throws(Malformed) {
        guard case .object(let members) = self,
            let other = members.first(where: { !known.contains($0.name) })
        else { return }
        throw Malformed("\(what) has an unknown field '\(other.name.excerpt)'")
    }
}

extension String {
    /// The text in JSON, in quotes.
    var inJSON: String { Value.text(self).json }
}

extension Fault {
    fileprivate static func notAState(_ reason: Message) -> Fault {
        Fault(
            .malformed, "not-a-state",
            "this is not a state of Singer messages about charts: \(reason)")
    }
}
