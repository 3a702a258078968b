internal import BoxOffice
internal import Engine

/// A rule about options: some exclude each other, others are of no use in some runs.
///
/// All rules stand here, in the order in which they are checked: on the command line alone, together
/// with the settings, and once more when the format is known.
struct OptionRule: Sendable {
    /// The options that it is about.
    ///
    /// A fault is that of the first one that is a setting, with the place where it is set, or else
    /// that of the command line.
    let options: [Option]
    /// The option whose setting is ignored where it breaks the rule: it is meant for other runs.
    private(set) var useless: Option?
    /// True if the settings of the other options are ignored if one is on the command line.
    private(set) var yields = false
    /// Returns the fault if the values break the rule, as far as that is known without a format.
    let fault: @Sendable (Values, (any Format)?) -> Fault?

    static let all: [OptionRule] = [
        together("quiet-and-verbose", [\.quiet, \.verbose]),
        together("archive-modes", [\.offline, \.refresh, \.replay]),
        together("record-and-replay", [\.record, \.replay], yields: false),
        together("days-and-to", [\.days, \.runTo], yields: false),
        together("deep-region", [\.deep, \.region]),
        together("deep-nation", [\.deep, \.nation]),
        together("deep-kind", [\.deep, \.kind]),
        together("columns-pivot", [\.columns, \.pivot]),
        together("columns-pivot", [\.columns, \.pivotOfRegions]),
        together("with-pivot", [\.with, \.pivotOfRegions]),
        together("update-pivot", [\.update, \.pivotOfRegions]),
        together("state-pivot", [\.state, \.pivotOfRegions]),
        useless(\.deep) { values, _ in values.text(\.step) == "week" ? .deepByWeek : nil },
        useless(\.deep, beside: [\.source]) { values, _ in
            values.sources.count > 1 ? .deepOfSeveral : nil
        },
        useless(\.runFrom) { values, _ in values.isByFilm ? .byFilm(\.runFrom) : nil },
        useless(\.runTo) { values, _ in values.isByFilm ? .byFilm(\.runTo) : nil },
        useless(\.pivot) { values, _ in values.isByFilm ? .byFilmPivot : nil },
        useless(\.pivotOfRegions) { values, format in
            guard let format, values.command.has(.films) else { return nil }
            let isTable = ["markdown", "html", "xlsx"].contains(format.manifest.name)
            return isTable ? nil : .noPivot(format.manifest.name)
        },
        OptionRule(options: [OptionTable[\.with]]) { values, _ in values.faultOfKinds },
        useless(\.postersDir, beside: [\.with]) { values, _ in
            values.kinds.contains("posters") ? nil : .postersDirAlone
        },
        useless(\.update) { values, format in
            if values.output == "-" { return .updateWithoutOutput }
            guard let format, !format.isUpdatable else { return nil }
            return .cannotUpdate(format)
        },
        useless(\.state) { _, format in
            guard let format, !(format is any Resumable) else { return nil }
            return .noStates(format.manifest.name)
        },
        OptionRule(options: [OptionTable[\.top]]) { values, _ in values.faultOfTop },
    ]

    /// Makes the rule of options of which a run takes one.
    private static func together(
        _ code: String, _ paths: [OptionTable.Path], yields: Bool = true
    ) -> OptionRule {
        let options = OptionTable[paths]
        return OptionRule(options: options, yields: yields) { values, _ in
            guard options.count(where: { values.origin(of: $0) != nil }) > 1 else { return nil }
            return Fault(
                .usage, code,
                Message(
                    "\(Message.all(options.map(\.long))) cannot be used together",
                    ko: "{1}{은/는} 함께 사용할 수 없습니다"),
                hint: .showsUsage(of: values.command.name))
        }
    }

    /// Makes the rule of an option that is of no use in some runs, `beside` others.
    private static func useless(
        _ path: OptionTable.Path, beside others: [OptionTable.Path] = [],
        _ fault: @escaping @Sendable (Values, (any Format)?) -> Fault?
    ) -> OptionRule {
        let option = OptionTable[path]
        return OptionRule(options: [option] + OptionTable[others], useless: option) {
            $0.origin(of: option) == nil ? nil : fault($0, $1)
        }
    }
}

extension Values {
    /// Returns the values without the settings that are meant for other runs.
    ///
    /// Settings of a document are meant for the format that is set, or for CSV if none is.
    ///
    /// - Parameter format: the format of the document, once it is known.
    /// - Throws: a ``Fault`` of kind `usage` for options that break a rule, or of kind
    ///   `configuration` if one of them is a setting.
    func settled(on format: (any Format)? = nil) throws(Fault) -> Values {
        var values = self
        let standard = Registry.defaultFormat.manifest.name
        if let name = format?.manifest.name, name != usualFormat?.name ?? standard {
            // With the name of a plugin, an option is for that one; some are for tables alone.
            values.dropSetting(OptionTable[\.option]) { assignment in
                let name = assignment.prefix { $0 != "=" }
                return name.contains(".")
                    || Registry.tables.has(name)
                        && !Registry.formats.contains { $0.manifest.has(name) }
            }
            if name != standard { values.dropSetting(OptionTable[\.profile]) }
        }
        for rule in OptionRule.all {
            guard var fault = rule.fault(values, format) else { continue }
            if let useless = rule.useless, values.origin(of: useless) != .argument {
                values.dropSetting(useless)
                continue
            }
            fault.options = rule.options.filter { values.origin(of: $0) != .argument }.map(\.name)
            throw values.naming(fault)
        }
        return values
    }

    /// The names of the command's settings that an option on the command line excludes.
    var excluded: Set<String> {
        // A state says where the periods begin, and leaves the choice of the others.
        let periods = OptionTable.all.filter { $0.group == .periods && $0.name != "state" }
        let groups = [periods] + OptionRule.all.filter(\.yields).map(\.options)
        let own = groups.map { $0.filter(command.has) }
        let excluded = own.filter { $0.contains { origin(of: $0) == .argument } }.joined()
        // The end of a range goes with its beginning, wherever each of them is said.
        let isRange = [\.from, \.to].contains(where: isGiven)
        return Set(excluded.map(\.name)).subtracting(isRange ? ["from", "to"] : [])
    }

    /// The fault of --with if it names unknown kinds of data.
    fileprivate var faultOfKinds: Fault? {
        let known = ["details", "posters", "codes"]
        let unknown = text(\.with)?.items.first {
            !known.contains($0.lowercased()) && (!$0.isEmpty || kinds.isEmpty)
        }
        guard let unknown else { return nil }
        let other = synonyms("details: 상세 detail; posters: 포스터; codes: 영화코드 코드 code")
        return Fault(
            .usage, "with-kinds",
            "--with takes details, posters, codes or several of them, not '\(unknown)'",
            ko: "--with의 값은 details, posters, codes 가운데 하나 이상이어야 합니다: '{1}'"
        ).correcting(unknown, to: known.nearest(to: unknown, otherWords: other))
    }

    /// The fault of --top if a built-in source has no chart of that many rows; those of plugins are
    /// known only later.
    fileprivate var faultOfTop: Fault? {
        guard let top = number(\.top), command.has(OptionTable[\.top]) else { return nil }
        let mayBeDeep = command.has(.deep) && ![\.region, \.nation, \.kind].contains(where: has)
        // The settings, which are read later, may have --deep.
        if mayBeDeep, !flag(\.deep), !hasSettings, top > 0 { return nil }
        for policy in sources.compactMap(Registry.policy(ofServiceSource:)) {
            do throws(Fault) {
                try policy.check(top: top, isDeep: flag(\.deep), mayBeDeep: mayBeDeep)
            } catch {
                return top > 0 ? error.advising(ranking ?? error.advice) : error
            }
        }
        return nil
    }
}

extension Fault {
    fileprivate static let updateWithoutOutput = Fault(
        .usage, "update-without-output",
        "--update goes with --output FILE", ko: "--update는 --output FILE과 함께 사용하세요")

    fileprivate static let postersDirAlone = Fault(
        .usage, "posters-dir-alone",
        "--posters-dir goes with --with posters",
        ko: "--posters-dir은 --with posters와 함께 사용하세요")

    fileprivate static let deepByWeek = Fault(
        .usage, "deep-by-week",
        "--deep goes with --by day: only the charts of days are joined",
        ko: "--deep은 --by day에만 사용할 수 있습니다. 합치는 것은 일별 박스오피스뿐입니다",
        hint: "leave out --deep, or --by week", hintKo: "--deep이나 --by week를 빼세요")

    fileprivate static let deepOfSeveral = Fault(
        .usage, "deep-of-several",
        "--deep takes one source", ko: "--deep에는 소스를 하나만 지정할 수 있습니다",
        hint: "ask one source, or leave out --deep", hintKo: "소스를 하나만 지정하거나 --deep을 빼세요")

    fileprivate static func byFilm(_ option: OptionTable.Path) -> Fault {
        let option = OptionTable[option].long
        return Fault(
            .usage, "by-film-from",
            "--by film and \(option) cannot be used together: a row sums up a run from the opening day on",
            ko: "--by film과 {1}{은/는} 함께 사용할 수 없습니다. 영화별 행은 개봉일부터 집계한 값입니다",
            hint: "leave out \(option); --days says how many days from the opening day on",
            hintKo: "{1}{을/를} 빼고, 개봉일부터 며칠인지 --days로 지정하세요")
    }

    fileprivate static let byFilmPivot = Fault(
        .usage, "by-film-pivot",
        "--by film and --pivot cannot be used together: one makes a row of each film, the other a column",
        ko: "--by film과 --pivot은 함께 사용할 수 없습니다. 하나는 영화를 행으로, 다른 하나는 열로 놓습니다",
        hint: "leave out --pivot, or --by film", hintKo: "--pivot이나 --by film을 빼세요")

    fileprivate static func noPivot(_ format: String) -> Fault {
        Fault(
            .usage, "no-pivot",
            "--pivot region goes with --format markdown, html or xlsx, not with \(format)",
            ko: "--pivot region은 markdown, html, xlsx 형식에만 사용할 수 있습니다: {1}",
            hint:
                "-o regions.xlsx writes a workbook; without --pivot, each region has rows of its own",
            hintKo: "-o regions.xlsx처럼 저장하세요. --pivot을 빼면 지역마다 행이 따로 나옵니다")
    }

    fileprivate static func cannotUpdate(_ format: any Format) -> Fault {
        let hint =
            format.isKeptByKey && !(format is any Resumable)
            ? Message(
                "leave out --update: rows are added in any case", ko: "--update를 빼세요. 그래도 행을 추가합니다")
            : Message(
                "leave out --update: the document is written anew, and what was fetched is in the archive, at no call",
                ko: "--update를 빼면 문서를 새로 씁니다. 받은 응답은 보관함에 있어서 호출이 들지 않습니다")
        return Fault(
            .usage, "cannot-update",
            "--update goes with --format csv or jsonl, not with \(format.manifest.name)",
            ko: "--update는 csv와 jsonl 형식에만 사용할 수 있습니다: {1}", hint: hint)
    }

    fileprivate static func noStates(_ format: String) -> Fault {
        Fault(
            .usage, "no-states",
            "the format \(format) cannot continue from a state",
            ko: "{1} 형식은 상태에 이어 쓸 수 없습니다",
            hint: "--state goes with --format singer; --update brings csv and jsonl up to date",
            hintKo: "--state는 --format singer와 함께 사용합니다. csv와 jsonl은 --update로 갱신합니다")
    }

    /// The fault of --update with options of the format with which it writes no file that can be
    /// brought up to date.
    static func optionsExcludeUpdate(of format: String) -> Fault {
        Fault(
            .usage, "options-exclude-update",
            "--update does not go with these options (-O) of \(format)",
            ko: "{1} 형식에 지정한 -O 옵션은 --update와 함께 사용할 수 없습니다",
            hint: "leave out --update or the options", hintKo: "--update나 옵션을 빼세요")
    }
}
