internal import BoxOffice

extension Doctor {
    /// Shows the formats that can be written, and what the others lack.
    func show(formatsOf registry: Registry, _ report: inout DoctorReport) throws(Fault) {
        var ready: [String] = []
        var lacking: [(Message, Message)] = []
        for format in registry.formats {
            let name = format.manifest.name
            do throws(Fault) {
                try format.require(
                    Layout(
                        columns: [Column("title", "영화명", .text)],
                        options: try PluginOptions(for: format.manifest)))
                ready.append(name)
            } catch {
                lacking.append((Message(name), error.wording))
            }
        }
        try report.line(
            Message("doctor.formats", "formats", ko: "형식"), Message(ready.joined(separator: ", ")))
        try report.details(lacking)
    }
}
