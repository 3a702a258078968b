import BoxOffice
import Testing
@testable import Text

/// Charts in sentences: what a recorded text cannot show.
@Suite struct TextTests {
    private func text(
        _ rows: [[String: Value]], _ state: EditionState = EditionState(), films: Int = 3,
        header: Layout.Header = .ko, ending: DocumentEnding = DocumentEnding()
    ) throws -> String {
        let document = JoinedDocument(sources: [.korean], weekends: 1)
        let layout = try document.layout(for: Text(), options: ["films=\(films)"], header: header)
        var written = TextDocument(layout)
        var buffer = ByteBuffer()
        let edition = ChartEdition(
            Period(of: .daily, containing: try #require(Day("2022-06-05"))),
            filter: ChartFilter(nation: .korean))
        try written.begin(edition, into: &buffer)
        for row in rows {
            let cells = (layout.columns + layout.unwritten).map { row[$0.name] ?? .missing }
            try written.write(cells.span, into: &buffer)
        }
        try written.end(edition, state, into: &buffer)
        _ = try written.finish(ending, into: &buffer)
        return String(decoding: buffer.taken(), as: UTF8.self)
    }

    private func row(
        _ rank: Int?, _ title: String, _ count: Int? = nil, total: Int? = nil, isNew: Bool = false
    ) -> [String: Value] {
        [
            "rank": Value(rank), "title": .text(title), "audience_count": Value(count),
            "audience_total": Value(total), "is_new": .boolean(isNew),
        ]
    }

    private static let start = "2022년 6월 5일 일별 박스오피스(한국영화)"

    @Test("A film's line never says more than its row")
    func unknown() throws {
        #expect(
            try text([row(1, "괴물"), row(2, "영화", 7), row(3, "F1")])
                == "\(Self.start) 1위는 ‘괴물’로, 관객수는 알 수 없다. 다음은 2위 ‘영화’(7명), 3위 ‘F1’ 순이다.\n")
        #expect(
            try text([row(1, "기생충", total: 12_345)])
                == "\(Self.start) 1위는 ‘기생충’으로, 누적 관객수는 1만 2345명이다.\n"
        )
        #expect(
            try text([row(nil, "괴물", 5), row(3, "F1", 4)])
                == "\(Self.start) 3위는 ‘F1’, 관객수는 4명이다.\n")
        #expect(try text([row(nil, "괴물", 5)]) == "\(Self.start)에는 순위를 알 수 있는 영화가 없다.\n")
        #expect(try text([]) == "\(Self.start)에는 영화가 없다.\n")
        #expect(
            try text([], header: .en)
                == "There are no films in the daily box office of 2022-06-05 (Korean films).\n")
    }

    @Test(
        "Five new films are named, and the others counted; a short chart and provisional figures are called so"
    )
    func remarks() throws {
        let rows = (1...7).map { (rank: Int) in row(rank, "영화 \(rank)", 1, isNew: true) }
        var state = EditionState()
        (state.isShort, state.isProvisional) = (true, true)
        #expect(
            try text(rows, state, films: 1)
                == "\(Self.start) 1위는 ‘영화 1’, 관객수는 1명이다. ‘영화 1’, ‘영화 2’, ‘영화 3’, ‘영화 4’, ‘영화 5’ 외 2편이 새로 진입했다. 빠진 영화나 수치가 있을 수 있다. 이 수치는 잠정치다.\n"
        )
        #expect(
            try text(Array(rows.prefix(1)), films: 1).hasSuffix(" ‘영화 1’ 1편이 새로 진입했다.\n"))
    }

    @Test(
        "No sentence has more than 150 characters, however long titles are", arguments: [1, 3, 5])
    func length(films: Int) throws {
        let rows = (1...9).map {
            row(
                $0, String(repeating: "길고 긴", count: 100), 12_345_678, total: 123_456_789,
                isNew: true)
        }
        for header in [Layout.Header.ko, .en] {
            let text = try text(rows, films: films, header: header)
            let sentences = text.split(separator: header == .ko ? "다." : ". ")
            #expect(sentences.count >= 2 && sentences.allSatisfy { $0.unicodeScalars.count <= 148 })
            #expect(
                text.contains("#\(films) ‘") || text.contains("\(films)위 ‘") || films == 1)
        }
    }

    @Test("Missing days are named, and sources in a document of several")
    func missing() throws {
        var document = JoinedDocument(weekends: 1)
        document.missing = ["2024-02-02", "2024-02-09"].compactMap(Day.init).map { day in
            let period = Period(of: .weekend, containing: day)
            return Fault(.unavailable, "gone", "gone").within(
                Fault.Scope(Periods(from: period, to: period), of: "cinemart"))
        }
        let paragraphs = try document.text(by: Text(), header: .ko).split(separator: "\n")
        #expect(paragraphs.count == 3)
        #expect(
            paragraphs.first?.hasPrefix(
                "2024년 1월 26일~28일 주말 박스오피스(kobis-json) 1위는 ‘영화 1’, 관객수는 12만 3456명,")
                == true)
        #expect(
            paragraphs.dropFirst().first?.contains(" 1위는 ‘Film 1’, 매출액은 1,234,567.50 USD, ") == true
        )
        #expect(
            paragraphs.last
                == "2024년 2월 2일~4일(cinemart), 2024년 2월 9일~11일(cinemart) 자료는 빠져 있다.")
    }
}
