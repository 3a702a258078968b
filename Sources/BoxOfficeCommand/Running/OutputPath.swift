internal import BoxOffice
internal import Engine

/// The destination of the output: standard output, or files at a path in which `{chart}`,
/// `{source}`, `{region}`, `{date}`, `{year}`, `{month}`, `{from}`, `{to}` and `{format}` are
/// replaced by their values.
struct OutputPath: Sendable {
    private enum Name: String, CaseIterable {
        case chart, source, region, date, year, month, from, to, format
    }

    /// True if the output goes to standard output.
    let isStandardOutput: Bool
    /// The unit whose periods of a chart share a file; nil if everything goes to one file.
    var grouping: CalendarUnit?
    /// The values of the names, without those of periods.
    private var values: [Name: Substring]
    /// The texts, and the names that follow them.
    private var pieces: [(text: Substring, name: Name?)] = []

    /// Reads the value of `-o`; a brace that does not enclose a word stands for itself.
    ///
    /// - Parameter updates: true if files are brought up to date, so that files of other months and
    ///   years count too.
    /// - Throws: a ``Fault`` of kind `usage` for a name in braces that is unknown or that the plan
    ///   has no value for, or if two years would go to one file.
    init(_ text: String, of plan: Plan, format: String, updates: Bool) throws(Fault) {
        isStandardOutput = text == "-"
        let charts = plan.charts
        let dataset = (plan.face?.dataset ?? plan.query.dataset).name
        values = [
            .chart: Self.fileName(charts?.chart.rawValue ?? dataset),
            .format: Self.fileName(format),
        ]
        let known: [Name] =
            if charts != nil {
                Name.allCases
            } else if plan.periods != nil {
                Name.allCases.filter { $0 != .region }
            } else {
                [.chart, .source, .format]
            }
        var rest = text[...]
        while let opening = rest.firstIndex(of: "{") {
            let word = rest[opening...].dropFirst().prefix { $0.isLetter || $0 == "_" }
            guard !word.isEmpty, rest[word.endIndex...].first == "}" else {
                pieces.append((rest[...opening], nil))
                rest = rest[opening...].dropFirst()
                continue
            }
            guard let name = known.first(where: { $0.rawValue == word }) else {
                throw .unknown(
                    Message("name for --output", ko: "--output 자리표시자"), "{\(word)}",
                    known: known.map { "{\($0)}" },
                    otherWords: synonyms(
                        "{source}: {소스} {출처}; {region}: {지역}; {month}: {월} {달}; {year}: {년} {연도}; {date}: {날짜} {일} {day} {week}"
                    )
                ).of("output")
            }
            pieces.append((rest[..<opening], name))
            rest = rest[word.endIndex...].dropFirst()
        }
        pieces.append((rest, nil))
        guard let periods = plan.periods else { return }
        try group(periods, of: text, updates: updates && charts != nil)
        guard charts != nil || grouping == nil else { throw .severalFiles(text, dataset) }
    }

    /// Decides which of `periods` share a file.
    private mutating func group(
        _ periods: Periods, of text: String, updates: Bool
    ) throws(Fault) {
        let names = Set(pieces.compactMap(\.name))
        let (first, last) = (periods.first.dayOfCalendar, periods.last.dayOfCalendar)
        let months = (last.year - first.year) * 12 + last.month - first.month
        if names.contains(.month), names.isDisjoint(with: [.date, .year, .from, .to]), months >= 12
        {
            throw .twoYears(text)
        }
        let groupings: [(Name, CalendarUnit)] = [
            (.date, .day), (.month, .month), (.year, .year),
        ]
        guard let grouping = groupings.first(where: { names.contains($0.0) })?.1 else { return }
        let isSeveral = periods.groups(by: grouping).count > 1
        if isSeveral || (updates && grouping != .day) { self.grouping = grouping }
    }

    /// True if each source, or each region, has its own files.
    var hasSource: Bool { pieces.contains { $0.name == .source } }
    var hasRegion: Bool { pieces.contains { $0.name == .region } }

    /// Returns the path of the documents of `plan`, which has one source and region if these have
    /// their own files.
    func about(_ plan: Plan) -> OutputPath {
        var path = self
        path.values[.source] = Self.fileName(
            plan.sourcePlans.map(\.source.manifest.name).joined(separator: "+"))
        if let query = plan.charts {
            let names = query.regions.map(\.name)
            path.values[.region] = Self.fileName(
                names.isEmpty ? Bookmarks.Series.all : names.joined(separator: "+"))
        }
        return path
    }

    /// True if there is a placeholder, so that all folders of the path are created.
    var makesFolders: Bool { pieces.contains { $0.name != nil } }

    /// Returns the periods of `plan`, grouped by file; one nil if it has no periods.
    func groups(of plan: Plan) -> [Periods?] {
        guard let grouping, let charts = plan.charts else { return [plan.periods] }
        return charts.groups(by: grouping)
    }

    /// Returns the path for all `periods`; `{date}`, `{year}` and `{month}` are those of the first.
    func path(of periods: Periods?) -> String {
        var values = values
        if let periods {
            let day = "\(periods.first.dayOfCalendar)"
            values[.year] = day.prefix(4)
            values[.month] = day.dropFirst(5).prefix(2)
            values[.from] = "\(periods.first.from)"
            values[.date] = values[.from]
            values[.to] = "\(periods.last.to)"
        }
        return pieces.map { $0.text + ($0.name.flatMap { values[$0] } ?? "") }.joined()
    }

    /// Returns the files that the output of `plan` goes to; empty for standard output.
    func files(of plan: Plan) -> [String] {
        isStandardOutput ? [] : groups(of: plan).map { path(of: $0) }
    }

    /// Returns `text` without characters that could lead to another folder.
    private static func fileName(_ text: String) -> Substring {
        Substring(text.map { $0.isLetter || $0.isNumber || "-_+".contains($0) ? $0 : "_" })
    }
}

extension Fault {
    /// Returns the fault of rows that sum up days, which would go to several files.
    fileprivate static func severalFiles(_ template: String, _ command: String) -> Fault {
        let code = "\(command)-in-files"
        return Fault(
            .usage, code,
            "\(command) writes one file of such rows, and the days that are asked for would go to several: '\(template)'",
            ko: "{1} 명령은 이런 자료를 파일 하나에 쓰는데, 조회한 날짜가 여러 파일로 나뉩니다: '{2}'",
            hint: "use {from} and {to}, or ask for one of these at a time",
            hintKo: "{from}과 {to}를 쓰거나 기간을 나누어 실행하세요")
    }

    fileprivate static func twoYears(_ template: String) -> Fault {
        let path = template.split(separator: "{month}", omittingEmptySubsequences: false)
            .joined(separator: "{year}-{month}")
        return Fault(
            .usage, "two-years-in-one-file",
            "with {month} alone, the same months of two years would be one file",
            ko: "{month}만 쓰면 두 해의 같은 달이 한 파일이 됩니다",
            hint: "use --output \(path.quotedForShell)", hintKo: "--output {1}{을/를} 사용하세요")
    }
}
