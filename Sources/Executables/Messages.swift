internal import BoxOffice

/// What the host says to a plugin: one JSON object a line.
enum Messages {
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

    /// What a format is to write.
    static func columns(_ layout: Layout, of manifest: Manifest) -> [UInt8] {
        var line = ByteBuffer()
        line.append(#"{"columns":["#)
        for (place, column) in layout.columns.enumerated() {
            line.append(place == 0 ? #"{"name":"# : #",{"name":"#)
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
        line.append(json: .boolean(layout.medium == .terminal(colours: true)))
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
        for (place, option) in manifest.options.enumerated() {
            if place > 0 { append(",") }
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
