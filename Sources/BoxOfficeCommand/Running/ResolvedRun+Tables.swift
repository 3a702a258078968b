internal import BoxOffice
internal import Engine
internal import Storage
internal import Tables

extension ResolvedRun {
    /// Returns `sources` with the sources named in the rows of files in place of the source `file`.
    ///
    /// The files are read once, so that errors in them are found before the first row is written.
    /// Rows that the run cannot use are reported.
    ///
    /// - Throws: a ``Fault`` of kind `malformed` that names file and line, or of kind `usage` for a
    ///   run that takes no files, or for which they have no rows.
    static func opening(
        _ sources: [any Source], _ values: Values, _ registry: Registry, _ console: Console
    ) throws(Fault) -> [any Source] {
        guard let place = sources.firstIndex(where: { $0.fileSource != nil }),
            let tables = sources[place].fileSource
        else { return sources }
        let chartOfRuns = values.command.has(.runs) ? values.span.chart : nil
        let chart = Chart(rawValue: values.command.name) ?? chartOfRuns
        guard chart != nil || values.command.has(.periods) else {
            throw .noCharts(values.command.name)
        }
        if values.flag(\.deep) { throw .notOfFiles("--deep") }
        if values.flag(\.crossCheck) { throw .notOfFiles("--cross-check") }
        let all = try opened(tables, registry, console)
        var opened = sources
        guard let chart else {
            // What is made from charts otherwise is summed up from whole tables.
            opened[place] = try withTables(all, values.command.name, console)
            return opened
        }
        let isRuns = chart.rawValue != values.command.name
        let isAlone = sources.count == 1 && !isRuns
        let filter = ChartFilter(nation: values.word(\.nation), kind: values.word(\.kind))
        let regions = try values.regions(of: all)
        let own = zip(all, regions).map {
            $0.filtered(
                to: chart, filter, in: $1, takingAll: isAlone, top: values.number(\.top) ?? .max)
        }.filter { !$0.rows.isEmpty }
        let name = all.first?.holdings.name ?? ""
        let counts = all.reduce(into: [Chart: Int]()) { $0.merge($1.rows) { $0 + $1 } }
        guard let rows = counts[chart] else {
            guard counts.isEmpty else { throw .onlyOtherCharts(name, chart, counts, isRuns) }
            throw .onlyLongPeriods(name, all.flatMap(\.periodTables))
        }
        let taken = own.reduce(0) { $0 + ($1.rows[chart] ?? 0) }
        guard taken > 0 else { throw .onlyOtherRows(name, chart, isRuns) }
        if isRuns, own.count > 1 {
            throw .severalSources(name, values.command.name, own.map(\.manifest.name))
        }
        let isOpen = filter == ChartFilter() && regions.allSatisfy(\.isEmpty)
        let rowsOfNone = all.reduce(0) { $0 + $1.rowsOfNoChart }
        let rowsOfOthers = counts.values.reduce(rowsOfNone, +) - rows
        tell(name, rowsOfOthers, filtered: isOpen ? rows - taken : 0, console)
        opened.replaceSubrange(place...place, with: own as [any Source])
        return opened
    }

    /// Returns the source that has tables of the council, and reports the rows of the others.
    private static func withTables(
        _ all: [any FileCharts], _ command: String, _ console: Console
    ) throws(Fault) -> any FileCharts {
        let own = all.filter(\.hasPeriodTables)
        guard let first = own.first else {
            let files = Message(
                "files-of-others", "files other than the council's own tables",
                ko: "영화진흥위원회의 표가 아닌 파일")
            throw .notOfFiles(command, files)
        }
        guard own.count == 1 else {
            throw .severalSources(first.holdings.name, command, own.map(\.manifest.name))
        }
        let others = all.filter { !$0.hasPeriodTables }.flatMap(\.rows.values).reduce(0, +)
        tell(first.holdings.name, others, filtered: 0, console)
        return first
    }

    /// Opens the files that the options of `tables` name.
    private static func opened(
        _ tables: any FileSource, _ registry: Registry, _ console: Console
    ) throws(Fault) -> [any FileCharts] {
        let folder = console.environment["TMPDIR"] ?? "/tmp"
        let paths = try tables.paths
        let files = try paths.map { path throws(Fault) in
            let file = try InputFile(at: path, copyIn: folder, keepsOpen: paths.count <= 100)
            return OpenedFile(at: path, name: file.name, size: file.size) { range throws(Fault) in
                try file.bytes(in: range)
            }
        }
        let today = CurrentProcess.now().dayInSeoul
        let all = try tables.open(files, today: today) { name in
            // The council's tables have the figures of its Open API.
            let own = name == Tables.site ? Registry.defaultSource.manifest.name : name
            return registry.sources.first { $0.manifest.name == own && $0.fileSource == nil }
        }
        for fault in all.first?.remarks ?? [] {
            if fault.code == "table-lines-skipped" {
                console.detail(fault.wording)
            } else {
                console.note(fault.code, fault.wording)
            }
        }
        return all
    }

    /// Reports how many rows are left out.
    private static func tell(
        _ name: Message, _ rowsOfOthers: Int, filtered: Int, _ console: Console
    ) {
        if rowsOfOthers > 0 {
            console.advise(
                "table-rows-of-other-charts",
                "\(name): \(rowsOfOthers, "row is", "rows are") of other charts and left out",
                ko: "{1}: 다른 박스오피스의 행 {2}개를 뺐습니다")
        }
        if filtered > 0 {
            console.advise(
                "table-rows-narrowed",
                "\(name): \(filtered, "row is", "rows are") of one region, nation or kind and left out",
                ko: "{1}: 지역, 국적, 영화 구분으로 좁힌 행 {2}개를 뺐습니다")
        }
    }

    /// Returns the faults of charts for named days that a file has for only some of the regions.
    ///
    /// A run with `--keep-going` leaves these charts out. If no day was named, there is only a
    /// warning about the first of them.
    ///
    /// - Throws: a ``Fault`` of kind `usage` for a run without `--keep-going`.
    func regionsLacking(in plan: Plan) throws(Fault) -> [Fault] {
        guard values.isGiven(\.region) else { return [] }
        let isNamed = values.isGiven(\.date) || values.isGiven(\.from)
        var lacking: [Fault] = []
        for sourcePlan in plan.sourcePlans {
            guard let table = sourcePlan.source.fileCharts,
                let charts = sourcePlan.query.charts, charts.regions.count > 1
            else { continue }
            for period in charts.askedPeriods {
                let own = Set(charts.editions(of: period).map(\.filter.region))
                lacking += charts.regions.filter { !own.contains($0) }.map {
                    let edition = ChartEdition(
                        period, filter: ChartFilter(region: $0), source: table.manifest.name)
                    return .noRegion(table.holdings.name, edition)
                        .within(Fault.Scope(edition, of: edition.source))
                }
            }
        }
        guard let first = lacking.first else { return [] }
        if isNamed, !values.flag(\.keepGoing) { throw first.refused }
        if !isNamed { console.advise(first.code, first.wording.andMore(lacking.count - 1)) }
        return isNamed ? lacking : []
    }

    /// Refuses a run that needs columns missing from files, or that has a chart from two places.
    ///
    /// - Throws: a ``Fault`` of kind `usage` that names the columns, or of kind `malformed` that
    ///   names file and line.
    func checkTables(_ plan: Plan) throws(Fault) {
        if format.isKeptByKey, let fault = plan.face?.unkeyed { throw fault }
        for sourcePlan in plan.sourcePlans {
            let (source, table) = (sourcePlan.source, sourcePlan.source.fileCharts)
            let findsCodes = sourcePlan.enrichment?.codes != nil
            let lacksCodes =
                table?.lacking.contains("movie_code")
                ?? (source.dataset(of: sourcePlan.query).index(of: "movie_code") == nil)
            if values.kinds.contains("codes"), !findsCodes, lacksCodes {
                console.advise(
                    "no-codes-of-rows",
                    "the rows of '\(source.manifest.name)' stay without film codes: no register of that source is known",
                    ko: "'{1}'의 행에는 영화코드를 추가하지 않습니다. 영화코드를 찾을 수 있는 소스가 아닙니다")
            }
            if format.isKeptByKey, plan.columns.contains("decimals") {
                throw .ownColumn("decimals", format.manifest.name)
            }
            guard let table else { continue }
            let findsFilms = plan.derivation?.needsFilms == true
            let needsAll = format.isKeptByKey && (plan.charts != nil || findsFilms)
            let lacking = table.lacking.filter { column in
                let isCode = column == "movie_code"
                return needsAll && !(isCode && findsCodes) || findsFilms && isCode
            }
            if !lacking.isEmpty {
                throw .lacksColumns(
                    lacking, table.holdings.name,
                    format.isKeptByKey ? format.manifest.name : values.command.name,
                    canFindCodes: plan.charts != nil && !values.kinds.contains("codes"),
                    isOfFilms: findsFilms && !format.isKeptByKey)
            }
            guard let own = sourcePlan.charts else { continue }
            for other in plan.sourcePlans {
                guard other.source.fileCharts == nil, let charts = other.charts,
                    other.source.provider == table.provider, own.chart == charts.chart
                else { continue }
                try table.refuse(charts, of: other.source.manifest.name)
            }
        }
    }
}

extension Source {
    /// The tables of the council in the files of the source.
    var periodTables: [PeriodTable] { fileCharts?.periodTables ?? [] }

    /// The register of the source, or of the source that the rows of a file name; nil if there is none.
    var registerOfRows: (any Register)? {
        (fileCharts?.original ?? self).register
    }
}

extension ResolvedRun {
    /// For each source, the one in whose register films without codes are searched for: for a file
    /// that of the source that the rows name, or else the usual one; nil if there is none, if no codes
    /// are wanted, or if all rows have them, as those of services do.
    var sourcesOfCodes: [(any Source)?] {
        sources.map { source in
            guard values.kinds.contains("codes"), let table = source.fileCharts,
                table.lacking.contains("movie_code")
            else { return nil }
            let usual = Registry.defaultSource
            guard let original = table.original, original.register == nil else {
                return table.original ?? usual
            }
            return original.provider == usual.provider ? usual : nil
        }
    }
}

extension Fault {
    /// Returns the fault of a command that exports no charts.
    fileprivate static func noCharts(_ command: String) -> Fault {
        Fault(
            .usage, "table-only-charts",
            "\(command) does not take --source file: files have only charts",
            ko: "{1} 명령에는 --source file을 사용할 수 없습니다. 파일에는 박스오피스만 있습니다",
            hint: "leave out --source file", hintKo: "--source file을 빼세요")
    }

    fileprivate static func notOfFiles(
        _ what: String, _ files: Message = "--source file"
    ) -> Fault {
        Fault(
            .usage, "not-of-files",
            "\(what) does not take \(files): it needs charts as a service gave them",
            ko: "{1}에는 {2}{을/를} 사용할 수 없습니다. 서비스에서 받은 그대로의 박스오피스가 필요합니다",
            hint:
                "leave out --source file; the archive has the charts that were asked for before, and --offline sends no requests",
            hintKo: "--source file을 빼세요. 전에 받은 박스오피스는 보관함에 있으며, --offline을 쓰면 요청하지 않습니다")
    }

    static let regionsAndCountry = Fault(
        .usage, "table-regions-and-country",
        "the charts of the whole country in the table have no region for {region}",
        ko: "표에 전국 박스오피스도 있어서 {region}에 쓸 지역이 없습니다",
        hint: "--region chooses the regions that have files",
        hintKo: "파일로 나눌 지역을 --region으로 지정하세요")

    fileprivate static func noRegion(_ name: Message, _ edition: ChartEdition) -> Fault {
        Fault(
            .unavailable, "table-no-region", "\(name) does not hold \(Message(edition))",
            ko: "{1}에 없는 박스오피스입니다: {2}")
    }

    fileprivate static func severalSources(
        _ name: Message, _ command: String, _ sources: [String]
    ) -> Fault {
        Fault(
            .usage, "table-several-sources",
            "\(name) has rows of \(Message.list(sources.map { Message($0) })), and \(command) takes those of one source",
            ko: "{1}에 {2}의 행이 있습니다. {3} 명령은 한 소스의 행만 씁니다",
            hint: "-o '{source}.csv' of a chart gives each source a file of its own",
            hintKo: "박스오피스를 -o '{source}.csv'로 내보내면 소스마다 파일이 생깁니다")
    }

    fileprivate static func onlyOtherCharts(
        _ name: Message, _ chart: Chart, _ counts: [Chart: Int], _ isRuns: Bool
    ) -> Fault {
        let others = Chart.allCases.filter { counts[$0] != nil }
        let held = Message.list(
            others.map { other in
                Message(
                    "\(counts[other] ?? 0) of the \(other.wording) chart", ko: "{2} {1}행")
            })
        let commands = others.map { "'bo-export \($0.rawValue)'" }.joined(separator: ", ")
        return Fault(
            .usage, "table-only-other-charts",
            "\(name) has no rows of the \(chart.wording) chart: there are \(held)",
            ko: "{1}에는 {2} 박스오피스의 행이 없습니다. 있는 것은 {3}입니다",
            hint: isRuns
                ? Message(
                    "runs are made from daily charts, or from weekly ones with --by week",
                    ko: "흥행 추이는 일별 박스오피스로, --by week를 쓰면 주간 박스오피스로 만듭니다")
                : Message(
                    "\(commands) with the same options reads them",
                    ko: "같은 옵션으로 {1}{을/를} 실행하세요"))
    }

    /// Makes the fault of files that have nothing but `tables` of months, years and spans.
    fileprivate static func onlyLongPeriods(_ name: Message, _ tables: [PeriodTable]) -> Fault {
        let whole = tables.filter { $0.lacks == nil }
        let hint =
            if whole.isEmpty, let lacks = tables.first?.lacks {
                Message(
                    "not-of-all-films", "no command takes a table that has not all films: \(lacks)",
                    ko: "모든 영화가 있는 표가 아니어서 읽는 명령이 없습니다: {1}")
            } else if whole.allSatisfy({ $0.filter != ChartFilter() }) {
                Message(
                    "narrowed-for-ranking",
                    "'bo-export ranking' reads them with the same --nation or --kind",
                    ko: "'bo-export ranking'에 같은 --nation이나 --kind를 지정해 읽으세요")
            } else {
                Message(
                    "whole-for-both", "'bo-export ranking' and 'bo-export market' read them",
                    ko: "'bo-export ranking'이나 'bo-export market'으로 읽으세요")
            }
        return Fault(
            .usage, "table-no-charts", "\(name) has no charts, only months, years or other periods",
            ko: "{1}에는 일별·주간·주말·주중 박스오피스가 없고 월, 연도 또는 다른 기간만 있습니다", hint: hint)
    }

    fileprivate static func onlyOtherRows(
        _ name: Message, _ chart: Chart, _ isRuns: Bool
    ) -> Fault {
        Fault(
            .usage, "table-only-other-rows",
            isRuns
                ? Message(
                    "\(name) has no rows of the \(chart.wording) chart of the whole country and all films",
                    ko: "{1}에는 전국 전체 영화의 {2} 박스오피스 행이 없습니다")
                : Message(
                    "\(name) has no rows of the \(chart.wording) chart for that region, nation and kind",
                    ko: "{1}에는 그 지역, 국적, 영화 구분의 {2} 박스오피스 행이 없습니다"),
            hint: isRuns
                ? Message(
                    "runs are made from charts of all films in the whole country",
                    ko: "흥행 추이는 전국 전체 영화의 박스오피스로 만듭니다")
                : Message(
                    "alone and without --region, --nation and --kind, --source file gives all rows",
                    ko: "--source file만 지정하고 --region, --nation, --kind를 빼면 모든 행을 씁니다"))
    }

    fileprivate static func ownColumn(_ column: String, _ format: String) -> Fault {
        Fault(
            .usage, "table-own-column",
            "the column '\(column)' is already a column of \(format)",
            ko: "'{1}' 열은 {2}에 이미 있는 열입니다",
            hint: "leave it out with --columns, or rename it",
            hintKo: "--columns에서 빼거나 이름을 바꾸세요")
    }

    static func isOutput(_ path: String) -> Fault {
        Fault(
            .usage, "table-is-output",
            "'\(path)' is an input, and one of the output files would replace it",
            ko: "'{1}'{을/를} 읽는데, 쓸 파일 가운데 하나가 이 파일을 덮어쓰게 됩니다",
            hint: "write to another folder", hintKo: "다른 폴더에 쓰세요")
    }

    static func noDetailsOfRows(_ source: String) -> Fault {
        Fault(
            .usage, "no-details-of-rows",
            "the rows of '\(source)' stay without details: no source of that name has any",
            ko: "'{1}'의 행에는 상세정보를 추가하지 않습니다. 그 이름의 소스에 상세정보가 없습니다")
    }

    fileprivate static func lacksColumns(
        _ columns: [String], _ name: Message, _ use: String, canFindCodes: Bool, isOfFilms: Bool
    ) -> Fault {
        let isEnough = canFindCodes || !columns.contains("movie_code")
        let options = [
            ("movie_code", "--with codes"), ("source", "-O file.source=NAME"),
            ("currency", "-O file.currency=KRW"),
        ].filter { isEnough && columns.contains($0.0) }.map(\.1).joined(separator: " ")
        return Fault(
            .usage, "table-lacks-columns",
            "\(use) needs \(Message.list(columns.map { Message($0) })) in every row, and not all of \(name) have it",
            ko: "{1}에는 모든 행에 {2}{이/가} 필요한데 {3}에는 없는 행이 있습니다",
            hint: isOfFilms
                ? Message(
                    "charts exported with --with codes have it, but for films that the register does not tell: read that file without their rows",
                    ko: "--with codes로 박스오피스를 내보낸 뒤, 코드를 찾지 못한 행을 빼고 그 파일을 읽으세요")
                : options.isEmpty
                    ? Message(
                        "csv, jsonl, workbooks and pages need none",
                        ko: "csv, jsonl, xlsx, html에는 필요 없습니다")
                    : Message(
                        "\(options) sets it for rows without one", ko: "없는 행에는 {1}{을/를} 지정하세요"))
    }
}
