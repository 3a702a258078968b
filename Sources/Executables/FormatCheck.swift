internal import BoxOffice

/// What a check looks at in a format.
struct FormatCheck {
    let check: PluginCheck
    let manifest: PluginManifest
    let clock: CheckClock

    private let columns = [
        Column("rank", "순위", .integer), Column("rank_marker", "변동", .marker),
        Column("title", "영화명", .text), Column("open_date", "개봉일", .date),
        Column("sales_share", "매출액점유율", .percent), Column("sales_amount", "매출액", .won),
        Column("is_new", "신규", .boolean), Column("genres", "장르", .list),
        Column("poster_confidence", "포스터신뢰도", .fraction), Column("production_year", "제작연도", .year),
    ]

    private func row(_ title: String, _ number: Int = 1) -> [Value] {
        [
            .integer(number), .text("▲3"), .text(title), .date(Day(daysSince1970: 19_148)),
            .percent(Percent(tenths: -4)), .integer(139_565_890_466), .boolean(true),
            .list([title, "드라마"]), .fraction(Fraction(hundredths: 87)), .integer(2022),
        ]
    }

    /// Looks at everything that a format must do.
    func look(_ findings: inout CheckFindings) throws(Fault) {
        let titles = Self.awkward
        try findings.look("it writes a document without rows") { () throws(Fault) in
            _ = try document([])
        }
        try findings.look("it writes one row, and one without values") { () throws(Fault) in
            _ = try document([row("기생충")])
            _ = try document([Array(repeating: .missing, count: columns.count)])
        }
        try findings.look("it writes texts that formats stumble over") { () throws(Fault) in
            _ = try document(titles.map { row($0) })
        }
        try findings.look("it writes 10,000 rows") { () throws(Fault) in
            _ = try document((1...10_000).map { row("영화 \($0)", $0) })
        }
        try findings.look("it writes the same bytes for the same rows") { () throws(Fault) in
            let rows = titles.map { row($0) }
            guard try document(rows) == document(rows) else {
                throw Fault(
                    .malformed, "check-documents-differ", "two documents of the same rows differ")
            }
        }
        try findings.look("it stops at the end") { () throws(Fault) in
            let whole = try document([row("기생충")])
            do throws(Fault) {
                let more = try document([row("기생충")], behindEnd: [row("괴물")])
                guard more == whole else { throw Fault(.bug, "check-failed", "") }
            } catch {
                // A format that reads on and then fails has noticed.
                guard error.kind == .bug || error.kind == .cancelled else { return }
                throw error.kind == .cancelled
                    ? error
                    : Fault(
                        .malformed, "check-rows-after-end",
                        "it writes rows that come after {\"end\":{}}")
            }
        }
        for option in manifest.manifest.options {
            for value in option.trials {
                let what = "it takes \(option.assignment(of: value))"
                try findings.look(what) { () throws(Fault) in
                    do throws(Fault) {
                        _ = try document([row("기생충")], options: ["\(option.name)=\(value)"])
                    } catch {
                        guard option.mayRefuse(value, with: error) else { throw error }
                    }
                }
            }
        }
        try findings.look("it takes every --header") { () throws(Fault) in
            for header in Layout.Header.allCases {
                _ = try document([row("기생충")], header: header)
            }
        }
        try findings.look("it lives with an option that it does not know") { () throws(Fault) in
            guard let fault = try fault(of: [row("기생충")], isWhole: true, besides: .unknownToAll),
                fault.kind != .usage
            else { return }
            throw fault
        }
        try findings.look("it fails where the rows break off") { () throws(Fault) in
            guard try fault(of: [row("기생충")], isWhole: false) != nil else {
                throw Fault(
                    .malformed, "check-no-end",
                    "it ends with status 0, as if there had been {\"end\":{}}")
            }
        }
    }

    /// What goes wrong with such a document; nil where nothing does.
    private func fault(
        of rows: [[Value]], isWhole: Bool, besides option: PluginOption? = nil
    ) throws(Fault) -> Fault? {
        try clock.require()
        let told = manifest.manifest.with(option)
        let layout = Layout(columns: columns, options: try PluginOptions(for: told))
        let bytes = try lines(rows, isWhole: isWhole)
        let dialogue = try check.host.open(check.file, as: manifest)
        do throws(Fault) {
            try dialogue.begin(layout, of: told) { _ throws(Fault) in }
            try dialogue.send(bytes.span) { _ throws(Fault) in }
            try dialogue.finish { _ throws(Fault) in }
        } catch {
            if error.kind == .cancelled { throw error }
            return error
        }
        return nil
    }

    /// What it writes for `rows`; those `behindEnd` are sent though they are none of the document.
    private func document(
        _ rows: [[Value]], behindEnd more: [[Value]] = [], options: [String] = [],
        header: Layout.Header? = nil
    ) throws(Fault) -> [UInt8] {
        try clock.require()
        let layout = Layout(
            columns: columns, header: header,
            options: try PluginOptions(options, for: manifest.manifest))
        let bytes = try lines(rows, isWhole: true) + lines(more, isWhole: false)
        var document: [UInt8] = []
        let dialogue = try check.host.open(check.file, as: manifest)
        try dialogue.begin(layout, of: manifest.manifest) { span throws(Fault) in
            for index in span.indices { document.append(span[index]) }
        }
        try dialogue.send(bytes.span) { span throws(Fault) in
            for index in span.indices { document.append(span[index]) }
        }
        try dialogue.finishDocument(of: rows.count) { span throws(Fault) in
            for index in span.indices { document.append(span[index]) }
        }
        return document
    }

    private func lines(_ rows: [[Value]], isWhole: Bool) throws(Fault) -> [UInt8] {
        var buffer = ByteBuffer()
        let layout = Layout(columns: columns, options: try PluginOptions(for: manifest.manifest))
        var writer = try RowLines(layout)
        for row in rows { try writer.write(row.span, into: &buffer) }
        if isWhole { try writer.finish(DocumentEnding(), into: &buffer) }
        return Array(buffer.text.utf8)
    }

    private static let awkward = [
        "", " ", "a,b", "a\"b", "a|b\\|c", "a\nb", "a\r\nb", "\ta", "1~2부", "=1+1", "<b>&amp;",
        "</table>", "\u{2028}", "👩‍👩‍👧", "\0", "\u{1B}[31m", "'", "\\", "\\n", "{\"end\":{}}",
        String(repeating: "긴", count: 10_000),
    ]
}

extension Manifest {
    /// The manifest with one more option, or as it is.
    func with(_ option: PluginOption?) -> Manifest {
        Manifest(
            name: name, summary: summary, options: options + (option.map { [$0] } ?? []))
    }
}
