import Foundation
import Loopback
import SlowLane
import Testing

/// Keys and files that an invalid command line names; its messages are in the corpus.
///
/// No request is sent here: there is no key, so a valid command line ends with 78.
@Suite struct MisuseCommandTests {
    @Test(
        "A word that may be a key is in no message, hint or report, wherever it was typed",
        arguments: [
            "키 KEY", "daily 키 KEY", "movies 키 KEY", "key KEY", "token KEY", "키=KEY", "API키 KEY",
            "키: KEY", "set KOBIS_API_KEY KEY", "movie 키 KEY", "--columns 키 KEY", "KEY",
            "--soruce KEY", "--source KEY", "movies KEY", "help KEY", "--api-key KEY",
            "--date 2022-06-01 키 KEY", "week --Key=sesame", "기생충 --token=sesame",
            "기생충 --api-key sesame", "http://x/?key=sesame",
        ])
    func keys(line: String) async throws {
        let folder = try TemporaryFolder()
        let report = folder.path("r.json")
        let keys = ["abcdef0123456789abcdef0123456789", "A1B2C3D4E5F6G7H8I9J0"]
        for key in SlowLane.cases(of: keys, quick: 1) {
            let words = line.replacing("KEY", with: key).replacing("_API_\(key)", with: "_API_KEY")
                .split(separator: " ").map { String($0) }
            let ways = [[], ["--log-format", "json", "--report", report], ["--lang", "ko"]]
            for more in ways.prefix(SlowLane.cases(3, quick: 2)) {
                let outcome = try await Program.run(words + more)
                let report = (try? String(contentsOfFile: report, encoding: .utf8)) ?? ""
                let said = outcome.output + outcome.errors + report
                #expect(!said.contains(key) && !said.contains("sesame"), "\(words)")
                #expect(outcome.status == 64 || outcome.status == 78, "\(words)")
            }
        }
    }

    @Test(
        "No document or report replaces files of keys and settings, or an empty state",
        arguments: [
            "--report bo-export/config.json", "--format csv -o bo-export/config.json",
            "-o key --format csv", "--report key", "-o bo-export/kmdb_api_key --format csv",
            "--format singer --state empty --report empty",
        ])
    func inputs(line: String) async throws {
        let folder = try TemporaryFolder()
        let outcome = try await Program.shell(
            """
            cd '\(folder.url.path)' && mkdir bo-export && echo '{"source": "sample"}' >bo-export/config.json
            echo sesame | tee key >bo-export/kmdb_api_key; : >empty
            all() { find . -type f ! -name before | sort | xargs cat; }
            all >before
            XDG_CONFIG_HOME=$PWD KOBIS_API_KEY_FILE=key "$0" \(line); echo "status $?"
            all | cmp - before && echo same
            """)
        #expect(outcome.output.hasSuffix("status 64\nsame\n"), "\(outcome)")
    }
}
