import BoxOffice
@testable import Engine
import Foundation
import Markdown
import Testing

/// Tables on a terminal.
@Suite struct TerminalTableTests {
    @Test("A table is never wider than the terminal: texts are cut, columns left out")
    func terminal() throws {
        let columns = [
            Column("rank", "순위", .integer), Column("title", "영화명", .text),
            Column("audience_count", "관객수", .integer), Column("open_date", "개봉일", .date),
        ]
        let titles = [
            "극장판 포켓몬스터DP: 기라티나와 하늘의 꽃다발 쉐이미", "짧은 제목", "*별표* [괄호] a\\b",
            "e\u{301}e\u{301}👨‍👩‍👧 가족", String(repeating: "*", count: 60),
        ]
        let rows = titles.map { title in
            [
                Value.integer(1), .text(title), .integer(1_234_567),
                .date(Day(daysSince1970: 19_000)),
            ]
        }
        for width in 24...120 {
            for mayLeaveOut in [true, false] {
                let bytes = try render(
                    rows, under: columns, by: Markdown(),
                    medium: .terminal(colours: false, width: width),
                    mayLeaveOutColumns: mayLeaveOut)
                var lines = String(decoding: bytes, as: UTF8.self).split(separator: "\n")
                let widest = lines.map { DisplayWidth()(String($0)) }.max() ?? 0
                // The width of the figures if nothing may be left out.
                #expect(widest <= (mayLeaveOut ? width : max(width, 52)), "\(width)")
                let isCut = mayLeaveOut && width < 52
                #expect(lines.last?.hasPrefix("화면이 좁아") == isCut, "\(width)")
                if isCut { lines.removeLast() }
                #expect(Set(lines.map { DisplayWidth()(String($0)) }).count == 1)
                let wanted = width >= 52 || !mayLeaveOut
                #expect(lines.first?.contains("개봉일") == wanted, "\(width)")
            }
        }
    }

    @Test("Notes are wrapped between words on a terminal, and are one line elsewhere")
    func notes() throws {
        var document = DocumentDescription(dataset: "ranking", sources: ["test"])
        document.face =
            RankingQuery(
                days: Periods(from: .day(0), to: .day(9)),
                held: Period.day(-100).from...Period.day(100).from
            ).face
        func paragraphs(_ medium: Layout.Medium) throws -> [String] {
            let bytes = try render(
                [], under: [Column("title", "영화명", .text)], by: Markdown(), medium: medium,
                document: document)
            return String(decoding: bytes, as: UTF8.self).components(separatedBy: "\n\n")
        }
        let whole = try paragraphs(.file)
        #expect(whole.filter { $0.contains(": ") }.count >= 2)
        for width in [40, 60, 80] {
            let folded = try paragraphs(.terminal(colours: false, width: width))
            let lines = folded.flatMap { $0.split(separator: "\n") }
            #expect(lines.allSatisfy { DisplayWidth()(String($0)) <= width }, "\(lines)")
            for (paragraph, other) in zip(folded, whole) where other.contains(": ") {
                #expect(
                    paragraph.split(separator: "\n").joined(separator: " ")
                        == other.split(separator: "\n").joined())
            }
        }
    }

    @Test("Titles above figures are cut before a film is left out; figures are never cut")
    func pivot() throws {
        let titles = ["극장판 포켓몬스터DP: 기라티나와 하늘의 꽃다발", "닥터 스트레인지: 대혼돈의 멀티버스", "파묘"]
        let films = titles.enumerated().map { index, title in
            let (first, last) = (Period.day(0), Period.day(2))
            return TrendFilm(
                code: "\(index)", title: title, openDate: first.from, firstDay: first.from,
                periods: Periods(from: first, to: last))
        }
        var document = DocumentDescription(dataset: "trend")
        let query = try TrendQuery(films: films, chart: .daily, pivot: "audience_count")
        document.face = query.face
        let columns =
            [Column("release_day", "개봉일차", .integer)]
            + titles.map { Column($0, $0, .integer) }
        let row: [Value] = [.integer(1), .integer(1_234_567), .integer(12), .missing]
        for width in [60, 80, 120] {
            let bytes = try render(
                [row, row], under: columns, by: Markdown(),
                medium: .terminal(colours: false, width: width), mayLeaveOutColumns: true,
                document: document)
            let lines = String(decoding: bytes, as: UTF8.self).split(separator: "\n")
            let table = lines.prefix { $0.hasPrefix("|") }
            #expect(table.allSatisfy { DisplayWidth()(String($0)) <= width })
            #expect(table.count == 4 && !lines.contains { $0.hasPrefix("화면이 좁아") })
            #expect(table.last?.contains("1,234,567") == true)
            #expect(table.first?.contains("꽃다발") == (width == 120))
        }
    }

    @Test("Runs compared by date keep their dates, others their days since release")
    func importance() throws {
        let names = ["title", "release_day", "date", "rank", "audience_count", "show_count"]
        let usual = ["rank", "title", "audience_count", "release_day", "date", "show_count"]
        func byImportance(_ names: [String], isCounted: Bool) throws -> [String] {
            var layout = Layout(
                columns: names.map { Column($0, $0, .text) },
                options: try PluginOptions(for: Markdown().manifest))
            layout.document.face =
                try TrendQuery(films: [], chart: .daily, isCounted: isCounted).face
            return layout.columnsByImportance
        }
        #expect(try byImportance(names, isCounted: false) == usual)
        #expect(
            try byImportance(["day"] + names, isCounted: true) == [
                "rank", "title", "audience_count", "day", "date", "release_day", "show_count",
            ])
    }
}
