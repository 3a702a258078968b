package import BoxOffice

extension ByteBuffer {
    /// Appends the fields of an object, without the braces around them.
    package mutating func append(fields: [(name: String, value: Value)]) {
        for (index, field) in fields.enumerated() {
            if index > 0 { append(",") }
            append(quoting: field.name)
            append(":")
            append(json: field.value)
        }
    }

    /// Appends what a document is about as an object.
    mutating func append(_ document: DocumentDescription) {
        append(#"{"title":{"#)
        append(fields: [
            ("en", .text(Heading(in: .english).title(of: document))),
            ("ko", .text(Heading(in: .koreanLibrary).title(of: document))),
        ])
        append("},")
        append(fields: [
            ("dataset", .text(document.dataset)), ("chart", Value(document.chart?.rawValue)),
            ("from", document.periods.map { .date($0.first.from) } ?? .missing),
            ("to", document.periods.map { .date($0.last.to) } ?? .missing),
            ("regions", .list(document.regions.map(\.name))),
            ("nation", Value(document.nation?.rawValue)), ("kind", Value(document.kind?.rawValue)),
            ("sources", .list(document.sources)), ("film_page", Value(document.filmPage)),
            ("begun", Value(document.begun?.description)),
        ])
        append("}")
    }

    /// Appends which edition follows, as a line of its own.
    mutating func append(_ edition: ChartEdition) {
        append(#"{"edition":{"#)
        append(fields: [
            ("chart", .text(edition.period.chart.rawValue)), ("from", .date(edition.period.from)),
            ("to", .date(edition.period.to)), ("region", Value(edition.filter.region?.name)),
            ("nation", Value(edition.filter.nation?.rawValue)),
            ("kind", Value(edition.filter.kind?.rawValue)),
        ])
        append("}}\n")
    }

    /// Appends the line that ends a document.
    mutating func append(_ ending: DocumentEnding) {
        append(#"{"end":{"#)
        if !ending.missing.isEmpty { append(#""missing":["#) }
        for (index, fault) in ending.missing.enumerated() {
            append(index == 0 ? "{" : ",{")
            append(fields: [("code", .text(fault.code)), ("message", .text(fault.message))])
            append("}")
        }
        append(ending.missing.isEmpty ? "}}\n" : "]}}\n")
    }
}
