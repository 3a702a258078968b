import Executables
import Foundation
import SlowLane
import Testing

@testable import BoxOffice
@testable import Engine

/// External sources: rows, charts, and lines that are not rows.
@Suite(.timeLimit(.minutes(10))) struct SourceTests {
    @Test("Any number of rows of its own dataset come in order")
    func rows() async throws {
        let shop = try Workshop()
        let file = try shop.source(
            """
            seq 1 12345 | sed 's/.*/{"row":{"b":"text &","a":&}}/'
            echo '{ "row" : {"a":null, "b":null} }'
            echo '{"end":{}}'
            """)
        let outcome = try await shop.read(from: file)
        #expect(outcome.fault == nil && outcome.isCommitted)
        let expected = (1...12345).map { "\($0) text \($0)\n" }.joined() + "? ?\n"
        #expect(outcome.text == expected)
    }

    @Test("A source that never ends is stopped when there are enough rows")
    func limit() async throws {
        let shop = try Workshop()
        let file = try shop.source(
            "echo $$ >process; yes '{\"row\":{\"a\":1,\"b\":\"\"}}'")
        let outcome = try await shop.read(from: file, limit: 700)
        #expect(outcome.fault == nil && outcome.isCommitted)
        #expect(outcome.text.split(separator: "\n").count == 700)
        #expect(shop.lines("process").allSatisfy { !isRunning($0) })
    }

    @Test(
        "A plugin that hangs is a fault, before its answer ends and after it",
        arguments: [
            ("exec sleep 1000", "neither read nor wrote anything"),
            ("echo '{\"end\":{}}'; exec sleep 1000", "milliseconds after its input had ended"),
        ])
    func hanging(body: String, message: String) async throws {
        var limits = PluginLimits()
        limits.silence = .milliseconds(400)
        let shop = try Workshop(limits)
        let outcome = try await shop.read(from: try shop.source("echo $$ >process\n\(body)"))
        let fault = try #require(outcome.fault)
        #expect(fault.kind == .unavailable, "\(fault)")
        #expect(fault.message.contains(message), "\(fault)")
        #expect(!outcome.isCommitted)
        #expect(shop.lines("process").allSatisfy { !isRunning($0) })
    }

    @Test("A key that a plugin was given is not quoted with a row, not even in part")
    func key() async throws {
        for filler in stride(from: 100, through: 260, by: SlowLane.cases(8, quick: 40)) {
            let shop = try Workshop(
                variables: ["SERVICE_TOKEN": "q7w8e9r0t1z2"], allowed: ["test": ["SERVICE_TOKEN"]])
            let body = """
                [ -n "$SERVICE_TOKEN" ] || exit 1
                filler=$(head -c \(filler) /dev/zero | tr '\\0' x)
                echo "{\\"row\\":{\\"b\\":\\"$filler$SERVICE_TOKEN\\"}}"
                echo '{"end":{}}'
                """
            let file = try shop.source(body, fields: #","variables":["SERVICE_TOKEN"]"#)
            let fault = try #require(try await shop.read(from: file).fault)
            #expect(fault.kind == .malformed)
            #expect(
                fault.message.contains(#"'{"row":{"b":"xxx"#) && !fault.message.contains("q7"),
                "\(fault)")
        }
    }

    @Test(
        "A row that is the end at once is found, however the end is written",
        arguments: ["true", #"{"x":1}"#, "{}\t"])
    func rowAndEnd(end: String) async throws {
        var limits = PluginLimits()
        limits.silence = .milliseconds(400)
        let shop = try Workshop(limits)
        let row = #"{"row":{"a":1,"b":"the \"end\""},"end":\#(end)}"#
        let outcome = try await shop.read(
            from: try shop.source("printf '%s\n' '\(row)'; exec sleep 1000"))
        #expect(outcome.fault?.message.contains("a row and the end at once") == true)
    }

    /// Makes a source of daily charts that answers with what `answer` writes for the day `$day`.
    private func chart(_ shop: Workshop, loops: Bool, _ answer: String) throws -> PluginFile {
        let columns =
            #"[{"name":"date"},{"name":"rank"},{"name":"title"},{"name":"seats","type":"integer","korean":"좌석수"}]"#
        return try shop.make(
            .source, "test",
            """
            #!/bin/sh
            cd '\(shop.folder.path)'
            echo $$ >>starts
            IFS= read -r hello
            echo '{"manifest":{"protocol":1,"name":"test","summary":"s","charts":["daily"],\
            "from":"2000-01-01","columns":\(columns)}}'
            while IFS= read -r query; do
                day=$(printf '%s' "$query" | sed 's/.*"from":"\\([^"]*\\)".*/\\1/')
                \(answer)
                echo '{"end":{}}'
                \(loops ? "" : "exit 0")
            done
            """)
    }

    private let row =
        #"echo "{\"row\":{\"date\":\"$day\",\"rank\":1,\"title\":\"t\",\"seats\":null}}""#

    @Test(
        "Charts are asked for one edition at a time, from one process or from many",
        arguments: [true, false])
    func charts(loops: Bool) async throws {
        let shop = try Workshop()
        let file = try chart(shop, loops: loops, row)
        let outcome = try await shop.read(from: file, days: 15_000...15_004)
        #expect(outcome.fault == nil && outcome.isCommitted)
        let expected = (15_000...15_004).map { "\(Day(daysSince1970: $0)) 1 t ?\n" }.joined()
        #expect(outcome.text == expected)
        // One for the manifest.
        #expect(shop.lines("starts").count == 1 + (loops ? 1 : 5))
    }

    @Test("A row of another day is a fault, and with keep-going only that day is missing")
    func otherDay() async throws {
        let shop = try Workshop()
        let file = try chart(
            shop, loops: true, "[ \"$day\" = 2011-01-27 ] && day=2011-01-01\n\(row)")
        let failed = try await shop.read(from: file, days: 15_000...15_002)
        #expect(
            failed.fault?.message.hasPrefix(
                "2011-01-27: row 1 of the plugin 'test': 'date' is 2011-01-01, "
                    + "but 2011-01-27 was asked for: '{\"row\":{\"date\":\"2011-01-01\",")
                == true
        )
        let partial = try await shop.read(from: file, days: 15_000...15_002, keepsGoing: true)
        #expect(partial.fault == nil && partial.isCommitted)
        #expect(partial.text == "2011-01-26 1 t ?\n2011-01-28 1 t ?\n")
        #expect(partial.missing.count == 1)
    }

    @Test("After an answer too many nothing is settled, whichever question has found it")
    func surplus() async throws {
        let shop = try Workshop()
        let file = try chart(
            shop, loops: true, #"[ $day = 2011-01-26 ] || printf '{"end":{}}\n{"end":{}}\n'"#)
        let days = [15_000, 15_001].map { Period(of: .daily, containing: Day(daysSince1970: $0)) }
        let query = Query.chart(ChartQuery(periods: Periods(from: days[0], to: days[1])))
        let host = shop.host
        let fault = try await host.supervise { () async throws(Fault) -> Fault? in
            let source = try await ExecutableSource(file, host: host)
            let transport = PluginTransport(
                to: source.endpoint, besides: Nowhere(), now: { Instant(secondsSince1970: 0) },
                count: { (_) async throws(Fault) in })
            for request in source.requests(for: query) { _ = try? await transport.send(request) }
            do throws(Fault) { try await transport.settle() } catch { return error }
            return nil
        }
        #expect(fault?.code == "plugin-writes-on")
    }

    @Test("A plugin that fails at one question again and again is not asked any more")
    func givesUp() async throws {
        let shop = try Workshop()
        let file = try chart(shop, loops: true, "exit 1")
        let outcome = try await shop.read(
            from: file, days: 15_000...15_000, keepsGoing: true, retries: 5)
        #expect(outcome.fault?.kind == .unavailable)
        #expect(outcome.fault?.message.contains("status 1 (4 attempts)") == true)
        // One for the manifest, and three retries.
        #expect(shop.lines("starts").count == 5)
    }

    @Test("Each question that fails is asked again, however many failed at once")
    func heals() async throws {
        let shop = try Workshop()
        let file = try chart(
            shop, loops: true, "[ -e \"$0.$day\" ] || { touch \"$0.$day\"; exit 1; }\n\(row)")
        let outcome = try await shop.read(from: file, days: 15_000...15_005, retries: 3)
        #expect(outcome.fault == nil && outcome.text.split(separator: "\n").count == 6)
    }

    @Test("Wrong answers in a row do not end the questions")
    func wrongInARow() async throws {
        let shop = try Workshop()
        let file = try chart(
            shop, loops: true, "case \"$day\" in 2011-01-2[6-9]) echo oops; esac\n\(row)")
        let outcome = try await shop.read(
            from: file, days: 15_000...15_005, keepsGoing: true, retries: 3)
        #expect(outcome.fault == nil && outcome.missing.count == 4)
        #expect(outcome.text.split(separator: "\n").count == 2)
    }

    @Test("Columns of charts are the common ones, and a rank marker follows from changes")
    func columns() async throws {
        let shop = try Workshop()
        let file = try shop.plugin(
            .source,
            #","charts":["weekend"],"from":"2000-01-01","to":"2022-06-05","columns":[{"name":"rank"},"#
                + #"{"name":"rank_change"},{"name":"is_new","type":"boolean"},"#
                + #"{"name":"seats","type":"integer","korean":"좌석수"}]"#, "")
        let source = try await ExecutableSource(file, host: shop.host)
        #expect(source.holdings.last == Day("2022-06-05"))
        let today = try #require(Day("2026-11-21"))
        let periods = try #require(
            try PeriodSelection().periods(
                of: .weekend, today: today, holdings: source.holdings))
        let query = Query.chart(ChartQuery(periods: periods))
        let headers = source.dataset(of: query).columns.map(\.koreanHeader)
        #expect(headers == ["순위", "순위증감", "신규진입", "좌석수"])
        #expect(source.defaultColumns(for: query) == ["rank", "rank_change", "is_new", "seats"])
        #expect(source.dataset(for: .rows) == nil)
        let request = source.requests(for: query).first { _ in true }
        let asked = try #require(request)
        #expect(
            asked.parameters.first?.value == """
                {"query":{"dataset":"chart","chart":"weekend","from":"2022-06-03","to":"2022-06-05"},\
                "options":{}}
                """)
        let answer = Answer(
            body: Array(
                #"""
                {"row":{"rank":1,"rank_change":null,"is_new":true,"seats":1}}
                {"row":{"rank":2,"rank_change":-3,"is_new":false,"seats":1}}
                {"row":{"rank":3,"rank_change":null,"is_new":null,"seats":1}}
                {"end":{}}
                """#.utf8), fetchedAt: Instant(secondsSince1970: 0))
        var page = try source.read(answer, to: asked)
        let plan = try Plan(
            [SourcePlan(Asked(query), to: source)], at: Instant(startOf: today))
        #expect(plan.dataset.columns.last?.koreanHeader == "변동")
        page.derive(
            DerivedColumn.available(with: page.dataset.columns, isChart: true),
            in: Period(of: .weekend, containing: today))
        #expect(
            try page.rows([4]) == [[.text("진입")], [.text("▼3")], [.missing]])
    }
}
