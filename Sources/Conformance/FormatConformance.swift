internal import BoxOffice

/// Checks a format.
struct FormatConformance {
    /// The format.
    let format: any Format
    /// What was found so far.
    var findings: Findings
    /// How documents of the format behave.
    let traits: FormatTraits

    init(_ format: any Format) {
        self.format = format
        traits = format.traits
        findings = Findings(of: format.manifest.name)
    }

    /// Checks every rule.
    mutating func check() -> [Violation] {
        let manifest = format.manifest
        findings.check(manifest)
        checkTraits()
        for assignments in [[]] + format.manifest.trials { check(assignments) }
        checkGrowth()
        checkStreaming()
        checkUnwritten()
        return findings.violations
    }

    private mutating func checkTraits() {
        let mediaType = traits.mediaType
        let parts = mediaType.split(separator: "/", omittingEmptySubsequences: false)
        findings.expect(
            parts.count == 2 && !parts.contains(""), .traits,
            "'\(mediaType)' is no media type")
        let endings = traits.fileEndings
        findings.expect(!endings.isEmpty, .traits, "there is no file ending")
        for ending in endings where ending.isEmpty || ending.hasPrefix(".") {
            findings.note(.traits, "the file ending '\(ending)' is not one without its dot")
        }
    }

    /// Checks documents with these options.
    private mutating func check(_ assignments: [String]) {
        let options: PluginOptions
        do throws(Fault) {
            options = try PluginOptions(assignments, for: format.manifest)
        } catch {
            return findings.note(.optionValue, error.message)
        }
        let rule: Rule = assignments.isEmpty ? .writes : .optionValue
        checkColumns(options)
        let rows = SampleRows.awkward + (assignments.isEmpty ? [SampleRows.long] : [])
        let layout = Layout(columns: SampleRows.columns, options: options)
        guard let all = document(of: rows, layout, rule) else { return }
        checkBytes(all, layout)
        checkAgain(all, of: rows, layout)
        checkRowWriter(all, of: rows, layout)
        checkReader(of: rows, layout)
        checkPictures(options)
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
    mutating func document(
        of rows: [[Value]], _ layout: Layout, _ rule: Rule = .writes,
        editions: [ChartEdition] = []
    ) -> WrittenDocument? {
        do throws(Fault) {
            return try WrittenDocument(of: rows, by: format, layout, editions: editions)
        } catch {
            findings.note(rule, "a document of \(rows.count) rows fails: \(error.message)")
            return nil
        }
    }

    private mutating func checkBytes(_ document: WrittenDocument, _ layout: Layout) {
        guard !traits.isBinary else { return }
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
}
