import Testing

@testable import BoxOffice
@testable import BoxOfficeCommand

/// The parts of messages for invalid command lines; the corpus has whole ones.
@Suite struct MisuseTests {
    @Test(
        "The nearest name is found in English and Korean",
        arguments: [
            ("weeklly", "weekly"), ("week", "weekly"), ("서을", "서울시"), ("인첨", nil), ("경기", "경기도"),
            ("wkly", "weekly"), ("wky", nil), ("재목", "title"), ("yz", nil), ("gone", nil),
            ("xyx", nil),
            ("WEEKLY", "weekly"), ("제목", "title"), ("xyz", nil), ("titel", "title"),
            ("dialy", "daily"),
        ] as [(String, String?)])
    func nearest(word: String, name: String?) {
        let known = ["daily", "weekly", "title", "경기도", "서울시"]
        #expect(
            known.nearest(to: word, otherWords: ["제목": "title", "서울": "서울시", "xyz": "gone"]) == name
        )
    }

    @Test("The name of another place is not corrected to a region")
    func places() throws {
        for place in ["강남", "강북", "강남구", "일산", "경주", "경주시", "이천시", "공주", "창원", "분당", "수원"] {
            let fault = #expect(throws: Fault.self) { try Region(named: place) }
            #expect(fault?.corrections == [] && fault?.message.contains("known are 서울시,") == true)
        }
        for (slip, meant) in [("서을", "서울시"), ("인첨", "인천시"), ("busna", "부산시"), ("경가", "경기도")] {
            let fault = #expect(throws: Fault.self) { try Region(named: slip) }
            #expect(fault?.corrections.map(\.meant) == [meant], "\(slip)")
        }
    }

    @Test("A Korean message has the Korean words for values")
    func koreanValues() {
        let nations = ChartFilter.Nation.koreanNames.mapValues(\.rawValue)
        let kinds = ChartFilter.Kind.koreanNames.mapValues(\.rawValue)
        for (words, names, known) in [
            (["korean", "foreign"], nations, "한국 또는 외국이어야"),
            (["commercial", "art"], kinds, "상업 또는 예술이어야"),
        ] {
            let fault = Fault.takes(words, also: names, not: "x", "--y")
            #expect(fault.wording.text(in: .korean) == "--y의 값은 \(known) 합니다: 'x'")
            #expect(fault.message == "--y takes \(words[0]) or \(words[1]), not 'x'")
        }
        for key in Catalogue.korean.keys {
            #expect(Catalogue.korean[key]?.contains("yesterday") == false, "\(key)")
        }
    }

    @Test(
        "A line to paste has the Korean word for a value in a Korean message, but keeps typed words",
        arguments: [
            (["--yesterday"], "--date yesterday", "--date 어제"),
            (["한국영화"], "--nation korean", "--nation 한국"),
            (["--kind", "comercial"], "--kind commercial", "--kind 상업"),
            (["--date", "yesterday", "--nation", "해외영화"], nil, "--date yesterday --nation 외국"),
        ])
    func koreanLines(words: [String], english: String?, korean: String) throws {
        let hint = try #require(Arguments(words).fault?.advice)
        #expect(hint.text(in: .korean) == "다음 명령을 실행해 보세요: bo-export \(korean)")
        #expect(hint.description == "try: bo-export \(english ?? korean)")
    }

    @Test("A mistyped word in a list or after = is corrected in place")
    func corrections() throws {
        let correction = Fault.Correction(mistyped: "rnk", meant: "rank")
        for (words, line) in [
            (["--columns", "rnk,title"], "--columns rank,title"),
            (["--columns=title, rnk"], "'--columns=title,rank'"),
            (["--top", "3", "--columns", "rnk"], "--top 3 --columns rank"),
        ] {
            let hint = try #require(self.hint(words, correction))
            #expect("\(hint)" == "try: bo-export \(line)" || line.hasPrefix("'"))
        }
        #expect(
            hint([], correction)?.description == "the nearest is 'rank'")
    }

    private func hint(_ words: [String], _ correction: Fault.Correction) -> Message? {
        var fault = Fault(.usage, "unknown", "there is no such column")
        fault.corrections = [correction]
        return Arguments(words).hinting(fault).advice
    }
}
