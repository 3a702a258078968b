package import BoxOffice

/// The rules of a format, whatever writes its documents.
package struct FormatRules {
    /// A function that runs a program with the lines that it reads for a document of so many rows,
    /// and returns the document.
    package typealias Run = (_ lines: [UInt8], Layout, _ rows: Int) throws(Fault) -> [UInt8]

    private let format: any Format
    private let description: DocumentDescription
    private let run: Run?

    /// Prepares to check `format`.
    ///
    /// - Parameter run: runs the program that makes documents of what the format writes; nil if
    ///   there is none.
    package init(_ format: any Format, about description: DocumentDescription, by run: Run? = nil) {
        self.format = format
        self.description = description
        self.run = run
    }

    /// True if the format holds rows of any kind; a format of plots, for example, holds only
    /// charts.
    var holdsRows: Bool {
        do throws(Fault) {
            try format.check(layout())
            return true
        } catch {
            return error.kind != .usage
        }
    }

    // MARK: - Checks

    /// Expects valid declarations of the format, before it writes anything.
    package func expectDeclarations(_ findings: inout Findings) throws(Fault) {
        findings.expectDeclarations(of: format.manifest)
        let traits = format.traits
        let type = traits.mediaType
        findings.expect(.traits, (type.isMediaType, "'\(type)' is not a media type"))
        for ending in traits.fileEndings where !ending.isFileEnding {
            findings.expect(.traits, (false, "'\(ending)' is not a file ending without its dot"))
        }
        expectColumns(try layout().options, &findings)
    }

    /// Checks documents with no rows, one row, many rows, and awkward ones.
    package func checkRows(_ findings: inout Findings) {
        findings.look("it writes a document without rows", .writes) { _ throws(Fault) in
            _ = try document([], layout(), editions: 0)
        }
        findings.look("it writes one row, and one without values", .writes) {
            findings throws(Fault) in
            _ = try document([Samples.missing], layout())
            try expectGrowth(&findings)
        }
        findings.look("it writes texts that formats stumble over", .writes) {
            findings throws(Fault) in _ = try expectDocuments(layout(), &findings)
        }
        findings.look("it writes 10,000 rows", .writes) { findings throws(Fault) in
            let document = try document(Samples.plain(10_000) + [Samples.long], layout())
            let (count, held) = (document.bytes.count, document.end.count)
            // A compressing format may hold back more than a text format.
            findings.expect(
                !format.traits.isStreaming || held <= count / (format.traits.isBinary ? 2 : 10),
                .streaming, "of \(count) bytes, \(held) come only at the end")
        }
        findings.look("it writes the same bytes for the same rows", .writes) {
            findings throws(Fault) in
            let bytes = try document(awkward, layout()).bytes
            try expect(bytes, again: layout(), &findings)
        }
    }

    /// Checks documents in currencies other than won, and one in two currencies.
    package func checkAmounts(_ findings: inout Findings) {
        findings.look("it writes amounts with 2 and with 3 decimals", .writes) {
            findings throws(Fault) in
            for currency in Samples.currencies {
                var description = description
                description.figures = [
                    FigureSource("check", territory: Territory(currency: currency))
                ]
                let rules = FormatRules(format, about: description, by: run)
                let layout = try rules.layout()
                try rules.expect(
                    rules.expectDocuments(layout, &findings), again: layout, &findings)
            }
        }
        checkJoined(&findings)
    }

    /// Checks documents of charts with each value of each option, for a format that holds nothing
    /// else.
    func checkCharts(_ findings: inout Findings) {
        checkJoined(&findings)
        findings.tryOptions(of: format.manifest) { options, findings throws(Fault) in
            expectColumns(options, &findings)
            let (layout, parts) = try joined(options)
            try format.check(layout)
            try expect(document(parts, layout).bytes, again: layout, of: parts, &findings)
        }
    }

    private func checkJoined(_ findings: inout Findings) {
        findings.look("it writes the charts of two sources, in two currencies", .writes) {
            findings throws(Fault) in
            let (layout, parts) = try joined()
            let first = layout.columns.prefix(2).map(\.name)
            findings.expect(
                .defaultColumns,
                (first == Column.origin, "the columns of several sources begin with \(first)"))
            let fewer = try document(Array(parts.dropLast()), layout).bytes
            let whole = try document(parts, layout).bytes
            findings.expect(
                .growth, (fewer != whole, "the rows of the second source change nothing"))
            try expect(whole, again: layout, of: parts, &findings)
        }
    }

    /// Checks documents with each value of each option.
    package func checkOptions(_ findings: inout Findings) {
        findings.tryOptions(of: format.manifest) { options, findings throws(Fault) in
            let layout = try layout(options)
            expectColumns(options, &findings)
            try expect(expectDocuments(layout, &findings), again: layout, &findings)
        }
    }

    /// Checks documents with all headers, and for terminals.
    package func checkHeaders(_ findings: inout Findings) {
        findings.look(Message("check-headers", "it takes every --header"), .writes) {
            findings throws(Fault) in
            for header in Layout.Header.allCases {
                _ = try expectDocuments(layout(header: header), &findings)
            }
            for colours in [true, false] {
                _ = try expectDocuments(layout(medium: .terminal(colours: colours)), &findings)
            }
        }
    }

    /// Checks a document that lacks something.
    package func checkEnding(_ findings: inout Findings) {
        findings.look("it takes an end that tells what is missing", .writes) { _ throws(Fault) in
            _ = try document(Samples.plain(1), layout(), ending: Samples.ending)
        }
    }

    /// Checks rows with more values than the format writes, which the host gives to formats in
    /// Swift.
    func checkUnwritten(_ findings: inout Findings) {
        findings.look("it leaves out what it does not write", .writes) { findings throws(Fault) in
            let wide = try layout(unwritten: [Column("unasked", "추가", .text)])
            let more = try document(Samples.plain(3).map { $0 + [.text("unasked")] }, wide)
            findings.expect(
                try more.bytes == document(Samples.plain(3), layout()).bytes, .unwritten,
                "a value in a column that is not written changes the bytes")
        }
    }

    // MARK: - Documents

    /// Returns the layout of the documents, with the usual options if no others are given.
    package func layout(
        _ options: PluginOptions? = nil, of columns: [Column] = Samples.columns,
        unwritten: [Column] = [], header: Layout.Header? = nil, medium: Layout.Medium = .file
    ) throws(Fault) -> Layout {
        let usual = try PluginOptions(for: format.manifest)
        return Layout(
            columns: columns, unwritten: unwritten, header: header, medium: medium,
            options: options ?? usual, document: description)
    }

    /// Returns the layout and the editions of the document that joins two sources, in the columns
    /// that the format has for it.
    private func joined(_ options: PluginOptions? = nil) throws(Fault) -> (Layout, [Part]) {
        let standard = try PluginOptions(for: format.manifest)
        let options = options ?? standard
        let dataset = ChartEntry.table.dataset
        let usual = UsualColumns(
            Column.origin + ChartEntry.defaultColumns(of: .daily, perRegion: false))
        let names = format.defaultColumns(of: usual, options)
        let others = format.unwrittenColumns(of: usual, options).filter { !names.contains($0) }
        func columns(_ names: [String]) -> [Column] {
            names.compactMap { name in dataset.columns.first { $0.name == name } }
        }
        let layout = Layout(
            columns: columns(names), unwritten: columns(others), options: options,
            document: Samples.joined)
        let indices = try dataset.indices(of: (layout.columns + layout.unwritten).map(\.name))
        let parts = try Samples.joinedEditions.map { part throws(Fault) -> Part in
            (part.edition, try Page(part.entries, of: ChartEntry.table).rows(indices))
        }
        return (layout, parts)
    }

    /// The bytes of a document: all of them, those of the rows, and those of the end.
    package typealias Written = (
        bytes: [UInt8], rows: ArraySlice<UInt8>, end: ArraySlice<UInt8>
    )

    /// The rows of an edition, or of none.
    private typealias Part = (edition: ChartEdition?, rows: [[Value]])

    /// Returns the document that the format writes for `rows`.
    ///
    /// - Parameters:
    ///   - editions: the number of editions that have these rows each; if 0, the rows are of none.
    ///   - pictures: pictures that come before the rows, each with its address.
    package func document(
        _ rows: [[Value]], _ layout: Layout, editions: Int = 1, pictures: [(String, Picture)] = [],
        ending: DocumentEnding = DocumentEnding()
    ) throws(Fault) -> Written {
        let editions: [ChartEdition?] =
            editions > 0 ? Array(Samples.editions.prefix(editions)) : [nil]
        return try document(
            editions.map { ($0, rows) }, layout, pictures: pictures, ending: ending)
    }

    private func document(
        _ parts: [Part], _ layout: Layout, pictures: [(String, Picture)] = [],
        ending: DocumentEnding = DocumentEnding()
    ) throws(Fault) -> Written {
        var document = try format.document(layout)
        var buffer = ByteBuffer()
        try document.begin(into: &buffer)
        let beginning = buffer.count
        for (address, picture) in pictures {
            try document.take(picture, at: address)
        }
        for (edition, rows) in parts {
            if let edition { try document.begin(edition, into: &buffer) }
            for row in rows { try document.write(row.span, into: &buffer) }
            if let edition { try document.end(edition, EditionState(), into: &buffer) }
        }
        let end = buffer.count
        _ = try document.finish(ending, into: &buffer)
        var bytes = buffer.taken()
        if let run { bytes = try run(bytes, layout, parts.reduce(0) { $0 + $1.rows.count }) }
        return (bytes, bytes.prefix(end).dropFirst(beginning), bytes.dropFirst(end))
    }

    /// The currency of the amounts.
    private var currency: Currency { description.currencies.first ?? .won }

    /// The awkward rows, with amounts in that currency.
    private var awkward: [[Value]] { Samples.awkward(in: currency) }

    // MARK: - Expectations

    /// Expects default columns, and none of them twice.
    private func expectColumns(_ options: PluginOptions, _ findings: inout Findings) {
        let usual = UsualColumns(ChartEntry.defaultColumns(of: .daily, perRegion: false))
        let columns = format.defaultColumns(of: usual, options)
        findings.expect(
            (try? ChartEntry.table.dataset.indices(of: columns)) != nil, .defaultColumns,
            "there are no default columns, or one is unknown or appears twice: \(columns)")
    }

    /// Expects that rows and editions add to the document.
    private func expectGrowth(_ findings: inout Findings) throws(Fault) {
        let layout = try layout()
        for (what, parts) in [
            ("0, 1 and 3 rows", [(0, 0), (1, 1), (3, 1)]),
            ("two editions, empty and of 3 rows", [(0, 2), (3, 2)]),
            ("one and two editions of 3 rows", [(3, 1), (3, 2)]),
        ] as [(Message, [(rows: Int, editions: Int)])] {
            let documents = try parts.map { part throws(Fault) in
                try document(Samples.plain(part.rows), layout, editions: part.editions).bytes
            }
            let sizes = documents.map(\.count)
            // A binary document may have room for more rows, so only its bytes must change.
            let kinds = format.traits.isBinary ? Set(documents).count : Set(sizes).count
            findings.expect(
                sizes == sizes.sorted() && kinds == sizes.count, .growth,
                "documents of \(what) have \(sizes) bytes")
        }
    }

    /// Expects that the same rows, or awkward ones, become the same `bytes` again.
    private func expect(
        _ bytes: [UInt8], again layout: Layout, of parts: [Part]? = nil,
        _ findings: inout Findings
    ) throws(Fault) {
        let parts = parts ?? [(Samples.editions.first, awkward)]
        findings.expect(
            try document(parts, layout).bytes == bytes, .sameBytes,
            "two documents of the same rows differ")
    }

    /// Expects documents of awkward and of plain rows that agree with the traits; returns the
    /// awkward one.
    private func expectDocuments(_ layout: Layout, _ findings: inout Findings) throws(Fault)
        -> [UInt8]
    {
        let awkward = try document(awkward, layout)
        let plain = try document(Samples.plain(3, in: currency), layout)
        // Characters that the user gives in an option are not the format's own.
        let given = format.manifest.options.map { layout.options[$0.name] }.joined() + "\n\r\t"
        let controls = String(decoding: plain.bytes, as: UTF8.self).unicodeScalars.filter {
            $0.properties.generalCategory == .control && !given.unicodeScalars.contains($0)
        }
        if !format.traits.isBinary {
            findings.expect(
                String(validating: awkward.bytes, as: UTF8.self) != nil, .utf8,
                "the document is not UTF-8")
            findings.expect(
                layout.medium != .file || controls.isEmpty, .control,
                "a document for a file has control characters of the format")
        }
        try expectRows(layout, &findings)
        if format.showsPictures(layout.options) { try expectPictures(layout.options, &findings) }
        return awkward.bytes
    }

    /// Expects that rows look the same anywhere in a document and can be read back, if the format
    /// says so.
    private func expectRows(_ layout: Layout, _ findings: inout Findings) throws(Fault) {
        let rows = awkward
        if run == nil, let writer = try format.rowWriter(layout) {
            // Backwards, because a host that writes several answers at once may do so, too.
            let written = try rows.reversed().map { row throws(Fault) in
                var buffer = ByteBuffer()
                try writer.write(row.span, into: &buffer)
                return buffer.taken()
            }
            findings.expect(
                try written.reversed().joined().elementsEqual(
                    document(rows, layout, editions: 0).rows), .rowWriter,
                "rows by themselves are not those of the document")
        }
        guard let reader = try format.reader(layout.options) else { return }
        for row in rows {
            let record = Array(try document([row], layout, editions: 0).rows)
            let lines = record.split(separator: 0x0A, omittingEmptySubsequences: false)
            var (isOpen, count) = (false, 0)
            for line in lines.dropLast() {
                let line = line + [0x0A]
                isOpen = reader.goesOn(after: line.span, isOpen: isOpen)
                if !isOpen { count += 1 }
            }
            if isOpen || lines.last?.isEmpty == false { count += 1 }
            let cells = try count == 1 ? reader.cells(of: record.span).count : row.count
            findings.expect(
                .readsBack, (count == 1, "a row is read back as \(count)"),
                (cells == row.count, "a row of \(row.count) cells is read back with \(cells)"))
        }
    }

    /// Expects documents that show pictures of posters, in any order and number.
    private func expectPictures(_ options: PluginOptions, _ findings: inout Findings) throws(Fault)
    {
        let layout = try layout(
            options, of: [Column("title", "영화명", .text), Column("poster_url", "포스터", .text)])
        let pictures = Samples.pictures.map { ("https://p.example/\($0.kind.rawValue)", $0) }
        let rows: [[Value]] =
            pictures.map { [.text($0.0), .text($0.0)] } + [
                [.text("a"), .missing], [.text("b"), .text("https://p.example/none")],
            ]
        let once = try document(rows, layout, pictures: pictures)
        let twice = try document(rows, layout, pictures: pictures.reversed() + pictures)
        findings.expect(
            once.bytes == twice.bytes, .pictures,
            "pictures that come twice, or in another order, change the document")
        // Pictures of films without a row, and then rows without pictures.
        _ = try document(Array(rows.suffix(2)), layout, pictures: pictures)
        _ = try document(rows, layout)
    }
}
