import Foundation
import Loopback
import SlowLane
import Testing

/// Power failures, leaked keys and full disks.
@Suite(.serialized) struct HardshipCommandTests {
    @Test("kill -9 at any moment leaves the old file or the new one, and a usable archive")
    func killed() async throws {
        let home = try Household()
        let server = try LoopbackKOBIS()
        try await server.run { url in
            let outcome = try await home.shell(
                """
                days="--from 2022-05-01 --to 2022-05-30"
                "$0" $days -q -o "$DIR/x.csv" || exit 1
                new=$(sha256sum <"$DIR/x.csv"); cp "$DIR/x.csv" "$DIR/full"
                rm -rf "$DIR/.cache"
                i=0
                while [ $i -lt \(SlowLane.cases(30, quick: 10)) ]; do
                    i=$((i + 1))
                    echo old >"$DIR/x.csv"
                    # Killed in its course, at another moment each time; every other time what is
                    # there is brought up to date.
                    [ $((i % 2)) -eq 0 ] || grep -v 2022-05-1 "$DIR/full" >"$DIR/x.csv"
                    old=$(sha256sum <"$DIR/x.csv")
                    "$0" $days -q -o "$DIR/x.csv" $([ $((i % 2)) -eq 0 ] || echo --update) & run=$!
                    sleep 0.0$((i % 10))$((i * 7 % 10))
                    kill -9 $run 2>/dev/null
                    wait $run 2>/dev/null
                    now=$(sha256sum <"$DIR/x.csv")
                    [ "$now" = "$new" ] || [ "$now" = "$old" ] || exit 2
                    [ $((i % 5)) -ne 0 ] || rm -rf "$DIR/.cache"
                done
                "$0" $days -q -o "$DIR/x.csv" && [ "$(sha256sum <"$DIR/x.csv")" = "$new" ] || exit 3
                "$0" cache status
                ls -A "$DIR"
                """, at: url)
            #expect(outcome.status == 0, "\(outcome.errors)")
            #expect(outcome.output.contains("30 answers") && outcome.output.contains(" 0 damaged"))
            #expect(outcome.output.hasSuffix(".cache\n.local\nfull\nx.csv\n"))
        }
    }

    @Test("The key is in no output and no file of the program, however it fails")
    func canary() async throws {
        let key = "CANARY+4f/e2="
        let home = try Household(key: key)
        let server = try LoopbackKOBIS(key: key)
        let troubles: [Trouble] = [
            .status(500), .htmlPage, .cutOff, .emptyList, .fault("320010"), .fault("320011"),
            .redirect("http://127.0.0.1:9/?key=\(key)"), .body("{\"key\":\"\(key)\"}"),
            .body("no \(key) here"), .wrongLength(by: 10), .anotherDay("20220101"), .gzip,
        ]
        try await server.run { url in
            for (number, trouble) in SlowLane.cases(of: troubles, quick: 6).enumerated() {
                server.give(trouble, to: "20220502")
                for more in [["-vv"], ["-vv", "--log-format", "json", "--keep-going"]] {
                    let outcome = try await home.run(
                        [
                            "--from", "2022-05-01", "--to", "2022-05-03", "--refresh", "--report",
                            home.folder.path("r\(number)"), "--record", home.folder.path("rec"),
                            "-o", home.folder.path("x\(number)"),
                        ] + more, at: url)
                    for form in ["CANARY", "4f%2Fe2", "4f%2fe2"] {
                        #expect(!(outcome.output + outcome.errors).contains(form), "\(trouble)")
                    }
                }
            }
            for arguments in [["quota"], ["doctor"], ["cache"], ["--last", "3", "--dry-run"]] {
                let outcome = try await home.run(arguments, at: url)
                #expect(!(outcome.output + outcome.errors).contains("CANARY"))
            }
        }
        #expect(try home.files(with: "boxOfficeResult").count > 2)
        for form in ["CANARY", "4f%2Fe2", "4f%2fe2"] {
            #expect(try home.files(with: form) == [])
        }
    }

    @Test("The passwords of proxies and addresses are in no output or file either")
    func proxies() async throws {
        let home = try Household()
        for arguments in [
            ["--date", "2022-05-01", "-vv"], ["doctor"], ["--last", "2", "--dry-run"],
        ] {
            for variable in ["http_proxy", "KOBIS_BASE_URL"] {
                let outcome = try await home.run(
                    arguments, at: "http://127.0.0.1:9",
                    environment: [variable: "http://someone:PASSW0RD@127.0.0.1:9"])
                let said = outcome.output + outcome.errors
                #expect(!said.contains("PASSW0RD") && !said.contains("Basic "), "\(said)")
            }
        }
    }

    @Test("Without a home, a terminal or a locale a run succeeds")
    func hardships() async throws {
        let server = try LoopbackKOBIS()
        try await server.run { url in
            func shell(_ script: String) async throws -> Program.Outcome {
                try await Program.shell(
                    script, environment: ["KOBIS_BASE_URL": url, "KOBIS_API_KEY": "test"])
            }
            let day = "--date 2022-05-01"
            #expect(try await shell("HOME=relative \"$0\" \(day)").status == 0)
            #expect(try await shell("HOME=/proc \"$0\" -q \(day)").status == 0)
            let unwritable = try await shell("HOME=/proc \"$0\" \(day)")
            #expect(unwritable.errors.contains("warning: "))
            #expect(try await shell("\"$0\" \(day) <&- 2>&-").status == 0)
            #expect(try await shell("LANG=C LC_ALL=C \"$0\" \(day)").rows.count == 10)
        }
    }
}
