internal import BoxOffice
internal import Engine

extension Writing {
    /// The document at `path` that is to be brought up to date; nil if there is none.
    ///
    /// - Throws: a ``Fault`` of kind `malformed` if this command would not have written it; the hint
    ///   names the option with which it would, if there is one.
    func existing(
        at path: String, for plan: Plan, as format: any Updatable
    ) throws(Fault) -> Update? {
        do throws(Fault) {
            return try Update(
                at: path, for: plan, as: format, options, chosen: chosen, header: output.header)
        } catch {
            guard error.kind == .malformed, error.code != "other-option",
                let advice = otherWay(of: path, for: plan, as: format)
            else { throw error }
            var fault = error
            fault.advice = advice
            throw fault
        }
    }

    /// The hint that names how else the document at `path` was written; nil if that is not found.
    private func otherWay(
        of path: String, for plan: Plan, as format: any Updatable
    ) -> Message? {
        if output.header != Layout.Header.none,
            isReadable(path, for: plan, as: format, options, Layout.Header.none)
        {
            return Message(
                "written-without-header", "the file has no header: --header none goes on with it")
        }
        for format in Registry.formats where format.manifest.name != self.format {
            guard let format = format as? any Updatable,
                let options = try? PluginOptions(for: format.manifest),
                isReadable(path, for: plan, as: format, options)
            else { continue }
            return Message(
                "written-as", "the file was written with --format \(format.manifest.name)")
        }
        return nil
    }

    private func isReadable(
        _ path: String, for plan: Plan, as format: any Updatable, _ options: PluginOptions,
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
