import BoxOffice
import Executables
import Foundation
import Testing

/// External formats: those that work, and all the ways to fail.
@Suite(.timeLimit(.minutes(10))) struct FormatTests {
    @Test("A format gets columns, options and header, and rows as JSON Lines has them")
    func dialogue() async throws {
        let shop = try Workshop()
        let file = try shop.make(
            .format, "echo",
            """
            #!/bin/sh
            IFS= read -r hello
            echo "$hello" >&2
            echo '{"manifest":{"protocol":1,"name":"echo","summary":"a test","options":[\
            {"name":"size","type":"integer","minimum":1,"maximum":9,"default":3,"help":"h"},\
            {"name":"big","type":"boolean","default":false,"help":"h"},\
            {"name":"word","default":"x","help":"h"}],"columns":["text","number"]}}'
            exec cat
            """)
        let outcome = try await shop.write(
            2, through: file, text: "가\"\n", options: ["big=true", "word=a\"b"], header: .ko)
        #expect(outcome.fault == nil)
        #expect(outcome.isCommitted)
        #expect(
            outcome.text == #"""
                {"columns":[{"name":"number","korean":"숫자","type":"integer"},\#
                {"name":"text","korean":"글","type":"text"}],"header":"ko","colours":false,\#
                "document":{"title":{"en":"numbers","ko":"numbers"},"dataset":"numbers",\#
                "chart":null,"from":null,"to":null,"regions":[],"nation":null,"kind":null,\#
                "sources":["numbers"],"film_page":null,"begun":null,"figures":[{"name":"numbers",\#
                "credit":"numbers","country":null,"currency":"KRW","decimals":0,"language":null,\#
                "film_page":null}]},\#
                "options":{"size":3,"big":true,"word":"a\"b"}}
                {"row":{"number":1,"text":"가\"\n"}}
                {"row":{"number":2,"text":"가\"\n"}}
                {"end":{}}\#n
                """#)
        #expect(shop.log.all.last == #"echo: {"hello":{"protocol":1}}"#)
        let format = try await ExecutableFormat(file, host: shop.host)
        let options = try PluginOptions(for: format.manifest)
        #expect(
            format.defaultColumns(of: UsualColumns(["number"]), options).contains("text"))
    }

    @Test("84,100 rows go through, and a document without rows is committed too")
    func manyRows() async throws {
        let shop = try Workshop()
        let file = try shop.format("exec cat")
        let many = try await shop.write(84_100, through: file)
        #expect(many.fault == nil && many.isCommitted)
        #expect(many.bytes.count { $0 == UInt8(ascii: "\n") } == 84_101)
        #expect(
            many.text.hasSuffix("{\"row\":{\"number\":84100,\"text\":\"text\"}}\n{\"end\":{}}\n"))
        let none = try await shop.write(0, through: file)
        #expect(none.text == "{\"end\":{}}\n" && none.isCommitted)
    }

    @Test(
        "A format may write before it reads, or read everything before it writes",
        arguments: [
            "yes | head -c 3000000; exec cat >/dev/null", "cat >rows; yes | head -c 3000000",
        ])
    func noDeadlock(body: String) async throws {
        let shop = try Workshop()
        let outcome = try await shop.write(40_000, through: try shop.format(body))
        #expect(outcome.fault == nil && outcome.isCommitted)
        #expect(outcome.bytes.count == 3_000_000)
    }

    @Test("Output that a format writes before it gets the columns is part of the document")
    func early() async throws {
        let shop = try Workshop()
        let file = try shop.make(
            .format, "test",
            """
            #!/bin/sh
            echo '{"manifest":{"protocol":1,"name":"test","summary":"a test"}}'
            yes | head -c 300000
            cat >/dev/null
            printf end
            """)
        let outcome = try await shop.write(3, through: file)
        #expect(outcome.fault == nil && outcome.isCommitted)
        #expect(outcome.bytes.count == 300_003)
        #expect(outcome.text.hasPrefix("y\ny\n") && outcome.text.hasSuffix("y\nend"))
    }

    @Test("A format that exits with 0 on TERM has not written its document")
    func politelyCancelled() async throws {
        let shop = try Workshop()
        let file = try shop.format(
            "trap 'exit 0' TERM; cat; echo read >&2; while :; do sleep 1; done")
        let running = Task { try await shop.write(1, through: file) }
        #expect(await shop.log.first() == "test: read")
        running.cancel()
        let outcome = try await running.value
        #expect(outcome.fault?.kind == .cancelled)
        #expect(!outcome.isCommitted)
    }

    @Test(
        "An error after the greeting is one fault, and nothing is committed",
        arguments: [
            ("exec sleep 1000", 1, .unavailable, "milliseconds after its input had ended"),
            ("exec sleep 1000", 9000, .unavailable, "neither read nor wrote anything for"),
            (
                "cat >/dev/null; exec sleep 1000", 1, .unavailable,
                "milliseconds after its input had ended"
            ),
            ("cat >/dev/null; exec >&- 2>&-; exec sleep 1000", 1, .unavailable, "400 milliseconds"),
            ("kill -SEGV $$", 1, .unavailable, "it was ended by signal 11"),
            ("kill -9 $$", 9000, .unavailable, "it was ended by signal 9"),
            ("echo one; exit 65", 9000, .malformed, "it ended with status 65"),
            ("exit 0", 9000, .malformed, "it ended before it had read everything"),
            ("exec cat /dev/zero", 1, .malformed, "it writes more than 1000000 bytes"),
        ] as [(String, Int, Fault.Kind, String)])
    func failures(body: String, rows: Int, kind: Fault.Kind, message: String) async throws {
        var limits = PluginLimits()
        limits.output = 1_000_000
        if body.contains("sleep") { limits.silence = .milliseconds(400) }
        let shop = try Workshop(limits)
        let file = try shop.format("echo $$ >process\n\(body)")
        let outcome = try await shop.write(rows, through: file)
        let fault = try #require(outcome.fault)
        #expect(fault.kind == kind, "\(fault)")
        #expect(fault.message.hasPrefix("the plugin 'test': "))
        #expect(fault.message.contains(message))
        #expect(!outcome.isCommitted)
        for process in shop.lines("process") { #expect(!isRunning(process)) }
    }

    @Test(
        "A plugin that cannot be started is a fault of the set-up",
        arguments: ["#!/nonexistent/interpreter\n", "\u{7F}ELF"])
    func notStarted(script: String) async throws {
        let shop = try Workshop()
        let outcome = try await shop.write(1, through: try shop.make(.format, "test", script))
        #expect(outcome.fault?.kind == .configuration)
        #expect(outcome.fault?.message.contains("cannot be started") == true)
    }

    @Test("A plugin that ignores TERM is killed, with what it has started")
    func stubborn() async throws {
        var limits = PluginLimits()
        limits.silence = .milliseconds(400)
        limits.grace = .milliseconds(100)
        let shop = try Workshop(limits)
        let file = try shop.format(
            """
            trap '' TERM
            exec 9>alive
            sleep 1000 &
            (trap '' TERM; sleep 1000) &
            echo $$ >process
            while :; do wait; done
            """)
        let children = try Deathwatch(at: shop.path("alive"))
        let outcome = try await shop.write(1, through: file)
        #expect(outcome.fault?.kind == .unavailable)
        #expect(shop.lines("process").allSatisfy { !isRunning($0) })
        await children.end()
    }

    @Test("Processes that a plugin leaves running when it exits with 0 are killed, too")
    func leftBehind() async throws {
        let shop = try Workshop()
        let file = try shop.format("exec 9>alive; sleep 1000 </dev/null & cat")
        let child = try Deathwatch(at: shop.path("alive"))
        let outcome = try await shop.write(1, through: file)
        #expect(outcome.fault == nil && outcome.isCommitted)
        await child.end()
    }

    @Test("A cancelled run ends the plugin at once, whatever it is doing")
    func cancellation() async throws {
        let shop = try Workshop()
        let file = try shop.format("echo $$ >process; echo begun >&2; exec sleep 1000")
        let running = Task { try await shop.write(9000, through: file) }
        #expect(await shop.log.first() == "test: begun")
        running.cancel()
        let outcome = try await running.value
        #expect(outcome.fault?.kind == .cancelled)
        #expect(!outcome.isCommitted)
        #expect(shop.lines("process").allSatisfy { !isRunning($0) })
    }

    @Test("A plugin's standard error comes in lines, limited in number and length")
    func log() async throws {
        var limits = PluginLimits()
        limits.logLines = 3
        let shop = try Workshop(limits)
        let file = try shop.format(
            """
            cat
            printf 'one\\n\\ntwo\\r\\n' >&2
            head -c 5000 /dev/zero | tr '\\0' x >&2
            printf '\\nfour\\nfive\\nsix' >&2
            """)
        let outcome = try await shop.write(1, through: file)
        #expect(outcome.fault == nil)
        let long = String(repeating: "x", count: 1000)
        #expect(
            shop.log.all == [
                "test: one", "test: two", "test: \(long)",
                "test: (more lines are not shown)",
            ])
    }

    @Test("A document that a plugin breaks while rows are being sent is not committed")
    func brokenInTheMiddle() async throws {
        let shop = try Workshop()
        let file = try shop.format("head -n 100; echo 'had enough' >&2; exit 1")
        let outcome = try await shop.write(84_100, through: file)
        #expect(outcome.fault?.message == "the plugin 'test': it ended with status 1: had enough")
        #expect(!outcome.isCommitted)
    }
}
