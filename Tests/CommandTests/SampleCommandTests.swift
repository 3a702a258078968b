import Foundation
import Loopback
import Testing

/// The sample, which a user can run right after building the program.
@Suite(.serialized) struct SampleCommandTests {
    private static var expected: String {
        get throws {
            let file = ChartFixtures.repository.appending(
                path: "Samples/week-2022-05-30/expected.csv")
            return try String(contentsOf: file, encoding: .utf8)
        }
    }

    @Test(
        "Its week is the same as the register published, byte for byte",
        arguments: [
            ["--source", "sample", "--from", "2022-05-30", "--to", "2022-06-05"],
            ["daily", "--source", "sample", "--last", "7", "--jobs", "1"],
            [
                "--replay", "Samples/week-2022-05-30/recordings", "--from", "20220530", "--to",
                "20220605",
            ],
        ])
    func week(arguments: [String]) async throws {
        let arguments = arguments.map { argument in
            argument.hasPrefix("Samples/")
                ? ChartFixtures.repository.appending(path: argument).path : argument
        }
        let outcome = try await Program.run(arguments)
        #expect(outcome.status == 0)
        #expect(try outcome.output == Self.expected)
    }

    @Test(
        "Every figure of a chart is that of the facts",
        arguments: [
            ("daily-nations-2018-01-01", ["--from", "2018-01-01", "--to", "2018-01-07"]),
            ("daily-nations-2018-01-01", ["--nation", "korean"]),
            ("daily-nations-2018-01-01", ["--nation", "foreign"]),
            ("weekly", ["weekly"]), ("weekend", ["weekend"]),
        ])
    func charts(fixture: String, arguments: [String]) async throws {
        let letter = ["korean": "K", "foreign": "F"][arguments.last ?? ""] ?? ""
        let facts = try Fixture.rows(of: fixture)
            .filter { $0["repNationCd", default: ""] == letter }
        // The columns of a chart with the fields that they come from.
        let texts = ["movie_code": "movieCd", "title": "movieNm", "open_date": "openDt"]
        let numbers = [
            "rank": "rank", "rank_change": "rankInten", "sales_amount": "salesAmt",
            "sales_change": "salesInten", "sales_total": "salesAcc", "audience_count": "audiCnt",
            "audience_change": "audiInten", "audience_total": "audiAcc", "screen_count": "scrnCnt",
            "show_count": "showCnt", "sales_share": "salesShare",
            "sales_change_rate": "salesChange", "audience_change_rate": "audiChange",
        ]
        let names = ["from", "is_new"] + (texts.keys.sorted() + numbers.keys.sorted())
        let outcome = try await Program.run(
            arguments
                + ["--source", "sample", "--columns", names.joined(separator: ",")]
                + ["--format", "jsonl"])
        let rows = outcome.output.split(separator: "\n")
        #expect(outcome.status == 0 && rows.count == facts.count && facts.count % 10 == 0)
        for (row, fact) in zip(rows, facts) {
            let row = try #require(
                JSONSerialization.jsonObject(with: Data(row.utf8)) as? [String: Any])
            let day = fact["targetDt"] ?? String((fact["showRange"] ?? "").prefix(8))
            #expect((row["from"] as? String)?.replacingOccurrences(of: "-", with: "") == day)
            let isNew = fact["rankOldAndNew"] == "NEW"
            #expect(row["is_new"] as? Bool == isNew)
            for (column, field) in texts {
                let fact = fact[field, default: ""].trimmingCharacters(in: .whitespaces)
                #expect(row[column] as? String == (fact.isEmpty ? nil : fact), "\(day) \(column)")
            }
            for (column, field) in numbers where !(isNew && column == "rank_change") {
                let number = try #require(row[column] as? NSNumber)
                #expect(number.doubleValue == Double(fact[field] ?? ""), "\(day) \(column)")
            }
        }
    }

    @Test("Everything that it knows of a film is what the facts say")
    func films() async throws {
        let facts = try Fixture.rows(of: "movies")
        let columns = [
            ("movie_code", "movieCd"), ("title", "movieNm"), ("title_en", "movieNmEn"),
            ("title_original", "movieNmOg"), ("running_minutes", "showTm"),
            ("production_year", "prdtYear"), ("open_date", "openDt"),
            ("production_status", "prdtStatNm"), ("movie_type", "typeNm"), ("genres", "genres"),
            ("nations", "nations"), ("directors", "directors"), ("actors", "actors"),
            ("producers", "productionCompanies"), ("distributors", "distributors"),
            ("rating", "watchGradeNm"),
        ]
        let outcome = try await Program.run(
            ["movie", "--source", "sample", "--format", "jsonl", "--columns"]
                + [columns.map(\.0).joined(separator: ",")] + facts.compactMap { $0["movieCd"] })
        let rows = outcome.output.split(separator: "\n")
        #expect(outcome.status == 0 && rows.count == facts.count && facts.count == 21)
        for (row, fact) in zip(rows, facts) {
            let row = try #require(
                JSONSerialization.jsonObject(with: Data(row.utf8)) as? [String: Any])
            for (column, field) in columns {
                let value = (row[column] as? [String])?.joined(separator: "|") ?? row[column]
                let text = value.flatMap { $0 is NSNull ? nil : "\($0)" } ?? ""
                let isDay = column == "open_date"
                let said = isDay ? text.replacingOccurrences(of: "-", with: "") : text
                #expect(said == fact[field], "\(fact["movieCd"] ?? "") \(column)")
            }
        }
        let found = try await Program.run([
            "movies", "--source", "sample", "--columns", "movie_code",
        ])
        #expect(Set(found.rows.map(String.init)) == Set(facts.compactMap { $0["movieCd"] }))
    }

    @Test("A run whose reader closes the pipe succeeds")
    func head() async throws {
        let outcome = try await Program.shell(
            #"{ "$0" --source sample --last 7; echo "status $?" >&2; } | head -n 1"#)
        #expect(outcome.output.hasPrefix("date,"))
        #expect(outcome.errors == "status 0\n")
    }
}
