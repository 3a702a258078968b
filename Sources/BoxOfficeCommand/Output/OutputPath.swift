internal import BoxOffice
internal import Storage

/// Where the output goes, with the names in braces filled in.
enum OutputPath: Sendable {
    case standardOutput
    /// One file at that path.
    case file(String)
    /// A file for every period.
    case files(PathTemplate)

    /// Reads what `-o` was given.
    ///
    /// - Throws: a ``Fault`` of kind `usage` for a name in braces that there is not, or that the
    ///   query has nothing for.
    init(_ text: String, of query: Query, format: String) throws(Fault) {
        guard text != "-" else {
            self = .standardOutput
            return
        }
        let template = try PathTemplate(text, of: query, format: format)
        if template.differsByPeriod, case .chart(let query) = query, query.periods.count > 1 {
            self = .files(template)
        } else if case .chart(let query) = query {
            self = .file(template.path(of: query.periods))
        } else {
            self = .file(template.path(of: nil))
        }
    }
}

extension OutputPath {
    /// Whether the output of `query` goes to the file at `path`.
    func leads(to path: String, of query: Query) -> Bool {
        switch self {
        case .standardOutput: return false
        case .file(let own): return SmallFile.isSameFile(own, path)
        case .files(let template):
            guard case .chart(let query) = query else { return false }
            return query.periods.contains {
                SmallFile.isSameFile(template.path(of: $0), path)
            }
        }
    }
}

/// A path in which `{chart}`, `{date}`, `{from}`, `{to}` and `{format}` stand for what they name.
struct PathTemplate: Sendable {
    private enum Name: String, CaseIterable {
        case chart, date, from, to, format
    }

    private enum Piece: Sendable {
        case text(Substring)
        case name(Name)
    }

    private var pieces: [Piece] = []
    private let chart: String
    private let format: String

    /// Reads `text`; a brace that is not around a word stands for itself.
    init(_ text: String, of query: Query, format: String) throws(Fault) {
        self.format = format
        let known: [Name]
        if case .chart(let query) = query {
            chart = query.chart.rawValue
            known = Name.allCases
        } else {
            chart = query.dataset.name
            known = [.chart, .format]
        }
        var rest = text[...]
        while let opening = rest.firstIndex(of: "{") {
            pieces.append(.text(rest[..<opening]))
            rest = rest[opening...]
            let word = rest.dropFirst().prefix { $0.isASCII && ($0.isLetter || $0 == "_") }
            guard !word.isEmpty, rest[word.endIndex...].first == "}" else {
                pieces.append(.text(rest.prefix(1)))
                rest = rest.dropFirst()
                continue
            }
            guard let name = Name(rawValue: String(word)), known.contains(name) else {
                throw .unknown("name for --output", "{\(word)}", known: known.map { "{\($0)}" })
            }
            pieces.append(.name(name))
            rest = rest[word.endIndex...].dropFirst()
        }
        pieces.append(.text(rest))
    }

    /// Whether every period has a path of its own.
    var differsByPeriod: Bool {
        pieces.contains { if case .name(.date) = $0 { true } else { false } }
    }

    /// The path of one period.
    func path(of period: Period) -> String { path(of: Periods(from: period, to: period)) }

    /// The path of all `periods`; `{date}` is the first day of the first.
    func path(of periods: Periods?) -> String {
        pieces.map { piece in
            switch piece {
            case .text(let text): String(text)
            case .name(.chart): Self.fileName(chart)
            case .name(.format): Self.fileName(format)
            case .name(.to): periods.map { "\($0.last.to)" } ?? ""
            case .name(.date), .name(.from): periods.map { "\($0.first.from)" } ?? ""
            }
        }.joined()
    }

    /// `text` with nothing in it that could lead to another folder.
    private static func fileName(_ text: String) -> String {
        let safe = text.map { $0.isLetter || $0.isNumber || "-_".contains($0) ? $0 : "_" }
        return String(safe)
    }
}
