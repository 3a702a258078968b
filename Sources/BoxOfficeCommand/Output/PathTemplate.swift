internal import BoxOffice

/// A path in which `{chart}`, `{date}`, `{year}`, `{month}`, `{from}`, `{to}` and `{format}` stand
/// for what they name.
struct PathTemplate: Sendable {
    private enum Name: String, CaseIterable {
        case chart, date, year, month, from, to, format
    }

    private enum Piece: Sendable {
        case text(Substring)
        case name(Name)
    }

    private let text: String
    private var pieces: [Piece] = []
    private let chart: String
    private let format: String

    /// Reads `text`; a brace that is not around a word stands for itself.
    init(_ text: String, of query: Query, format: String) throws(Fault) {
        self.text = text
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
            let word = rest.dropFirst().prefix { $0.isLetter || $0 == "_" }
            guard !word.isEmpty, rest[word.endIndex...].first == "}" else {
                pieces.append(.text(rest.prefix(1)))
                rest = rest.dropFirst()
                continue
            }
            guard let name = Name(rawValue: String(word)), known.contains(name) else {
                throw .unknown(
                    Message("name for --output", ko: "--output 자리표시자"), "{\(word)}",
                    known: known.map { "{\($0)}" },
                    otherWords: Words(
                        "{month}: {월} {달}; {year}: {년} {연도}; {date}: {날짜} {일} {day} {week}"
                    ).known)
            }
            pieces.append(.name(name))
            rest = rest[word.endIndex...].dropFirst()
        }
        pieces.append(.text(rest))
    }

    private var names: [Name] {
        pieces.compactMap { if case .name(let name) = $0 { name } else { nil } }
    }

    /// Which periods have a path of their own together; nil if all periods have the same path.
    var grouping: Periods.Grouping? {
        let names = names
        if names.contains(.date) { return .period }
        if names.contains(.month) { return .month }
        return names.contains(.year) ? .year : nil
    }

    /// Whether a name is in that of a folder, so that folders are made.
    var makesFolders: Bool {
        var hasName = false
        for piece in pieces {
            switch piece {
            case .name: hasName = true
            case .text(let text): if hasName, text.contains("/") { return true }
            }
        }
        return false
    }

    /// Throws if the same months of two years of `periods` would have one path.
    func check(_ periods: Periods) throws(Fault) {
        let names = names
        guard names.contains(.month), Set(names).isDisjoint(with: [.date, .year, .from, .to]) else {
            return
        }
        let (first, last) = (periods.first.dayOfCalendar, periods.last.dayOfCalendar)
        guard (last.year - first.year) * 12 + last.month - first.month >= 12 else { return }
        throw .twoYears(text)
    }

    /// The path of all `periods`; `{date}`, `{year}` and `{month}` are those of the first.
    func path(of periods: Periods?) -> String {
        pieces.map { piece in
            switch piece {
            case .text(let text): String(text)
            case .name(.chart): Self.fileName(chart)
            case .name(.format): Self.fileName(format)
            case .name(.year): periods.map { String("\($0.first.dayOfCalendar)".prefix(4)) } ?? ""
            case .name(.month):
                periods.map { String("\($0.first.dayOfCalendar)".dropFirst(5).prefix(2)) } ?? ""
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

extension Fault {
    fileprivate static func twoYears(_ template: String) -> Fault {
        let parts = template.split(separator: "{month}", omittingEmptySubsequences: false)
        let path = parts.joined(separator: "{year}-{month}")
        return Fault(
            .usage, "two-years-in-one-file",
            "with {month} alone, the same months of two years would be one file",
            ko: "{month}만 쓰면 두 해의 같은 달이 한 파일이 됩니다",
            hint: "use --output \(path.quotedForShell)", hintKo: "--output {1}{을/를} 사용하세요")
    }
}
