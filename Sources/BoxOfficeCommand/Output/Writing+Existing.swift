internal import BoxOffice
internal import CSV
internal import JSONLines

extension Writing {
    /// The document at `path` that is to be brought up to date; nil if there is none.
    ///
    /// - Throws: a ``Fault`` of kind `malformed` if this command would not have written it; the hint
    ///   names the options that would, if there are such.
    func existing<Format: Exporter & ~Copyable>(
        at path: String, for plan: Plan, as format: Format.Type
    ) throws(Fault) -> Update? {
        do throws(Fault) {
            return try Update(
                at: path, for: plan, as: format, options, chosen: chosen, header: output.header)
        } catch {
            guard error.kind == .malformed, let words = optionsOf(path, for: plan, as: format)
            else { throw error }
            var fault = error
            fault.advice = words
            throw fault
        }
    }

    /// The advice to add the options with which the document at `path` was written.
    private func optionsOf<Format: Exporter & ~Copyable>(
        _ path: String, for plan: Plan, as format: Format.Type
    ) -> Message? {
        if self.format == CSV.manifest.name {
            for (words, change) in Self.ways where isWritten(path, for: plan, change) {
                return Message("written-with", "the file was written with \(words): add that")
            }
            if output.profile == .excel, isWritten(path, for: plan, { $0.profile = nil }) {
                return Message(
                    "written-without",
                    "the file was written without --profile excel: leave it out")
            }
            guard let options = try? PluginOptions(for: JSONLines.manifest) else { return nil }
            return isReadable(path, for: plan, as: JSONLines.self, options)
                ? .writtenAs(JSONLines.manifest.name) : nil
        }
        guard let options = try? PluginOptions([], for: CSV.manifest) else { return nil }
        return isReadable(path, for: plan, as: CSV.self, options)
            ? .writtenAs(CSV.manifest.name) : nil
    }

    /// What may have been added when a CSV file was written, the most frequent first.
    private static var ways: [(String, (inout OutputOptions) -> Void)] {
        [
            ("--profile excel", { $0.profile = .excel }),
            ("-O delimiter=tab", { $0.options.append("delimiter=tab") }),
            ("-O delimiter=';'", { $0.options.append("delimiter=;") }),
            ("-O delimiter=,", { $0.options.append("delimiter=,") }),
            ("-O newline=crlf", { $0.options.append("newline=crlf") }),
            ("-O bom=true", { $0.options.append("bom=true") }),
            ("-O bom=true -O newline=crlf", { $0.options += ["bom=true", "newline=crlf"] }),
            ("--header none", { $0.header = Layout.Header.none }),
        ]
    }

    /// Whether the CSV file at `path` is one that would be written with the changed options.
    private func isWritten(
        _ path: String, for plan: Plan, _ change: (inout OutputOptions) -> Void
    ) -> Bool {
        var output = output
        let known = Set(CSV.manifest.options.map(\.name))
        output.options.removeAll { assignment in
            !known.contains(String(assignment.prefix { $0 != "=" }))
        }
        change(&output)
        guard let options = try? output.options(for: CSV.manifest) else { return false }
        return isReadable(path, for: plan, as: CSV.self, options, output.header)
    }

    private func isReadable<Format: Exporter & ~Copyable>(
        _ path: String, for plan: Plan, as format: Format.Type, _ options: PluginOptions,
        _ header: Layout.Header? = nil
    ) -> Bool {
        do throws(Fault) {
            let update = try Update(
                at: path, for: plan, as: format, options, chosen: chosen, header: header)
            return update != nil
        } catch {
            return false
        }
    }
}

extension Message {
    fileprivate static func writtenAs(_ format: String) -> Message {
        Message("written-as", "the file was written with --format \(format)")
    }
}
