internal import BoxOffice
internal import BoxOfficeConformance

/// The checks of a format: the rules of all, and what it does where its input is not as usual.
struct FormatCheck {
    /// The format.
    let format: ExecutableFormat

    /// The rules of its documents, each of which is written by a run of it.
    ///
    /// - Parameters:
    ///   - input: what it gets to read.
    ///   - option: an option that it is given though its manifest has none of that name.
    func rules(
        _ input: ExecutedDocument.Input = .whole, besides option: PluginOption? = nil
    ) -> FormatRules {
        FormatRules(format, about: Samples.chart) { layout throws(Fault) in
            ExecutedDocument(by: format, layout, input, besides: option)
        }
    }

    /// Looks at everything that a format must do.
    func look(_ findings: inout Findings) {
        let rules = rules()
        rules.checkRows(&findings)
        findings.look("it stops at the end") { findings throws(Fault) in
            let whole = try rows(.whole)
            // A format that reads on and then fails has noticed.
            guard let more = try rowsUnlessItFails(.goesOn) else { return }
            findings.expect(
                more == whole, nil,
                "it writes rows that come after {\"end\":{}}")
        }
        rules.checkOptions(&findings)
        rules.checkHeaders(&findings)
        findings.look(
            "it lives with an option that it does not know"
        ) { _ throws(Fault) in
            let option = PluginOption(
                "no-plugin-has-this", .text, default: "x", help: "an option that no plugin has")
            do throws(Fault) {
                _ = try rows(.whole, besides: option)
            } catch {
                guard error.kind == .usage else { throw error }
            }
        }
        if format.plugin.wantsEditions { rules.checkEnding(&findings) }
        findings.look(
            "it fails where the rows break off"
        ) { findings throws(Fault) in
            findings.expect(
                try rowsUnlessItFails(.breaksOff) == nil, nil,
                "it ends with status 0, as if there had been {\"end\":{}}")
        }
    }

    /// What it writes for a row.
    private func rows(
        _ input: ExecutedDocument.Input, besides option: PluginOption? = nil
    ) throws(Fault) -> [UInt8] {
        let rules = rules(input, besides: option)
        return try rules.document(Samples.plain(1), rules.layout()).bytes
    }

    /// What it writes for a row; nil if it fails.
    private func rowsUnlessItFails(
        _ input: ExecutedDocument.Input
    ) throws(Fault) -> [UInt8]? {
        do throws(Fault) {
            return try rows(input)
        } catch {
            guard error.kind != .cancelled else { throw error }
            return nil
        }
    }
}

/// A document that an executable writes while it is checked.
final class ExecutedDocument: Document {
    /// What the executable gets to read.
    enum Input {
        /// All lines of a document.
        case whole
        /// All lines, and after the end one more row.
        case goesOn
        /// Rows without an end.
        case breaksOff
    }

    private let format: ExecutableFormat
    private let manifest: Manifest
    private let layout: Layout
    private let input: Input
    private var lines: any Document
    private var buffer = ByteBuffer()
    private var count = 0
    private var session: PluginSession?

    /// Prepares to run `format`, which is given `option` though its manifest has none of that name.
    init(
        by format: ExecutableFormat, _ layout: Layout, _ input: Input,
        besides option: PluginOption?
    ) {
        self.format = format
        self.layout = layout
        self.input = input
        let known = format.manifest
        manifest = Manifest(
            name: known.name, summary: known.summary,
            options: known.options + [option].compactMap(\.self))
        lines = format.plugin.wantsEditions ? EditionLines(layout) : RowLines(layout)
    }

    func begin(into output: inout ByteBuffer) throws(Fault) {
        let session = try format.host.open(format.file, as: format.plugin)
        self.session = session
        try session.begin(layout, of: manifest) { span throws(Fault) in output.append(span) }
    }

    func begin(_ edition: ChartEdition, into output: inout ByteBuffer) throws(Fault) {
        try lines.begin(edition, into: &buffer)
    }

    func write(_ row: Span<Value>, into output: inout ByteBuffer) throws(Fault) {
        count += 1
        try lines.write(row, into: &buffer)
        if buffer.count > 64 << 10 { try send(&output) }
    }

    func finish(
        _ ending: DocumentEnding, into output: inout ByteBuffer
    ) throws(Fault) -> [Fault] {
        if input != .breaksOff { _ = try lines.finish(ending, into: &buffer) }
        if input == .goesOn {
            for row in Samples.plain(1) { try lines.write(row.span, into: &buffer) }
        }
        try send(&output)
        if input == .breaksOff {
            try session?.finish { span throws(Fault) in output.append(span) }
        } else {
            try session?.finishDocument(of: count) { span throws(Fault) in output.append(span) }
        }
        return []
    }

    private func send(_ output: inout ByteBuffer) throws(Fault) {
        try buffer.withBytes { bytes throws(Fault) in
            try session?.send(bytes) { span throws(Fault) in output.append(span) }
        }
        buffer.removeAll()
    }
}
