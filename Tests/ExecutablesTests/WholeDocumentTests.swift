import BoxOffice
import Executables
import Testing

/// The rule that a format succeeds only if it has read all of its rows and written a document.
@Suite(.timeLimit(.minutes(10))) struct WholeDocumentTests {
    @Test(
        "A format that exits with 0 before it has read all of its rows is refused, however few are left",
        arguments: [
            "head -c 100; exit 0", "echo document; exit 0", "echo document; exec <&-",
            "read -r row; echo \"$row\"",
            "echo document; exec <&-; exit 0",
            "while read -r row; do case $row in *'\"number\":10,'*) exit 0; esac; echo \"$row\"; done",
        ])
    func unread(body: String) async throws {
        let shop = try Workshop()
        let outcome = try await shop.write(10, through: try shop.format(body))
        #expect(outcome.fault?.kind == .malformed)
        #expect(
            outcome.fault?.message
                == "the plugin 'test': it ended before it had read everything")
        #expect(!outcome.isCommitted)
    }

    @Test("The status and the last words of a format that stops reading take precedence")
    func reason() async throws {
        let shop = try Workshop()
        let file = try shop.format("head -c 100; echo 'had enough' >&2; exit 3")
        let outcome = try await shop.write(10, through: file)
        #expect(outcome.fault?.message == "the plugin 'test': it ended with status 3: had enough")
    }

    @Test(
        "A document of rows is not empty; one without rows may be", arguments: [0, 1, 10, 84_100])
    func empty(rows: Int) async throws {
        let shop = try Workshop()
        let outcome = try await shop.write(rows, through: try shop.format("cat >/dev/null"))
        #expect(outcome.isCommitted == (rows == 0))
        #expect(outcome.fault?.kind == (rows == 0 ? nil : .malformed))
        #expect(
            outcome.fault?.message
                == (rows == 0
                    ? nil
                    : "the plugin 'test': it ended well, but wrote nothing for \(rows) \(rows == 1 ? "row" : "rows")")
        )
    }

    @Test("A format may stop at the line that ends the rows, and let other programs read them")
    func wholes() async throws {
        let shop = try Workshop()
        for body in [
            "while read -r row; do case $row in '{\"end\"'*) exit 0; esac; echo \"$row\"; done",
            "sed -n '/\"end\"/q;p'", "cat | cat", "cat >rows; cat rows",
        ] {
            let outcome = try await shop.write(10, through: try shop.format(body))
            #expect(outcome.fault == nil, "\(outcome.fault as Any)")
            #expect(outcome.isCommitted && outcome.text.contains("\"number\":10,"))
        }
    }
}
