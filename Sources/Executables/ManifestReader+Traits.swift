internal import BoxOffice
internal import Wire

extension ManifestReader {
    /// How the documents of a format behave.
    mutating func traits(_ manifest: ManifestObject) -> FormatTraits {
        let isBinary = boolean(manifest["binary"]) == true
        let usual = isBinary ? FormatTraits.unknown.mediaType : "text/plain"
        return FormatTraits(
            mediaType: mediaType(manifest["media_type"]) ?? usual,
            fileEndings: endings(manifest["endings"]), isBinary: isBinary, isStreaming: false)
    }

    /// What a source says of its charts.
    mutating func policy(_ manifest: ManifestObject) -> ChartPolicy {
        var policy = ChartPolicy()
        policy.rows = integer(manifest["rows"], in: 1...1000)
        policy.finalAfter = integer(manifest["final_after"], in: 0...36_500) ?? policy.finalAfter
        policy.mayBeEmpty = boolean(manifest["empty_charts"]) == true
        return policy
    }

    /// The address of a film's page, with `{code}` in it; nil if there is none.
    mutating func filmPage(_ field: ManifestField) -> String? {
        guard field.value != nil, let text = line(field) else { return nil }
        guard text.isFilmPage else {
            note("\(field.name): \(field.inWords) is no address of the web with one {code} in it")
            return nil
        }
        return text
    }

    private mutating func mediaType(_ field: ManifestField) -> String? {
        guard field.value != nil, let text = line(field) else { return nil }
        guard text.isMediaType else {
            note("\(field.name): \(field.inWords) is no media type such as text/html")
            return nil
        }
        return text
    }

    private mutating func endings(_ field: ManifestField) -> [String] {
        var endings: [String] = []
        for item in items(field) {
            guard let word = line(item) else { continue }
            if word.isFileEnding {
                endings.append(word)
            } else {
                note("\(item.name): \(item.inWords) is no file ending such as html")
            }
        }
        return endings
    }
}

extension FormatTraits {
    /// The traits of a document of which nothing is known.
    static let unknown = FormatTraits(mediaType: "application/octet-stream", fileEndings: [])
}
