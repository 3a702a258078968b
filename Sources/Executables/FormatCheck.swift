internal import BoxOffice
internal import BoxOfficeConformance

/// The checks of a format: the rules of all, and what it does where its input is not as usual.
struct FormatCheck {
    /// The format.
    let format: ExecutableFormat

    /// The rules of its documents, each of which is written by a run of it.
    var rules: FormatRules {
        FormatRules(format, about: Samples.chart) { lines, layout, rows throws(Fault) in
            try output(of: lines, layout, rows: rows)
        }
    }

    /// Looks at everything that a format must do.
    func look(_ findings: inout Findings) {
        let rules = rules
        rules.checkRows(&findings)
        findings.look("it stops at the end") { findings throws(Fault) in
            let (layout, input) = try input()
            let whole = try output(of: input.bytes, layout, rows: 1)
            // A format that reads on and then fails has noticed.
            let more = try unlessItFails { () throws(Fault) in
                try output(of: input.bytes + input.rows, layout, rows: 1)
            }
            findings.expect(
                more ?? whole == whole, nil, "it writes rows that come after {\"end\":{}}")
        }
        rules.checkOptions(&findings)
        rules.checkHeaders(&findings)
        findings.look("it lives with an option that it does not know") { _ throws(Fault) in
            let (layout, input) = try input()
            let option = PluginOption(
                "no-plugin-has-this", .text, default: "x", help: "an option that no plugin has")
            do throws(Fault) {
                _ = try output(of: input.bytes, layout, rows: 1, besides: [option])
            } catch {
                guard error.kind == .usage else { throw error }
            }
        }
        if format.plugin.wantsEditions { rules.checkEnding(&findings) }
        findings.look("it fails where the rows break off") { findings throws(Fault) in
            let (layout, input) = try input()
            let document = try unlessItFails { () throws(Fault) in
                try output(of: Array(input.rows), layout, rows: nil)
            }
            findings.expect(
                document == nil, nil, "it ends with status 0, as if there had been {\"end\":{}}")
        }
    }

    /// What it reads for a document of a row, and the lines of the row alone.
    private func input() throws(Fault) -> (
        Layout, (bytes: [UInt8], rows: ArraySlice<UInt8>, end: ArraySlice<UInt8>)
    ) {
        let lines = FormatRules(format, about: Samples.chart)
        let layout = try lines.layout()
        return (layout, try lines.document(Samples.plain(1), layout))
    }

    /// What it writes for `lines`, which have so many rows; nil if they have no end.
    ///
    /// - Parameter others: options that it is given though its manifest has none of these names.
    private func output(
        of lines: [UInt8], _ layout: Layout, rows: Int?, besides others: [PluginOption] = []
    ) throws(Fault) -> [UInt8] {
        let known = format.manifest
        let manifest = Manifest(
            name: known.name, summary: known.summary, options: known.options + others)
        var output = ByteBuffer()
        let session = try format.host.open(format.file, as: format.plugin)
        try session.begin(layout, of: manifest) { span throws(Fault) in output.append(span) }
        try session.send(lines.span) { span throws(Fault) in output.append(span) }
        if let rows {
            try session.finishDocument(of: rows) { span throws(Fault) in output.append(span) }
        } else {
            try session.finish { span throws(Fault) in output.append(span) }
        }
        return output.taken()
    }

    /// What `body` gives; nil if it throws anything but a cancellation.
    private func unlessItFails(
        _ body: () throws(Fault) -> [UInt8]
    ) throws(Fault) -> [UInt8]? {
        do throws(Fault) { return try body() } catch {
            guard error.kind != .cancelled else { throw error }
            return nil
        }
    }
}
