internal import BoxOffice

/// The checks of a format.
struct FormatCheck {
    /// The check that this is a part of.
    let check: PluginCheck
    /// The plugin's manifest.
    let manifest: PluginManifest
    /// The time left for the check.
    let clock: CheckClock

    private let columns = [
        Column("rank", "순위", .integer), Column("rank_marker", "변동", .marker),
        Column("title", "영화명", .text), Column("open_date", "개봉일", .date),
        Column("sales_share", "매출액점유율", .percent), Column("sales_amount", "매출액", .won),
        Column("is_new", "신규진입", .boolean), Column("genres", "장르", .list),
        Column("poster_confidence", "포스터신뢰도", .fraction), Column("production_year", "제작연도", .year),
        Column("audience_per_show", "회당관객수", .decimal),
    ]

    private func row(_ title: String, _ number: Int = 1) -> [Value] {
        [
            .integer(number), .text("▲3"), .text(title), .date(Day(daysSince1970: 19_148)),
            .percent(Percent(tenths: -4)), .integer(139_565_890_466), .boolean(true),
            .list([title, "드라마"]), .fraction(Fraction(hundredths: 87)), .integer(2022),
            .decimal(OneDecimal(tenths: 153)),
        ]
    }

    /// Checks everything that a format must do.
    func look(_ findings: inout CheckFindings) throws(Fault) {
        let titles = AwkwardText.all
        try findings.look(
            Message("check-no-rows", "it writes a document without rows")
        ) { () throws(Fault) in
            _ = try document([])
        }
        try findings.look(
            Message("check-one-row", "it writes one row, and one without values")
        ) { () throws(Fault) in
            _ = try document([row("기생충")])
            _ = try document([Array(repeating: .missing, count: columns.count)])
        }
        try findings.look(
            Message("check-awkward-texts", "it writes texts that formats stumble over")
        ) { () throws(Fault) in
            _ = try document(titles.map { row($0) })
        }
        try findings.look(
            Message("check-many-rows", "it writes 10,000 rows")
        ) { () throws(Fault) in
            _ = try document((1...10_000).map { row("영화 \($0)", $0) })
        }
        try findings.look(
            Message("check-same-bytes", "it writes the same bytes for the same rows")
        ) { () throws(Fault) in
            let rows = titles.map { row($0) }
            guard try document(rows) == document(rows) else {
                throw Fault(
                    .malformed, "check-documents-differ", "two documents of the same rows differ")
            }
        }
        try findings.look(
            Message("check-stops", "it stops at the end")
        ) { () throws(Fault) in
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
        try check.tryOptions(of: manifest.manifest, &findings) { options throws(Fault) in
            _ = try document([row("기생충")], options: options)
        }
        try findings.look(Message("check-headers", "it takes every header")) { () throws(Fault) in
            for header in Layout.Header.allCases {
                _ = try document([row("기생충")], header: header)
            }
        }
        try findings.look(
            Message("check-unknown-option", "it lives with an option that it does not know")
        ) { () throws(Fault) in
            guard let fault = try fault(of: [row("기생충")], isWhole: true, besides: .unknownToAll),
                fault.kind != .usage
            else { return }
            throw fault
        }
        if manifest.wantsEditions {
            let ending = DocumentEnding(missing: [
                Fault(.notFound, "check-missing", "2022-06-02: not found")
            ])
            try findings.look(
                Message("check-missing-told", "it takes an end that tells what is missing")
            ) { () throws(Fault) in
                _ = try document([row("기생충")], ending: ending)
            }
        }
        try findings.look(
            Message("check-rows-break-off", "it fails where the rows break off")
        ) { () throws(Fault) in
            guard try fault(of: [row("기생충")], isWhole: false) != nil else {
                throw Fault(
                    .malformed, "check-no-end",
                    "it ends with status 0, as if there had been {\"end\":{}}")
            }
        }
    }

    /// What goes wrong with such a document; nil if nothing does.
    private func fault(
        of rows: [[Value]], isWhole: Bool, besides option: PluginOption? = nil
    ) throws(Fault) -> Fault? {
        do throws(Fault) {
            _ = try document(rows, besides: option, isWhole: isWhole)
        } catch {
            if error.kind == .cancelled { throw error }
            return error
        }
        return nil
    }

    /// What it writes for `rows`.
    ///
    /// - Parameters:
    ///   - more: rows that are sent behind the end, though they are not part of the document.
    ///   - option: an option that it is given though its manifest has none of that name.
    ///   - isWhole: whether the rows have an end, so that something must be written for them.
    private func document(
        _ rows: [[Value]], behindEnd more: [[Value]] = [], options: PluginOptions? = nil,
        header: Layout.Header? = nil, besides option: PluginOption? = nil, isWhole: Bool = true,
        ending: DocumentEnding = DocumentEnding()
    ) throws(Fault) -> [UInt8] {
        try clock.require()
        let known = manifest.manifest.with(option)
        let usual = try PluginOptions(for: known)
        let layout = Layout(
            columns: columns, header: header, options: options ?? usual, document: Self.description)
        let bytes =
            try lines(rows, layout, ending: isWhole ? ending : nil)
            + lines(more, layout, ending: nil)
        var document: [UInt8] = []
        let session = try check.host.open(check.file, as: manifest)
        try session.begin(layout, of: known) { span throws(Fault) in document.append(span) }
        try session.send(bytes.span) { span throws(Fault) in document.append(span) }
        if isWhole {
            try session.finishDocument(of: rows.count) { span throws(Fault) in document.append(span)
            }
        } else {
            try session.finish { span throws(Fault) in document.append(span) }
        }
        return document
    }

    private func lines(
        _ rows: [[Value]], _ layout: Layout, ending: DocumentEnding?
    ) throws(Fault) -> [UInt8] {
        var buffer = ByteBuffer()
        let writer = RowLines(layout)
        if manifest.wantsEditions, !rows.isEmpty { buffer.append(Self.edition) }
        for row in rows { try writer.write(row.span, into: &buffer) }
        if let ending { buffer.append(ending) }
        return Array(buffer.text.utf8)
    }

    /// An edition that a document may be about.
    private static let edition = ChartEdition(
        Period(of: .daily, containing: Day(daysSince1970: 19_148)), filter: ChartFilter())

    /// What the documents are about: the chart of a day, as of a fixed time.
    private static let description: DocumentDescription = {
        var document = DocumentDescription(dataset: "chart", sources: ["check"])
        document.periods = Periods(from: edition.period, to: edition.period)
        document.begun = Instant(secondsSince1970: 1_654_500_000)
        return document
    }()
}

extension [UInt8] {
    /// Appends the bytes of `span`.
    fileprivate mutating func append(_ span: Span<UInt8>) {
        for index in span.indices { append(span[index]) }
    }
}

extension Manifest {
    /// The manifest with one more option, or as it is.
    func with(_ option: PluginOption?) -> Manifest {
        Manifest(
            name: name, summary: summary, options: options + (option.map { [$0] } ?? []))
    }
}
