internal import BoxOffice
internal import BoxOfficeConformance

/// The checks of a format: the rules of all, and what it does where its input is not as usual.
struct FormatCheck {
    /// The format.
    let format: ExecutableFormat

    /// The rules of its documents, each of which is written by a run of it.
    var rules: FormatRules { FormatRules(format, about: Samples.chart, by: output) }

    /// Looks at everything that a format must do.
    func look(_ findings: inout Findings) {
        let rules = rules
        rules.checkRows(&findings)
        findings.look("it stops at the end") { findings throws(Fault) in
            let (layout, input) = try input()
            let whole = try output(of: input.bytes, layout, 1)
            // A format that reads on and then fails has noticed.
            let more = try outputUnlessItFails(of: input.bytes + input.rows, layout, 1)
            findings.expect(
                more ?? whole == whole, nil, "it writes rows that come after {\"end\":{}}")
        }
        rules.checkOptions(&findings)
        rules.checkHeaders(&findings)
        findings.look("it lives with an option that it does not know") { _ throws(Fault) in
            let option = PluginOption(
                "no-plugin-has-this", .text, default: "x", help: "an option that no plugin has")
            let (layout, input) = try input(besides: [option])
            do throws(Fault) {
                _ = try output(of: input.bytes, layout, 1)
            } catch {
                guard error.kind == .usage else { throw error }
            }
        }
        if format.plugin.wantsEditions { rules.checkEnding(&findings) }
        findings.look("it fails where the rows break off") { findings throws(Fault) in
            let (layout, input) = try input()
            findings.expect(
                try outputUnlessItFails(of: Array(input.rows), layout, nil) == nil, nil,
                "it ends with status 0, as if there had been {\"end\":{}}")
        }
    }

    /// What it reads for a document of a row, and the lines of the row alone.
    ///
    /// - Parameter others: options that it is given though its manifest has none of these names.
    private func input(besides others: [PluginOption] = []) throws(Fault) -> (
        Layout, (bytes: [UInt8], rows: ArraySlice<UInt8>, end: ArraySlice<UInt8>)
    ) {
        let known = format.manifest
        let manifest = Manifest(
            name: known.name, summary: known.summary, options: known.options + others)
        let lines = FormatRules(format, about: Samples.chart)
        let layout = try lines.layout(PluginOptions(for: manifest))
        return (layout, try lines.document(Samples.plain(1), layout))
    }

    /// What it writes for `lines`, which have so many rows; nil if they have no end.
    private func output(
        of lines: [UInt8], _ layout: Layout, _ rows: Int?
    ) throws(Fault) -> [UInt8] {
        var output = ByteBuffer()
        let session = try format.host.open(format.file, as: format.plugin)
        try session.begin(layout, of: layout.options.manifest) { span throws(Fault) in
            output.append(span)
        }
        try session.send(lines.span) { span throws(Fault) in output.append(span) }
        if let rows {
            try session.finishDocument(of: rows) { span throws(Fault) in output.append(span) }
        } else {
            try session.finish { span throws(Fault) in output.append(span) }
        }
        return output.taken()
    }

    /// The same; nil if it fails.
    private func outputUnlessItFails(
        of lines: [UInt8], _ layout: Layout, _ rows: Int?
    ) throws(Fault) -> [UInt8]? {
        do throws(Fault) { return try output(of: lines, layout, rows) } catch {
            guard error.kind != .cancelled else { throw error }
            return nil
        }
    }
}
