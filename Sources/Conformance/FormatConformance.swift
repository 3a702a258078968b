internal import BoxOffice

/// Checks a format.
struct FormatConformance<Format: Exporter & ~Copyable> {
    private var findings: Findings
    private let traits = Format.traits

    init() {
        findings = Findings(of: Format.manifest.name)
    }

    /// Checks every rule.
    mutating func check() -> [Violation] {
        findings.check(Format.manifest)
        checkTraits()
        for assignments in [[]] + Format.manifest.trials { check(assignments) }
        checkGrowth()
        checkStreaming()
        checkUnwritten()
        return findings.violations
    }

    private mutating func checkTraits() {
        let parts = traits.mediaType.split(separator: "/", omittingEmptySubsequences: false)
        findings.expect(
            parts.count == 2 && !parts.contains(""), .traits,
            "'\(traits.mediaType)' is no media type")
        findings.expect(!traits.fileEndings.isEmpty, .traits, "there is no file ending")
        for ending in traits.fileEndings where ending.isEmpty || ending.hasPrefix(".") {
            findings.note(.traits, "the file ending '\(ending)' is not one without its dot")
        }
    }

    /// Checks documents with these options.
    private mutating func check(_ assignments: [String]) {
        let options: PluginOptions
        do throws(Fault) {
            options = try PluginOptions(assignments, for: Format.manifest)
        } catch {
            return findings.note(.optionValue, error.message)
        }
        let rule: Rule = assignments.isEmpty ? .writes : .optionValue
        checkColumns(options)
        let rows = SampleRows.awkward
        let layout = Layout(columns: SampleRows.columns, options: options)
        guard let all = document(of: rows, layout, rule) else { return }
        checkBytes(all, layout)
        checkAgain(all, of: rows, layout)
        checkRowWriter(all, of: rows, layout)
        checkReader(of: rows, layout)
        guard assignments.isEmpty else { return }
        for header in [Layout.Header.en, .ko, .none] {
            checkBytes(
                of: rows, Layout(columns: SampleRows.columns, header: header, options: options))
        }
        for colours in [true, false] {
            checkBytes(
                of: rows,
                Layout(
                    columns: SampleRows.columns, medium: .terminal(colours: colours),
                    options: options))
        }
    }

    private mutating func checkBytes(of rows: [[Value]], _ layout: Layout) {
        if let document = document(of: rows, layout) { checkBytes(document, layout) }
    }

    /// The document of `rows`; nil and a violation if writing it fails.
    private mutating func document(
        of rows: [[Value]], _ layout: Layout, _ rule: Rule = .writes,
        editions: [ChartEdition] = []
    ) -> WrittenDocument? {
        do throws(Fault) {
            return try WrittenDocument(of: rows, by: Format.self, layout, editions: editions)
        } catch {
            findings.note(rule, "a document of \(rows.count) rows fails: \(error.message)")
            return nil
        }
    }

    private mutating func checkBytes(_ document: WrittenDocument, _ layout: Layout) {
        guard traits.content == .text else { return }
        findings.expect(
            String(validating: document.bytes, as: UTF8.self) != nil, .utf8,
            "the document is not UTF-8")
        guard layout.medium == .file,
            let plain = self.document(of: SampleRows.plain(3), layout)
        else { return }
        let isControlled = String(decoding: plain.bytes, as: UTF8.self).unicodeScalars.contains {
            $0.properties.generalCategory == .control && !["\n", "\r", "\t"].contains($0)
        }
        findings.expect(
            !isControlled, .control, "a document for a file has control characters of the format")
    }

    private mutating func checkAgain(
        _ document: WrittenDocument, of rows: [[Value]], _ layout: Layout
    ) {
        guard let again = self.document(of: rows, layout) else { return }
        findings.expect(
            again == document, .sameBytes, "the same rows become other bytes the second time")
    }

    private mutating func checkColumns(_ options: PluginOptions) {
        for usual in [
            SampleRows.columns.map(\.name), ChartEntry.defaultColumns(of: .daily, perRegion: false),
        ] {
            let columns = Format.defaultColumns(of: usual, options)
            findings.expect(
                !columns.isEmpty && Set(columns).count == columns.count, .defaultColumns,
                "the default columns are none, or one is there twice: \(columns)")
        }
    }

    private mutating func checkRowWriter(
        _ document: WrittenDocument, of rows: [[Value]], _ layout: Layout
    ) {
        guard let exporter = try? Format(layout), let writer = exporter.rowWriter else { return }
        var buffer = ByteBuffer()
        do throws(Fault) {
            for row in rows { try writer.write(row.span, into: &buffer) }
        } catch {
            return findings.note(.rowWriter, "the row writer fails: \(error.message)")
        }
        findings.expect(
            buffer.bytes == document.rows, .rowWriter,
            "the row writer does not write what the exporter writes")
    }

    private mutating func checkReader(of rows: [[Value]], _ layout: Layout) {
        do throws(Fault) {
            guard let reader = try Format.reader(layout.options) else { return }
            for row in rows {
                let written = try WrittenDocument(of: [row], by: Format.self, layout)
                let records = Self.records(in: written.rows, by: reader)
                findings.expect(
                    records.count == 1, .readsBack, "a row is read back as \(records.count)")
                for record in records {
                    let count = try reader.cells(of: record.span).count
                    findings.expect(
                        count == row.count, .readsBack,
                        "a row of \(row.count) cells is read back with \(count)")
                }
            }
        } catch {
            findings.note(.readsBack, "a row is not read back: \(error.message)")
        }
    }

    private static func records(
        in bytes: [UInt8], by reader: any RecordReader
    ) -> [[UInt8]] {
        var records: [[UInt8]] = []
        var record: [UInt8] = []
        var isOpen = false
        for line in bytes.linesWithEnds {
            record += line
            isOpen = reader.goesOn(behind: line.span, isOpen: isOpen)
            if isOpen { continue }
            records.append(record)
            record = []
        }
        return record.isEmpty ? records : records + [record]
    }
}

extension FormatConformance where Format: ~Copyable {
    private static var options: PluginOptions? { try? PluginOptions(for: Format.manifest) }

    private mutating func checkGrowth() {
        guard let options = Self.options else { return }
        let layout = Layout(columns: SampleRows.columns, options: options)
        let rows = SampleRows.plain(3)
        let day = Period(of: .daily, containing: Day(daysSince1970: 19_000))
        let editions = [ChartEdition(day), ChartEdition(day.advanced(by: 1))]
        guard let none = document(of: [], layout), let one = document(of: [rows[0]], layout),
            let all = document(of: rows, layout),
            let empty = document(of: [], layout, editions: editions),
            let first = document(of: rows, layout, editions: [editions[0]]),
            let both = document(of: rows, layout, editions: editions)
        else { return }
        let sizes = [none, one, all].map(\.bytes.count)
        findings.expect(
            sizes == sizes.sorted() && Set(sizes).count == 3, .growth,
            "documents of 0, 1 and 3 rows have \(sizes) bytes")
        let ofEditions = [empty, first, both].map(\.bytes.count)
        findings.expect(
            ofEditions == ofEditions.sorted() && Set(ofEditions).count == 3, .growth,
            "documents of empty editions, one and two of 3 rows have \(ofEditions) bytes")
    }

    /// A compressing format may hold back more than one of text.
    private mutating func checkStreaming() {
        guard traits.delivery == .streaming, let options = Self.options else { return }
        let layout = Layout(columns: SampleRows.columns, options: options)
        guard let document = document(of: SampleRows.plain(4000), layout) else { return }
        let held = document.end.count
        let most = document.bytes.count / (traits.content == .text ? 10 : 2)
        findings.expect(
            held <= most, .streaming,
            "of \(document.bytes.count) bytes, \(held) come only at the end")
    }

    private mutating func checkUnwritten() {
        guard let options = Self.options else { return }
        let more = Column("unasked", "추가", .text)
        guard !Format.unwrittenColumns(options).contains(more.name) else { return }
        let rows = SampleRows.plain(3)
        guard
            let narrow = document(of: rows, Layout(columns: SampleRows.columns, options: options)),
            let wide = document(
                of: rows.map { $0 + [.text("unasked value")] },
                Layout(columns: SampleRows.columns, unwritten: [more], options: options))
        else { return }
        findings.expect(
            narrow == wide, .unwritten, "a value in a column that is not written changes the bytes")
    }
}

extension [UInt8] {
    /// The lines, each with the LF at its end.
    fileprivate var linesWithEnds: [[UInt8]] {
        var lines: [[UInt8]] = []
        var line: [UInt8] = []
        for byte in self {
            line.append(byte)
            if byte == UInt8(ascii: "\n") {
                lines.append(line)
                line = []
            }
        }
        return line.isEmpty ? lines : lines + [line]
    }
}
