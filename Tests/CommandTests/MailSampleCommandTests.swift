import Foundation
import Loopback
import Testing

/// `Samples/mail/bo-export-mail`, with a sendmail that stores its input.
@Suite(.enabled(if: Tool.isThere("python3"), "this needs python3"))
struct MailSampleCommandTests {
    /// A mail as Python's email package reads it.
    private struct Mail: Decodable {
        let headers: [String: String]
        /// The HTML page.
        let text: String
        /// The same rows, for programs that do not show HTML.
        let plain: String
        let defects: [String]
        /// The length of the longest line, in bytes.
        let longest: Int
    }

    /// The result of a run of the script.
    private struct Delivery {
        let outcome: Program.Outcome
        /// The mail that sendmail got; nil if it was not called.
        let mail: Mail?
        /// The arguments of sendmail.
        let words: String
    }

    private static let script = ChartFixtures.repository
        .appending(path: "Samples/mail/bo-export-mail").path

    /// Runs the script with `arguments`, after the commands of `before`.
    private func send(_ arguments: String, before: String = "") async throws -> Delivery {
        let folder = try TemporaryFolder()
        try folder.add(
            executable: "sendmail",
            """
            #!/bin/sh
            echo "$*" >'\(folder.path("words"))'
            cat >'\(folder.path("mail"))'
            exit "${SENDMAIL_STATUS:-0}"
            """)
        let reader = """
            import email, email.policy, json, sys
            data = open(sys.argv[1], "rb").read()
            mail = email.message_from_bytes(data, policy=email.policy.default)
            data.decode("ascii")
            json.dump({"headers": dict(mail.items()), "text": mail.get_body(("html",)).get_content(),
                       "plain": mail.get_body(("plain",)).get_content(),
                       "defects": [str(each) for each in mail.defects],
                       "longest": max(map(len, data.splitlines()))}, sys.stdout)
            """
        try Data(reader.utf8).write(to: folder.url.appending(path: "read.py"))
        let outcome = try await Program.shell(
            """
            export BO_EXPORT="$0" SENDMAIL='\(folder.path("sendmail"))' TMPDIR='\(folder.url.path)'
            \(before)
            '\(Self.script)' \(arguments)
            status=$?
            ls -d '\(folder.url.path)'/bo-export-mail.* 2>/dev/null >&2
            exit $status
            """)
        let words = try? String(contentsOf: URL(filePath: folder.path("words")), encoding: .utf8)
        guard words != nil else { return Delivery(outcome: outcome, mail: nil, words: "") }
        let read = try await Program.shell(
            "python3 '\(folder.path("read.py"))' '\(folder.path("mail"))'")
        #expect(read.status == 0, "\(read.errors)")
        return Delivery(
            outcome: outcome,
            mail: try JSONDecoder().decode(Mail.self, from: Data(read.output.utf8)),
            words: words ?? "")
    }

    @Test("A mail has a subject in Korean, a page, its rows as text, and bo-export's status")
    func sent() async throws {
        let delivery = try await send("me@example.org --source sample --last 7 -q")
        #expect(delivery.outcome.status == 0 && delivery.outcome.errors == "")
        #expect(delivery.words == "-t -i\n")
        let mail = try #require(delivery.mail)
        #expect(
            mail.headers == [
                "To": "me@example.org", "Subject": "일별 박스오피스, 2022-05-30 ~ 2022-06-05",
                "MIME-Version": "1.0",
                "Content-Type": "multipart/alternative; boundary=\"=_bo-export\"",
                "Auto-Submitted": "auto-generated",
            ])
        #expect(mail.defects == [] && mail.longest <= 76)
        let page = try await Program.run([
            "--source", "sample", "--last", "7", "--format", "html", "-O", "layout=mail",
        ])
        #expect(mail.text == page.output)
        let lines = mail.plain.split(separator: "\n", omittingEmptySubsequences: false)
        #expect(lines.first == "일별 박스오피스, 2022-05-30 ~ 2022-06-05")
        #expect(lines.contains("1  -  범죄도시2  552,233  8,868,469"))
        let row = /[0-9]+  [^ ]+  .*  [0-9,]+  [0-9,]+/
        #expect(lines.count { $0.wholeMatch(of: row) != nil } == 70)
    }

    @Test("A title keeps all of its characters, however long it is")
    func subject() async throws {
        let title = "주간 <b> & \"순위\" 'a' 😀 " + String(repeating: "가나다 ", count: 30) + "끝"
        let delivery = try await send(
            "me@example.org --source sample -q -O \"$TITLE\"",
            before:
                "TITLE='title=\(title.replacing("'", with: "'\\''"))'; MAIL_FROM='영진 <box@example.org>'; "
                + "export MAIL_FROM")
        #expect(delivery.mail?.headers["Subject"] == title)
        #expect(delivery.mail?.headers["From"] == "영진 <box@example.org>")
        #expect(delivery.mail?.longest ?? 0 <= 76)
    }

    @Test(
        "A run that fails, or has nothing to report, sends no mail",
        arguments: [(0, false), (2, true), (64, false), (69, false), (75, false), (77, false)])
    func statuses(status: Int32, isSent: Bool) async throws {
        let program = """
            BO_EXPORT=$TMPDIR/program
            printf '%s\\n' '#!/bin/sh' 'echo "bo-export: error: why" >&2' \\
                '\(status == 0 ? ":" : "echo \"<title>순위</title><td>1</td>\"")' 'exit \(status)' >"$BO_EXPORT"
            chmod +x "$BO_EXPORT"
            """
        let delivery = try await send("me@example.org weekly", before: program)
        #expect(delivery.outcome.status == status)
        #expect(delivery.outcome.errors == "bo-export: error: why\n")
        #expect((delivery.mail != nil) == isSent)
        if isSent {
            #expect(delivery.mail?.headers["Subject"] == "순위 (일부 누락 · incomplete)")
        }
    }

    @Test(
        "Output that is not a page with rows is not sent, and a message says so",
        arguments: [
            ("--source sample --dry-run", 64, "wrote no page"), ("--help", 64, "wrote no page"),
            ("--source sample -o x.html", 64, "-o"),
        ])
    func noPage(words: String, status: Int32, message: String) async throws {
        let delivery = try await send("me@example.org \(words)")
        #expect(delivery.outcome.status == status && delivery.mail == nil)
        #expect(delivery.outcome.errors.contains(message), "\(delivery.outcome.errors)")
    }

    @Test("The output path in the configuration does not matter")
    func configured() async throws {
        let delivery = try await send(
            "me@example.org --source sample -q", before: "export BO_EXPORT_OUTPUT=$TMPDIR/x.html")
        #expect(delivery.outcome.status == 0 && delivery.mail != nil)
    }

    @Test("A sender with a line end in it is refused")
    func sender() async throws {
        let delivery = try await send(
            "me@example.org --source sample -q",
            before: "MAIL_FROM=$(printf 'a@b.c\\nBcc: x@y.z'); export MAIL_FROM")
        #expect(delivery.outcome.status == 64 && delivery.mail == nil)
    }

    @Test("A missing day is in the subject and in the mail")
    func partial() async throws {
        let server = try LoopbackKOBIS()
        server.give(.status(500), to: "20220602")
        let delivery = try await server.run { url in
            try await send(
                "me@example.org --from 2022-06-01 --to 2022-06-03 --keep-going -q",
                before: "export KOBIS_BASE_URL='\(url)' KOBIS_API_KEY=test")
        }
        #expect(delivery.outcome.status == 2)
        let mail = try #require(delivery.mail)
        #expect(mail.headers["Subject"]?.hasSuffix(" (일부 누락 · incomplete)") == true)
        #expect(mail.text.contains("2022-06-02"))
    }

    @Test("The script ends with the status of a sendmail that fails")
    func sendmail() async throws {
        let failed = try await send(
            "me@example.org --source sample -q", before: "export SENDMAIL_STATUS=75")
        #expect(failed.outcome.status == 75)
        #expect(failed.outcome.errors.hasPrefix("bo-export-mail: error: "))
        let absent = try await send(
            "me@example.org --source sample -q", before: "SENDMAIL=no-such-command")
        #expect(absent.outcome.status == 78 && absent.mail == nil)
    }

    @Test(
        "An invalid address is 64, and cannot add a header",
        arguments: [
            "", "-t", "me", "a@b@c", "'a@b.c d'", "$(printf 'a@b.c\\nBcc: x@y.z')",
            "a@b.c,", "a@b.c,-t", "a@b.c,,d@e.f", "*@*.c d", "(c)a@b.kr", "a:b@c.kr", "한글@b.kr",
        ])
    func addresses(address: String) async throws {
        let delivery = try await send("\"\(address)\" --source sample -q")
        #expect(delivery.outcome.status == 64 && delivery.mail == nil)
    }

    @Test("Several addresses with commas get one mail; messages are Korean if the locale is")
    func several() async throws {
        let sent = try await send("a@b.c,d@e.f --source sample -q")
        #expect(sent.outcome.status == 0 && sent.mail?.headers["To"] == "a@b.c, d@e.f")
        let refused = try await send("me", before: "export LC_ALL=ko_KR.UTF-8")
        #expect(
            refused.outcome.errors
                == "bo-export-mail: error: 'me': 메일 주소가 아닙니다. 받는 사람의 주소를 맨 앞에 쓰고, 여러 개는 쉼표로 이어 쓰세요\n"
        )
    }
}
