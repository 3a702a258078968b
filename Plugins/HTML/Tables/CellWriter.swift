internal import BoxOffice

/// How values become HTML.
struct CellWriter: Sendable {
    /// The columns that are shown.
    let columns: [Column]
    /// Their headers, which are texts of the page already; empty if there are none.
    let headers: [String]
    /// Whether the page is in Korean.
    let isKorean: Bool
    /// The index of the title, if it is shown.
    let title: Int?
    private let titleValue: Int?
    private let isOfRuns: Bool
    private let isMail: Bool

    init(_ layout: Layout) {
        let isKorean = layout.header != .en
        let isMail = layout.options[HTMLOption.layout] == .mail
        self.isMail = isMail
        self.isKorean = isKorean
        columns = layout.columns
        headers = layout.columns.map { column in
            let header = HTMLText.escaping(column.readableHeader(layout.header))
            guard layout.header == .en, !isMail else { return header }
            // A long name may go on in the next line behind an underscore.
            return header.split(separator: "_", omittingEmptySubsequences: false)
                .joined(separator: "_<wbr>")
        }
        title = layout.columns.firstIndex { $0.name == "title" }
        titleValue = layout.index(of: "title")
        isOfRuns = layout.document.trend != nil
    }

    /// The HTML of the value at `index`, other than a poster.
    func html(at index: Int, in row: Span<Value>) -> String {
        let column = columns[index]
        switch row[index] {
        case .missing: return isOfRuns ? "–" : ""
        case .text(let text) where column.kind == .marker && RankChange.isMarker(text):
            return marker(text)
        case .text(let text): return HTMLText.escaping(text)
        case .list(let items): return HTMLText.escaping(items.joined(separator: ", "))
        case let value: return value.readable(as: column.kind)
        }
    }

    /// Writes the value at `index`.
    func write(
        _ index: Int, of row: Span<Value>, _ posters: inout PosterImages,
        into output: inout ByteBuffer
    ) {
        guard index == posters.column, case .text(let address) = row[index] else {
            output.append(html(at: index, in: row))
            return
        }
        posters.write(
            address, description: posterDescription(in: row),
            word: isKorean ? "포스터" : "poster", into: &output)
    }

    /// What describes the poster of a film, as a text of the page.
    func posterDescription(in row: Span<Value>) -> String {
        guard let titleValue, case .text(let title) = row[titleValue], !title.isEmpty else {
            return isKorean ? "포스터" : "poster"
        }
        let name = HTMLText.escaping(String(title.prefix(200)))
        return isKorean ? "\(name) 포스터" : "poster of \(name)"
    }

    /// A marker in its colour, with words for those who hear it.
    private func marker(_ text: String) -> String {
        let colour = MarkerColour(of: text)
        if isMail {
            return colour.map { "<span style=\"color:\($0.code)\">\(text)</span>" } ?? text
        }
        guard !text.isEmpty else { return "" }
        let name = colour.map { " class=\"\($0 == .red ? "rise" : "fall")\"" } ?? ""
        return text == "신작" || text == "진입"
            ? "<span\(name)>\(text)</span>"
            : "<span\(name) role=\"img\" aria-label=\"\(spoken(text))\">\(text)</span>"
    }

    /// `▲3` in words.
    private func spoken(_ marker: String) -> String {
        let places = String(marker.unicodeScalars.dropFirst())
        return switch marker.unicodeScalars.first {
        case "▲": isKorean ? "\(places)계단 상승" : "up \(places)"
        case "▼": isKorean ? "\(places)계단 하락" : "down \(places)"
        default: isKorean ? "변동 없음" : "unchanged"
        }
    }
}

extension Column {
    /// Whether the values stand at the right: those of which digits are compared.
    var isRightAligned: Bool {
        switch kind {
        case .integer, .won, .percent, .fraction, .decimal, .year: true
        case .text, .marker, .boolean, .date, .list: false
        }
    }
}

extension MarkerColour {
    /// The colour on white, dark enough to be read.
    var code: String {
        switch self {
        case .red: "#c62828"
        case .blue: "#1565c0"
        }
    }

    /// The colour on a dark page.
    var codeOnDark: String {
        switch self {
        case .red: "#ff8a80"
        case .blue: "#90caf9"
        }
    }
}
