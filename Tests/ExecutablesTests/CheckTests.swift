import BoxOffice
import BoxOfficeConformance
import Executables
import Foundation
import SlowLane
import Testing

/// The faults that `plugins check` finds in plugins that work in simple cases.
@Suite(.timeLimit(.minutes(10))) struct CheckTests {
    private func problems(_ file: PluginFile, _ host: PluginHost) async throws -> [String] {
        let findings = try await host.supervise { () async throws(Fault) in
            try await host.check(file, now: Instant(startOf: Day(daysSince1970: 19_000)))
        }
        #expect(!findings.isEmpty)
        return findings.compactMap { finding in finding.problem.map { "\(finding.what): \($0)" } }
    }

    private static let size =
        #"{"name":"size","type":"integer","minimum":-3,"maximum":9,"default":2,"help":"h"}"#
    private static let big = #"{"name":"big","type":"boolean","default":false,"help":"h"}"#
    private static let way =
        #"{"name":"way","type":"choice","choices":["up","down"],"default":"up","help":"h"}"#
    private static let options = [size, big, way, word]
    private static let word = #"{"name":"word","default":"x","help":"h"}"#

    /// Makes a format with options that logs what it is asked, exits at the end of the rows, and
    /// runs `body` with `$columns` before it reads.
    private func format(
        _ shop: Workshop, _ options: [String], _ body: String
    ) throws -> PluginFile {
        try shop.make(
            .format, "test",
            """
            #!/bin/sh
            cd '\(shop.folder.path)'
            IFS= read -r hello
            echo '{"manifest":{"protocol":1,"name":"test","summary":"s",\
            "options":[\(options.joined(separator: ","))]}}'
            IFS= read -r columns || exit 0
            printf '%s\\n' "$columns" >>asked
            \(body)
            sed -n '/^{"end":{}}$/q 0; p; $ q 3'
            """)
    }

    @Test(
        "Every option is tried at its ends, with every choice, and with texts of all sorts", .slow)
    func options() async throws {
        let shop = try Workshop()
        #expect(
            try await problems(
                try format(shop, Self.options, ""), shop.host) == [])
        let asked = shop.lines("asked").joined(separator: "\n")
        for part in [
            #""size":-3"#, #""size":9"#, #""size":2"#, #""big":true"#, #""big":false"#,
            #""way":"down""#, #""word":"""#, #""word":"x""#, #""word":"another text""#, #"\u001b"#,
            "가",
        ] {
            #expect(asked.contains(part), "\(part)")
        }
    }

    @Test(
        "A format that fails at an option's value is found, and the value is named", .slow,
        arguments: [
            (size, #""size":-3"#, "1", "size=-3"), (size, #""size":9"#, "64", "size=9"),
            (big, #""big":true"#, "1", "big=true"), (word, #""word":"""#, "1", "word="),
            (word, #""word":"another text""#, "1", "word=another text"),
        ])
    func value(option: String, part: String, status: String, name: String) async throws {
        let shop = try Workshop()
        let body =
            "case \"$columns\" in *'\(part)'*) exit \(status);; esac"
        let problems = try await problems(
            try format(shop, SlowLane.isWanted ? Self.options : [option], body), shop.host)
        #expect(problems.count == 1, "\(problems)")
        #expect(problems.first?.contains("\(name): ") == true, "\(problems)")
    }

    @Test("A format may refuse a text with status 64 or 78", .slow, arguments: ["64", "78"])
    func refusal(status: String) async throws {
        let shop = try Workshop()
        let body = "case \"$columns\" in *'\"word\":\"x\"'*) ;; *) exit \(status);; esac"
        #expect(try await problems(try format(shop, [Self.word], body), shop.host) == [])
    }

    @Test("A format that writes nothing for rows is found")
    func empty() async throws {
        let shop = try Workshop()
        let file = try shop.format("grep -q '^{\"end\":{}}$' && exit 0; exit 1")
        let problems = try await problems(file, shop.host)
        #expect(
            problems.contains { $0.contains("it ended well, but wrote nothing for") },
            "\(problems)")
    }

    @Test("A format that treats rows after the end as its own is found", .slow)
    func readsOn() async throws {
        let shop = try Workshop()
        let problems = try await problems(
            try shop.format("exec sed '/^{\"end\":{}}$/d'"), shop.host)
        #expect(problems.contains { $0.hasPrefix("it stops at the end: ") }, "\(problems)")
    }

    @Test("A format that exits with 0 before it has read everything is found", .slow)
    func stopsEarly() async throws {
        let shop = try Workshop()
        let problems = try await problems(try shop.format("head -n 1"), shop.host)
        #expect(problems.contains { $0.contains("before it had read everything") }, "\(problems)")
    }

    @Test(
        "A breach of the rules for all formats is found in an executable, too", .slow,
        arguments: [
            (
                "printf '\\377'; exec cat",
                "it writes texts that formats stumble over: the document is not UTF-8"
            ),
            (
                "printf '\\033[1m'; exec cat",
                "a document for a file has control characters of the format"
            ),
            (
                "cat >all; grep -q '^{\"end\"' all && echo done",
                "it writes one row, and one without values: "
                    + "documents of 0, 1 and 3 rows have [5, 5, 5] bytes"
            ),
            (
                "case \"$columns\" in *'\"header\":\"ko\"'*) grep '{{x}}' && exit 3;; esac; exec cat",
                "it takes every --header: the plugin 'test': it ended with status 3"
            ),
            (
                "case \"$columns\" in *'\"colours\":true'*) exit 4;; esac; exec cat",
                "it takes every --header: the plugin 'test': it ended with status 4"
            ),
        ].prefix(SlowLane.isWanted ? .max : 2))
    func shared(body: String, message: String) async throws {
        let shop = try Workshop()
        let problems = try await problems(try shop.format(body), shop.host)
        #expect(problems.contains { $0.contains(message) }, "\(problems)")
    }

    @Test(
        "A format that cannot write other amounts than won, or those of several sources, is found",
        .slow,
        arguments: [
            (#""currency":"KWD""#, "it writes amounts with 2 and with 3 decimals: "),
            (#""name":"check-us""#, "it writes the charts of two sources, in two currencies: "),
        ])
    func amounts(part: String, what: String) async throws {
        let shop = try Workshop()
        let body = "case \"$columns\" in *'\(part)'*) exit 4;; esac"
        let problems = try await problems(try format(shop, [], body), shop.host)
        #expect(
            problems == ["\(what)the plugin 'test': it ended with status 4"], "\(problems)")
    }

    @Test(
        "A breach of the rules for all manifests is found in an executable's, too",
        .slow,
        arguments: [
            (
                PluginFile.Kind.format, #""summary":"s.""#,
                "the summary is not one line without a full stop"
            ),
            (
                .format, #""summary":"s","columns":["title","title"]"#,
                #"there are no default columns, or one appears twice: ["title", "title"]"#
            ),
            (
                .source,
                #""summary":"s","charts":["daily"],"from":"2022-01-02","to":"2022-01-01","#
                    + #""columns":[{"name":"rank"}]"#,
                "the last day is before the first"
            ),
        ])
    func declared(kind: PluginFile.Kind, fields: String, message: String) async throws {
        let shop = try Workshop()
        let file = try shop.make(
            kind, "test",
            """
            #!/bin/sh
            read -r hello
            echo '{"manifest":{"protocol":1,"name":"test",\(fields)}}'
            exec cat
            """)
        let problems = try await problems(file, shop.host)
        #expect(problems.contains("its manifest is right: \(message)"), "\(problems)")
    }

    @Test("A source whose chart has more rows than its manifest promises is found")
    func rows() async throws {
        let shop = try Workshop()
        let file = try shop.make(
            .source, "test",
            """
            #!/bin/sh
            read -r hello
            echo '{"manifest":{"protocol":1,"name":"test","summary":"s","charts":["daily"],"rows":1,\
            "from":"2000-01-01","columns":[{"name":"rank"}]}}'
            while IFS= read -r query; do
                echo '{"row":{"rank":1}}'
                echo '{"row":{"rank":2}}'
                echo '{"end":{}}'
            done
            """)
        let problems = try await problems(file, shop.host)
        #expect(
            problems == [
                "it answers a query for the daily chart of 2022-01-07: "
                    + "an answer has 2 rows, where at most 1 are promised"
            ])
    }

    @Test(
        "A source whose rows are of another country or currency than its manifest is found",
        arguments: [
            (
                #""currency":"USD","#, #""country":null,"currency":"CAD","sales_amount":1.5"#,
                "'currency' is not USD, as in the manifest"
            ),
            (
                #""currency":"USD","#, #""country":null,"currency":"USD","sales_amount":1.505"#,
                "'sales_amount' is 1.505, but takes an amount of 64 bits with at most 2 decimals"
            ),
            (
                "", #""country":"US","currency":"KRW","sales_amount":1"#,
                "a row has another country than the policy"
            ),
            (#""currency":"USD","#, #""country":null,"currency":"USD","sales_amount":1.5"#, ""),
        ])
    func market(fields: String, row: String, message: String) async throws {
        let shop = try Workshop()
        let file = try shop.make(
            .source, "test",
            """
            #!/bin/sh
            read -r hello
            echo '{"manifest":{"protocol":1,"name":"test","summary":"s","charts":["daily"],\(fields)\
            "from":"2000-01-01","columns":[{"name":"country"},{"name":"currency"},\
            {"name":"sales_amount"}]}}'
            while IFS= read -r query; do
                echo '{"row":{\(row)}}'
                echo '{"end":{}}'
            done
            """)
        let problems = try await problems(file, shop.host)
        #expect(problems.isEmpty == message.isEmpty, "\(problems)")
        #expect(problems.allSatisfy { $0.contains(message) }, "\(problems)")
    }

    @Test("A source of charts that goes on writing after the end of its answer is found")
    func writesOn() async throws {
        let shop = try Workshop()
        func source(_ body: String) throws -> PluginFile {
            try shop.make(
                .source, "test",
                """
                #!/bin/sh
                read -r hello
                echo '{"manifest":{"protocol":1,"name":"test","summary":"s","charts":["daily"],\
                "from":"2000-01-01","columns":[{"name":"rank"},{"name":"title"}],"options":[\(Self.word)]}}'
                while IFS= read -r query; do
                    echo '{"row":{"rank":1,"title":"t"}}'
                    echo '{"end":{}}'
                    \(body)
                done
                """)
        }
        #expect(try await problems(try source(""), shop.host) == [])
        for body in ["echo '{\"row\":{\"rank\":2,\"title\":\"t\"}}'", "echo more"] {
            let problems = try await problems(try source(body), shop.host)
            #expect(problems.contains { $0.contains("writes more after the end") }, "\(problems)")
        }
        let fails = try await problems(try source("read -r next || exit 3"), shop.host)
        #expect(fails.contains { $0.contains("with status 3") }, "\(fails)")
    }
}
