import BoxOffice
import Executables
import Foundation
import SlowLane
import Testing

/// The message for a line that is not a row: its number, and the line itself.
@Suite(.timeLimit(.minutes(10))) struct RowQuoteTests {
    private func message(
        _ body: String, variables: [String: String] = [:], allowed: [String] = []
    ) async throws -> String {
        let shop = try Workshop(variables: variables, allowed: ["test": allowed])
        let fields = #","variables":["SERVICE_TOKEN"]"#
        let outcome = try await shop.read(from: try shop.source(body, fields: fields))
        #expect(outcome.fault?.kind == .malformed)
        return outcome.fault?.message ?? ""
    }

    private let good = #"echo '{"row":{"a":1,"b":"x"}}'"#

    @Test(
        "A refused row is quoted, whatever its bytes are",
        arguments: [
            // A syllable in CP949, whose bytes are not UTF-8.
            (#"printf '{"row":{"a":1,"b":"\261\342"}}\n'"#, #"'{"row":{"a":1,"b":"\xb1\xe2"}}'"#),
            (#"echo '{"row":{"a":NaN,"b":"기"}}'"#, #"'{"row":{"a":NaN,"b":"기"}}'"#),
            (
                #"echo '{"row":{"a":18446744073709551616,"b":""}}'"#,
                #"'{"row":{"a":18446744073709551616,"b":""}}'"#
            ),
            (#"echo '{"row":{"a":"1","b":""}}'"#, #"'{"row":{"a":"1","b":""}}'"#),
            (#"printf '{"row":\033[31m\177\n'"#, #"'{"row":\u{1b}[31m\u{7f}'"#),
            (#"printf 'a\033\342\200\256b\261\n'"#, #"'a\u{1b}\u{202e}b\xb1'"#),
        ])
    func quoted(body: String, quote: String) async throws {
        let message = try await message("\(good)\n\(body)\necho '{\"end\":{}}'")
        #expect(message.contains("row 2 "), "\(message)")
        #expect(message.contains(quote), "\(message)")
    }

    @Test(
        "A row far down is named by its own number, not by that within one read",
        arguments: [#"{"row":{"a":1}}"#, "garbage"])
    func number(line: String) async throws {
        let message = try await message(
            """
            seq 1 699 | sed 's/.*/{"row":{"a":&,"b":"x"}}/'
            echo '\(line)'; echo '{"end":{}}'
            """)
        #expect(message.contains("row 700 "), "\(message)")
        #expect(message.contains("'\(line)'"), "\(message)")
    }

    @Test("Only the beginning of a long line is quoted")
    func long() async throws {
        let message = try await message(
            "printf '{\"row\":{\"a\":x,\"b\":\"'; head -c 100000 /dev/zero | tr '\\0' y; "
                + "echo; echo '{\"end\":{}}'")
        #expect(message.contains(#"'{"row":{"a":x,"b":"yyyy"#), "\(message.prefix(500))")
        #expect(message.utf8.count < 500, "\(message.utf8.count)")
    }

    @Test("A key that a plugin was given is not quoted, not even in part")
    func key() async throws {
        for filler in stride(from: 100, through: 260, by: SlowLane.cases(8, quick: 40)) {
            let message = try await message(
                """
                [ -n "$SERVICE_TOKEN" ] || exit 1
                filler=$(head -c \(filler) /dev/zero | tr '\\0' x)
                echo "{\\"row\\":{\\"b\\":\\"$filler$SERVICE_TOKEN\\"}}"
                echo '{"end":{}}'
                """, variables: ["SERVICE_TOKEN": "q7w8e9r0t1z2"], allowed: ["SERVICE_TOKEN"])
            #expect(
                message.contains(#"'{"row":{"b":"xxx"#) && !message.contains("q7"), "\(message)")
        }
    }
}
