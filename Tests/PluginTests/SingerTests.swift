import BoxOffice
import Foundation
import Singer
import Testing

@Suite struct SingerTests {
    private let columns = [
        Column("rank", "순위", .integer), Column("title", "영화명", .text),
        Column("audience_count", "관객수", .integer),
    ]
    private let code = Column("movie_code", "영화코드", .text)

    private func day(_ number: Int) -> Period {
        Period(of: .daily, containing: Day(daysSince1970: 19_100 + number))
    }

    /// Returns the messages for days, each with its region and whether it is final.
    private func messages(
        of editions: [(number: Int, region: String?, isFinal: Bool)], regions: [String] = [],
        after bookmarks: Bookmarks? = nil, from first: Int = 1
    ) throws -> [[String: Any]] {
        try messages(
            of: editions.map { ($0, $1, ["20204548"], EditionState(isFinal: $2)) },
            regions: regions, after: bookmarks, from: first
        ).messages
    }

    /// Returns the messages for days, each with its region, its films and its state, and the remarks;
    /// a film with a question mark has no figure.
    private func messages(
        of editions: [(number: Int, region: String?, films: [String], state: EditionState)],
        regions: [String] = [], after bookmarks: Bookmarks? = nil, from first: Int = 1,
        top: Int? = nil, allowsEmpty: Bool = false
    ) throws -> (messages: [[String: Any]], remarks: [String]) {
        var document = DocumentDescription(dataset: "chart", sources: ["test"])
        document.top = top
        document.allowsEmpty = allowsEmpty
        document.periods = Periods(from: day(first), to: day(9))
        let known = try regions.flatMap { try Region.list(named: $0) }
        document.regions = known
        document.bookmarks = bookmarks
        let layout = Layout(
            columns: columns, unwritten: [code],
            options: try PluginOptions([], for: Singer().manifest), document: document)
        let rows = editions.map { number, region, films, _ -> (ChartEdition, [[Value]]) in
            let filter = ChartFilter(region: known.first { $0.name == region })
            let edition = ChartEdition(day(number), filter: filter)
            return (
                edition,
                films.map { film -> [Value] in
                    let code = film.replacing("?", with: "")
                    return [
                        .integer(1), .text("a"), film == code ? .integer(1) : .missing, .text(code),
                    ]
                }
            )
        }
        let (bytes, remarks) = try Singer().written(layout, of: rows, in: { editions[$0].state })
        let lines = try bytes.text.split(separator: "\n").map { line in
            let object = try JSONSerialization.jsonObject(with: Data(line.utf8))
            return try #require(object as? [String: Any])
        }
        return (lines, remarks.map(\.code))
    }

    /// Returns the records: the day's number and the film, with a minus if it is removed.
    private func records(_ messages: [[String: Any]]) throws -> [String] {
        try messages.compactMap { $0["record"] as? [String: Any] }.map { record in
            let day = try #require((record["from"] as? String).flatMap { Day($0) })
            let isRemoved = try #require(record["is_removed"] as? Bool)
            let number = day.daysSince1970 - 19_100
            return "\(number) \(isRemoved ? "-" : "")\(record["movie_code"] ?? "")"
        }
    }

    /// Returns the bookmark of the country's daily chart in the last STATE message.
    private func mark(_ messages: [[String: Any]]) throws -> Bookmarks.Mark {
        #expect(messages.last?["type"] as? String == "STATE")
        let data = try JSONSerialization.data(withJSONObject: messages.last ?? [:])
        let bookmarks = try Singer().bookmarks(in: Array(data))
        return bookmarks[.init(.daily, of: "test")]
    }

    /// Returns the numbers of figures of films that have one.
    private func figures(_ films: [String]) -> [String: Int] {
        Dictionary(films.map { ($0, 1) }) { $1 }
    }

    /// Returns the bookmarks of a reader that has all days up to `last`, and films of later ones.
    private func reader(_ last: Int, _ films: [Int: [String]], isShort: Bool = false) -> Bookmarks {
        var bookmarks = Bookmarks()
        let series = Bookmarks.Series(.daily, of: "test")
        bookmarks[series].last = day(last)
        for (number, films) in films {
            bookmarks[series].provisional[day(number)] = .init(
                films, figures: isShort ? figures(films) : nil)
        }
        return bookmarks
    }

    /// Returns the values of the bookmarks of each STATE message.
    private func states(_ messages: [[String: Any]]) throws -> [[String]] {
        try messages.filter { $0["type"] as? String == "STATE" }.map { message in
            let data = try JSONSerialization.data(withJSONObject: message)
            let text = String(decoding: data, as: UTF8.self)
            let bookmarks = try Singer().bookmarks(in: Array(text.utf8))
            return bookmarks.series.map {
                "\($0.region) \(bookmarks[$0].last?.to.description ?? "")"
            }
        }
    }

    @Test("A state follows each final period; bookmarks stop before missing or provisional ones")
    func bookmarks() throws {
        let day = { (number: Int) in "all \(self.day(number).to)" }
        let whole = try messages(of: [(1, nil, true), (2, nil, true)])
        #expect(try states(whole) == [[day(1)], [day(2)]])
        #expect(whole.last?["type"] as? String == "STATE")
        let missing = try messages(of: [(1, nil, true), (3, nil, true), (4, nil, true)])
        #expect(try states(missing) == [[day(1)], [day(1)]])
        let young = try messages(of: [(1, nil, true), (2, nil, false), (3, nil, true)])
        #expect(try states(young) == [[day(1)], [day(1)]])
        #expect(young.filter { $0["type"] as? String == "RECORD" }.count == 3)
        // If nothing is final, the state has the films that may still change.
        let new = try messages(of: [(1, nil, false)])
        #expect(try states(new) == [["all "]])
        #expect(try mark(new).provisional == [self.day(1): .init(["20204548"])])
        // If the first day is missing, the next run begins there.
        #expect(try mark(messages(of: [(2, nil, true)], from: 1)).next == self.day(1))
    }

    @Test("Each region has its bookmark, and rows up to it are not written again")
    func regions() throws {
        var known = Bookmarks()
        known[.init(.daily, of: "test", region: "서울시")].last = day(2)
        let all = try messages(
            of: [
                (1, "서울시", true), (1, "부산시", true), (2, "서울시", true), (2, "부산시", true),
                (3, "서울시", true), (3, "부산시", true),
            ], regions: ["서울", "부산"], after: known)
        let rows = all.compactMap { ($0["record"] as? [String: Any])?["region"] as? String }
        #expect(rows == ["부산시", "부산시", "서울시", "부산시"])
        #expect(
            try states(all) == [
                ["부산시 \(day(1).to)", "서울시 \(day(2).to)"],
                ["부산시 \(day(2).to)", "서울시 \(day(2).to)"],
                ["부산시 \(day(3).to)", "서울시 \(day(3).to)"],
            ])
    }

    @Test("A film that the next edition lacks comes once more, marked as removed, without figures")
    func removed() throws {
        let after = reader(1, [2: ["a", "b", "c"], 3: ["d"]])
        let (all, remarks) = try messages(
            of: [
                (2, nil, ["c", "x"], EditionState(isFinal: true)), (3, nil, ["d", "e"], .init()),
            ], after: after, from: 2)
        #expect(
            try records(all) == ["2 c", "2 x", "2 -a", "2 -b", "3 d", "3 e"] && remarks.isEmpty)
        let record = try #require(all[3]["record"] as? [String: Any])
        let keys = ["source", "chart", "from", "region", "nation", "kind", "movie_code"]
        let filled = record.filter { !($1 is NSNull) }.keys
        #expect(Set(filled) == Set(keys + ["to", "year_week", "is_removed"]))
        let mark = try mark(all)
        #expect(mark.last == day(2) && mark.provisional == [day(3): .init(["d", "e"])])
    }

    @Test("A state carries the films of all editions after its bookmark, and those of missing ones")
    func carried() throws {
        let after = reader(1, [2: ["a"], 3: ["b"]])
        // The second day is missing; the third is final, but comes after it.
        let (all, _) = try messages(
            of: [(3, nil, ["c"], EditionState(isFinal: true))], after: after, from: 2)
        #expect(try records(all) == ["3 c", "3 -b"])
        #expect(try mark(all).provisional == [day(2): .init(["a"]), day(3): .init(["c"])])
    }

    @Test(
        "Rows of a short or empty edition do not replace fuller ones, and a remark says so",
        arguments: [
            (["a", "b"], false, ["a"], true), (["a", "b"], true, ["a"], true),
            (["a", "b"], false, ["a", "b?"], true), (["a"], false, [], false),
            (["a"], false, [], true),
        ])
    func held(sent: [String], wasShort: Bool, films: [String], isShort: Bool) throws {
        for isFinal in [false, true] {
            let (all, remarks) = try messages(
                of: [(2, nil, films, EditionState(isFinal: isFinal, isShort: isShort))],
                after: reader(1, [2: sent], isShort: wasShort), from: 2)
            #expect(try records(all).isEmpty && remarks == ["rows-held"])
            let mark = try mark(all)
            #expect(mark.last == day(1))
            #expect(
                mark.provisional == [
                    day(2): .init(sent, figures: wasShort ? figures(sent) : nil)
                ])
        }
    }

    @Test(
        "A short edition is sent if there was no fuller one, and removes nothing; a full one does")
    func short() throws {
        let short = EditionState(isShort: true)
        let first = try messages(of: [(2, nil, ["a"], short)], after: reader(1, [:]), from: 2)
        #expect(try records(first.messages) == ["2 a"] && first.remarks.isEmpty)
        #expect(try mark(first.messages).provisional == [day(2): .init(["a"], figures: ["a": 1])])
        let after = reader(1, [2: ["a"]], isShort: true)
        let more = try messages(of: [(2, nil, ["b", "c"], short)], after: after, from: 2)
        #expect(try records(more.messages) == ["2 b", "2 c"] && more.remarks == ["rows-held"])
        #expect(try mark(more.messages).provisional[day(2)]?.films == ["b", "c", "a"])
        // The figures of a whole edition are not counted, but known to be there.
        let same = try messages(
            of: [(2, nil, ["a", "c"], short)], after: reader(1, [2: ["a", "b"]]), from: 2)
        #expect(try records(same.messages) == ["2 a", "2 c"] && same.remarks == ["rows-held"])
        let left = ["a", "c", "b"]
        #expect(
            try mark(same.messages).provisional == [day(2): .init(left, figures: figures(left))])
        let full = try messages(
            of: [(2, nil, ["b"], EditionState(isFinal: true))], after: after, from: 2)
        #expect(try records(full.messages) == ["2 b", "2 -a"])
        #expect(try mark(full.messages).last == day(2))
    }

    @Test("An empty edition removes everything if that is allowed")
    func empty() throws {
        let (all, remarks) = try messages(
            of: [(2, nil, [], EditionState(isFinal: true))], after: reader(1, [2: ["a"]]), from: 2,
            allowsEmpty: true)
        #expect(try records(all) == ["2 -a"] && remarks.isEmpty)
        #expect(try mark(all).last == day(2))
    }

    @Test("Final editions that are sent again are compared with what the archive had")
    func refreshed() throws {
        var after = reader(8, [:])
        after.refreshedFrom = day(2)
        let final = EditionState(isFinal: true)
        // The rows of a file may have lacked the figure all along.
        var ofFile = final
        ofFile.mayLackRows = true
        func had(_ films: [String], isShort: Bool = false) -> EditionState {
            EditionState(isFinal: true, isShort: isShort, earlierFilms: films)
        }
        let (all, remarks) = try messages(
            of: [
                (1, nil, ["a"], final), (2, nil, ["a"], had(["a", "b", "c"])),
                (3, nil, ["a"], final), (4, nil, ["a"], had(["b", "c"], isShort: true)),
                (5, nil, [], had(["b"])), (6, nil, ["a"], EditionState(isShort: true)),
                (7, nil, [], final), (8, nil, ["a?"], ofFile),
            ], after: after, top: 2)
        #expect(try records(all) == ["2 a", "2 -b", "3 a", "8 a"])
        #expect(remarks == ["rows-held", "sent-again"])
        let mark = try mark(all)
        #expect(mark.last == day(8) && mark.provisional.isEmpty && mark.top == 2)
    }

    @Test("Films that the archive had of a new edition are removed, in case a run ended early")
    func endedEarly() throws {
        let earlier = EditionState(earlierFilms: ["a", "x"])
        let after = reader(1, [2: ["a", "b"]])
        let (all, _) = try messages(of: [(2, nil, ["c"], earlier)], after: after, from: 2)
        #expect(try records(all) == ["2 c", "2 -a", "2 -b", "2 -x"])
        // A short edition does not show that they are gone, and none of them counts as sent.
        for (films, state, sent) in [
            (["c"], EditionState(isShort: true, earlierFilms: ["x"]), ["2 c"]),
            ([], EditionState(isShort: true, earlierFilms: ["x"]), []),
            ([], EditionState(isFinal: true, earlierFilms: ["x"]), ["2 -x"]),
        ] {
            let (all, remarks) = try messages(
                of: [(2, nil, films, state)], after: reader(1, [:]), from: 2)
            #expect(try records(all) == sent && remarks.isEmpty)
            let mark = try mark(all)
            #expect(mark.last == day(state.isFinal ? 2 : 1))
            #expect(mark.provisional[day(2)]?.films == (state.isFinal ? nil : films))
        }
    }

    @Test("A state is read as it was written")
    func roundTrip() throws {
        var bookmarks = reader(3, [4: ["a", "b"], 5: []], isShort: true)
        bookmarks[.init(.daily, of: "test")].top = 5
        bookmarks[.init(.weekend, of: "test", region: "서울시", kind: "art")].last = Period(
            of: .weekend, containing: day(1).from)
        bookmarks[.init(.weekly, of: "my \"source\"")].provisional = [
            Period(of: .weekly, containing: day(1).from): .init(["x"])
        ]
        let (all, _) = try messages(
            of: [(3, nil, ["a"], EditionState())], after: bookmarks, top: 5)
        let data = try JSONSerialization.data(withJSONObject: all.last ?? [:])
        #expect(all.count == 2 && all.last?["type"] as? String == "STATE")
        #expect(try Singer().bookmarks(in: Array(data)) == bookmarks)
    }

    @Test("The last state in a log counts, whatever follows it and wherever a line is cut")
    func logs() throws {
        let state = { (day: Int) in
            """
            {"type":"STATE","value":{"bookmarks":{"charts":{"partitions":[{"context":{"source":"test","chart":"daily",\
            "region":"all","nation":"all","kind":"all"},"replication_key":"to",\
            "replication_key_value":"\(self.day(day).to)"}]}}}}

            """
        }
        let others = """
            {"type":"SCHEMA","stream":"charts","schema":{},"key_properties":[]}
            {"type": "RECORD", "stream": "charts", "record": {"bookmarks": {}}}

            """
        for text in [
            others + state(1) + others + state(2), state(1) + state(2) + others,
            state(2) + state(3).dropLast(20), state(2) + others.dropLast(20),
            state(1) + state(3).prefix(40) + "\n" + state(2), state(2) + "now loading …\n",
        ] {
            let bookmarks = try Singer().bookmarks(in: Array(text.utf8))
            #expect(bookmarks[.init(.daily, of: "test")].last == day(2), "\(text)")
        }
        for text in [
            others, String(others.prefix(68)), String(others.dropLast(30)),
            String(others.prefix(40)) + others,
        ] {
            #expect(try Singer().bookmarks(in: Array(text.utf8)).series == [])
        }
        #expect(throws: Fault.self) {
            try Singer().bookmarks(in: Array((others + state(1).prefix(50)).utf8))
        }
        let lines = (others + state(1) + "{}\n{\"x\":1}\nx").split(separator: "\n").map {
            Singer().isState(ArraySlice($0.utf8))
        }
        #expect(lines == [false, false, true, true, true, false])
    }

    @Test("States are read in every form that targets keep, and the last line counts")
    func stateFiles() throws {
        let partition = { (day: String) in
            """
            {"context":{"source":"test","chart":"weekend","region":"서울시","nation":"all","kind":"art"},\
            "replication_key":"to","replication_key_value":"\(day)"}
            """
        }
        let state = { "{\"bookmarks\":{\"charts\":{\"partitions\":[\(partition($0))]}}}" }
        let message = { "{\"type\":\"STATE\",\"value\":\(state($0))}" }
        let readable = state("2022-06-05").replacing("{", with: "{\n  ")
        for text in [
            state("2022-06-05"), message("2022-06-05"), readable, state("2022-06-05") + "\r\n \n",
            "\(state("2022-05-29"))\n\(message("2022-06-05"))\n",
            "{}\n\(state("2022-06-05"))", "not a state\n\(state("2022-06-05"))\n",
        ] {
            let bookmarks = try Singer().bookmarks(in: Array(text.utf8))
            let series = Bookmarks.Series(.weekend, of: "test", region: "서울시", kind: "art")
            #expect(bookmarks[series].last?.to.description == "2022-06-05", "\(text)")
            #expect(bookmarks.series == [series])
        }
        for text in ["", "\n \n", "{}", "{\"bookmarks\":{}}", "{\"bookmarks\":{\"charts\":{}}}"] {
            #expect(try Singer().bookmarks(in: Array(text.utf8)).series == [], "\(text)")
        }
    }
}

extension EditionState {
    /// Makes the state of the rows of a test.
    init(isFinal: Bool = false, isShort: Bool = false, earlierFilms: [String]? = nil) {
        self.init()
        self.isFinal = isFinal
        self.isShort = isShort
        self.earlierFilms = earlierFilms.map {
            Dictionary(zip($0, $0.indices)) { first, _ in first }
        }
    }
}
