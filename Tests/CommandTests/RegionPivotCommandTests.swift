import Loopback
import Testing

/// Charts of regions side by side, with `--pivot region`.
struct RegionPivotCommandTests {
    private let chosen = [
        "--from", "2022-06-01", "--to", "2022-06-02", "--region", "each", "--top", "4", "-q",
        "--header", "ko",
    ]

    @Test("A cell has the film of its period, rank and region, and each film has a cell")
    func cells() async throws {
        let server = try LoopbackKOBIS()
        server.give(.figure("movieNm", "부산 | 영화", in: .json), to: "20220601 0105011")
        server.give(.figure("audiCnt", "77", in: .json), to: "20220602 0105001")
        server.give(.emptyList, to: "20220602 0105010")
        try await server.run { url in
            let plain = try await Program.run(
                against: url, chosen + ["--columns", "date,rank,region,title,audience_count"])
            let pivot = try await Program.run(
                against: url,
                chosen + ["--pivot", "region", "--format", "markdown", "-O", "pad=false"])
            #expect(plain.status == 0 && pivot.status == 0, "\(plain.errors)\(pivot.errors)")
            let films = plain.rows.map { row -> [Substring] in
                let values = row.split(separator: ",")
                return Array(values.prefix(3)) + ["\(values[3]) (\(values[4]))"]
            }
            #expect(films.count == 33 * 4)
            let cells = Self.cells(of: pivot.output)
            #expect(cells.count == films.count && Set(cells) == Set(films))
        }
    }

    /// Returns the cells of a Markdown table that are not empty, each with its date, rank and region.
    private static func cells(of markdown: String) -> [[Substring]] {
        let lines = markdown.split(separator: "\n").filter { $0.hasPrefix("| ") }.map {
            line -> [Substring] in
            line.dropFirst(2).dropLast(2).split(
                separator: " | ", omittingEmptySubsequences: false
            ).map { $0.replacing("\\", with: "").replacing(",", with: "")[...] }
        }
        return lines.dropFirst(2).flatMap { row in
            zip(lines[0], row).dropFirst(2).filter { !$0.1.isEmpty }
                .map { [row[0], row[1], $0, $1] }
        }
    }
}
