import Foundation
import Loopback
import Testing

/// Pages of the sample, checked by a validator, a browser and an accessibility checker.
struct PageCommandTests {
    private static let week = ["--source", "sample", "--from", "2022-05-30", "--to", "2022-06-05"]

    @Test(
        "A validator, a browser and axe-core find no fault in a page, cards or a mail",
        .enabled(
            if: ReadPage.canBeValidated && ReadPage.canBeChecked, "\(ReadPage.absence)"))
    func layouts() async throws {
        let folder = try TemporaryFolder()
        let pages: [(String, [String])] = [
            ("week", Self.week), ("day", ["--source", "sample"]),
            ("cards", Self.week + ["-O", "layout=cards"]),
            ("mail", Self.week + ["-O", "layout=mail"]),
            ("english", Self.week + ["--header", "en"]),
            (
                "all",
                Self.week + [
                    "--columns",
                    """
                    date,rank,rank_marker,rank_change,is_new,movie_code,title,open_date,sales_amount,\
                    sales_share,sales_change,sales_change_rate,sales_total,audience_count,\
                    audience_change,audience_change_rate,audience_total,screen_count,show_count
                    """,
                ]
            ),
        ]
        for (name, arguments) in pages {
            let outcome = try await Program.run(
                arguments + ["-q", "-o", folder.path("\(name).html")])
            #expect(outcome.status == 0 && outcome.output == "" && outcome.errors == "")
        }
        let read = try await ReadPage.read(pages.map { folder.path("\($0.0).html") })
        for (page, (name, _)) in zip(read, pages) {
            #expect(page.faults == [], "\(name)")
            let language = name == "english" ? "en" : "ko"
            #expect(try folder.text("\(name).html").contains("<html lang=\"\(language)\">"))
        }
        #expect(read[0].tables?.map(\.rows.count) == Array(repeating: 11, count: 7))
        #expect(read[1].tables?.map(\.rows.count) == [11])
        #expect(read[2].counts?.elements["li"] == 70)
        #expect(read[3].tables?.reduce(0) { $0 + $1.rows.count - 1 } == 70)
        #expect(read[3].counts?.elements["svg"] == nil && read[3].counts?.elements["style"] == nil)
    }

    @Test(
        "They find no fault in the runs of films either, with a chart that has gaps",
        .enabled(
            if: ReadPage.canBeValidated && ReadPage.canBeChecked, "\(ReadPage.absence)"))
    func runs() async throws {
        let folder = try TemporaryFolder()
        let household = try TrendHousehold()
        let outcome = try await household.server.run { url in
            try await household.trend(
                ["둘", "하나", "2024C003", "--days", "3", "-q", "-o", folder.path("x.html")], at: url)
        }
        #expect(outcome.status == 0 && outcome.errors == "")
        let page = try #require(try await ReadPage.read([folder.path("x.html")]).first)
        #expect(page.faults == [])
        // On a desktop, and on a phone, where the text must still be readable.
        let charts = try #require(page.charts)
        #expect(charts.count == 2 && charts.allSatisfy { $0.smallest >= 10 }, "\(charts)")
        #expect(page.tables?.reduce(0) { $0 + $1.rows.count - 1 } == 9)
    }

    @Test(
        "The checkers of these tests find every fault in a page that has them all",
        .enabled(
            if: ReadPage.canBeValidated && ReadPage.canBeChecked, "\(ReadPage.absence)"))
    func faults() async throws {
        let page = """
            <!DOCTYPE html>
            <html lang="ko"><head><meta charset="utf-8"><title>가</title>
            <meta name="viewport" content="width=device-width, initial-scale=1">
            <link rel="stylesheet" href="http://a.example/a.css">
            <style>.low{color:#aaa;background:#fff}.box{overflow-x:auto;width:200px}</style></head>
            <body><main><h1>가</h1><div id="x"><p id="x">나</div><b>unclosed
            <img src="https://b.example/a.png"><script>window.pwned=1;console.log("ran")</script>
            <img alt="" src="data:image/png;base64,AAAA" onerror="alert('dialog')">
            <p class="low">흐린 글자</p><a href="javascript:alert(1)">다</a>
            <div class="box" tabindex="0"><div style="width:300px">라</div></div>
            <div style="width:700px">넓다</div>
            <svg viewBox="0 0 100 50"><text x="10" y="20" fill="#ddd">하나</text>
            <text x="12" y="22">둘둘</text><text x="95" y="45">밖으로</text></svg>
            </main></body></html>
            """
        let folder = try TemporaryFolder()
        try Data(page.utf8).write(to: folder.url.appending(path: "x.html"))
        let found = try #require(try await ReadPage.read([folder.path("x.html")]).first)
        let faults = found.faults.joined(separator: "\n")
        for fault in [
            "Unclosed element", "Duplicate ID", "asked for https://b.example/a.png",
            "reached the proxy: GET http://a.example/a.css", "a script was compiled, line 7",
            "a dialog was opened: dialog", "the console says ran", "window.pwned was set",
            "an attribute onerror", "a link to javascript:", "a picture is not shown",
            "texts overlap: [\"하나\", \"둘둘\"]", "a text sticks out: 밖으로", "low contrast in a chart",
            "wide at 360", "a box scrolls without a name", "light: color-contrast",
            "light: image-alt",
        ] {
            #expect(faults.contains(fault), "\(fault)")
        }
    }

    @Test(
        "Only figures that may still change are called provisional, in charts, runs and markets"
    )
    func provisional() async throws {
        let server = try LoopbackKOBIS()
        try await server.run { url in
            for (arguments, isProvisional) in [
                (["--date", "yesterday"], true), (["--date", "2022-06-01"], false),
                (["market", "--date", "yesterday"], true),
                (["market", "--date", "2022-06-01"], false),
            ] {
                let outcome = try await Program.run(
                    against: url, arguments + ["--format", "html", "-q"])
                #expect(outcome.status == 0, "\(outcome.errors)")
                #expect(outcome.output.contains("잠정치이며") == isProvisional, "\(arguments)")
            }
        }
    }
}
