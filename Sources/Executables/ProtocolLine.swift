internal import BoxOffice

/// The lines that the host writes to a plugin, one JSON object each.
enum ProtocolLine {
    /// The greeting.
    static var hello: [UInt8] {
        Array(#"{"hello":{"protocol":\#(PluginManifest.version)}}\#n"#.utf8)
    }

    /// What a source is asked for, without a line end.
    static func query(
        _ edition: ChartEdition, _ options: PluginOptions, of manifest: Manifest
    ) -> String {
        var line = ByteBuffer()
        line.append(#"{"query":{"dataset":"chart","chart":"#)
        line.append(quoting: edition.period.chart.rawValue)
        line.append(#","from":"#)
        line.append(json: .date(edition.period.from))
        line.append(#","to":"#)
        line.append(json: .date(edition.period.to))
        line.append("},")
        line.append(options, of: manifest)
        line.append("}")
        return line.text
    }

    /// A source is asked for its own dataset, without a line end.
    static func query(
        _ dataset: String, _ options: PluginOptions, of manifest: Manifest
    ) -> String {
        var line = ByteBuffer()
        line.append(#"{"query":{"dataset":"#)
        line.append(quoting: dataset)
        line.append("},")
        line.append(options, of: manifest)
        line.append("}")
        return line.text
    }

    /// A source of posters is asked for those of a film, without a line end.
    static func film(_ film: Film, _ options: PluginOptions, of manifest: Manifest) -> String {
        var line = ByteBuffer()
        line.append(#"{"film":{"#)
        line.append(fields: [
            ("code", .text(film.code)), ("title", .text(film.title)), ("year", Value(film.year)),
            ("genres", .list(film.genres)),
        ])
        line.append("},")
        line.append(options, of: manifest)
        line.append("}")
        return line.text
    }

    /// What a format is to write.
    ///
    /// The options come last, where plugins of before there was a `document` may look for them.
    static func begin(_ layout: Layout, of manifest: Manifest) -> [UInt8] {
        var line = ByteBuffer()
        line.append(#"{"columns":["#)
        for (index, column) in layout.columns.enumerated() {
            line.append(index == 0 ? #"{"name":"# : #",{"name":"#)
            line.append(quoting: column.name)
            line.append(#","korean":"#)
            line.append(quoting: column.koreanHeader)
            line.append(#","type":"#)
            line.append(quoting: column.kind.rawValue)
            line.append("}")
        }
        line.append(#"],"header":"#)
        line.append(json: Value(layout.header?.rawValue))
        line.append(#","colours":"#)
        line.append(json: .boolean(layout.medium.hasColours))
        line.append(#","document":"#)
        line.append(layout.document)
        line.append(",")
        line.append(layout.options, of: manifest)
        line.append("}\n")
        return Array(line.text.utf8)
    }
}

extension ByteBuffer {
    /// Appends `"options":{…}`, the values in force of all options of `manifest`.
    fileprivate mutating func append(_ options: PluginOptions, of manifest: Manifest) {
        append(#""options":{"#)
        for (index, option) in manifest.options.enumerated() {
            if index > 0 { append(",") }
            append(quoting: option.name)
            append(":")
            let value = options[option.name]
            switch option.kind {
            case .boolean: append(value)
            case .integer: append(Int(value) ?? 0)
            case .text, .choice: append(quoting: value)
            }
        }
        append("}")
    }
}
