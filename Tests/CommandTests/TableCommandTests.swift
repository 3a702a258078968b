import Foundation
import Loopback
import SlowLane
import Testing

/// Tables in files as a source, from a user's point of view.
@Suite struct TableCommandTests {
    @Test(
        "An export is reproduced to the byte, from a file and from standard input",
        arguments: [
            [], ["--format", "jsonl"], ["--format", "jsonl", "--columns", "all"],
            ["--columns", "all"],
            ["--profile", "excel"], ["--header", "ko", "-O", "delimiter=tab", "-O", "quote=all"],
            ["-O", "null=NA", "-O", "thousands=,", "-O", "bom=true"],
            ["--columns", "title,rank,date,release_day,rank_marker,ticket_price,source"],
        ])
    func roundTrips(_ options: [String]) async throws {
        let home = try Household()
        let path = home.folder.path("a")
        let line = options.map { "'\($0)'" }.joined(separator: " ")
        let run = try await home.shell(
            """
            set -e
            "$0" --source sample --last 3 -q -o "$DIR/a" \(line)
            "$0" --source file -O "path=$DIR/a" \(line) | cmp - "$DIR/a"
            cat "$DIR/a" | "$0" --source file -O path=- \(line) | cmp - "$DIR/a"
            """, at: "")
        #expect(
            run.status == 0 && run.output == "" && run.errors == "", "\(run.output)\(run.errors)")
        #expect(FileManager.default.fileExists(atPath: path))
    }

    @Test("Hundreds of files are one table, in the order of their periods")
    func manyFiles() async throws {
        let home = try Household()
        let run = try await home.shell(
            """
            set -e
            cd "$DIR"
            ulimit -n 64
            for year in $(seq 2200 -1 1900); do
                printf 'date,rank,title\\n%s-01-01,1,x\\n' $year > $year.csv
            done
            "$0" --source file $(printf ' -O path=%s' *.csv) -O path=- --jobs 1 <<end | md5sum
            date,rank,title
            1899-01-01,1,x
            end
            (echo date,rank,title; for year in $(seq 1899 2200); do echo "$year-01-01,1,x"; done) | md5sum
            """, at: "")
        let sums = Set(run.output.split(separator: "\n"))
        #expect(run.status == 0 && sums.count == 1, "\(run.output)\(run.errors)")
    }

    @Test("Standard input is read from its current position, and stored in TMPDIR")
    func standardInput() async throws {
        let home = try Household()
        try Data("# a note\ndate,rank,title\n2024-05-01,1,가\n".utf8)
            .write(to: home.folder.url.appending(path: "a.csv"))
        let run = try await home.shell(
            """
            (read note; "$0" --source file -O path=-) < "$DIR/a.csv"
            tail -2 "$DIR/a.csv" | TMPDIR="$DIR/none" "$0" --source file -O path=-
            echo $?
            """, at: "")
        #expect(run.output == "date,rank,title\n2024-05-01,1,가\n73\n", "\(run.errors)")
        #expect(run.errors.contains("standard input cannot be copied to '"))
    }

    @Test(
        "Random tables are reproduced to the byte",
        .enabled(if: Tool.isThere("python3"), "this needs python3"))
    func randomTables() async throws {
        let script = URL(filePath: #filePath).deletingLastPathComponent()
            .appending(path: "../Tables/roundtrip.py").standardized.path
        let run = try await Program.shell(
            "python3 '\(script)' \"$0\" --seeds \(SlowLane.cases(12, quick: 4))")
        #expect(
            run.status == 0 && run.output.hasSuffix("; 0 differ\n"), "\(run.output)\(run.errors)")
    }
}
