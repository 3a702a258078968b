internal import BoxOffice
internal import Engine
internal import Executables
internal import Storage

/// The plan of a run: its queries in the columns that the user chose, with the lookups for films.
extension ResolvedRun {
    /// Plans the queries, in the columns that the user chose or the format prefers.
    func plan(_ asked: [Asked], from bookmarks: Bookmarks?) throws(Fault) -> Plan {
        var sourcePlans: [SourcePlan] = []
        for ((source, enrichment), asked) in zip(zip(sources, try enrichments()), asked) {
            sourcePlans.append(
                SourcePlan(
                    asked, to: source,
                    secondReading: try secondReading(of: source),
                    enrichment: enrichment, isOneOfSeveral: sources.count > 1))
        }
        return try plan(sourcePlans, from: bookmarks)
    }

    /// Returns the source to compare with; as a setting, --cross-check is for sources that have one.
    private func secondReading(of source: any Source) throws(Fault) -> (any Source)? {
        guard values.flag(\.crossCheck) else { return nil }
        guard values.isGiven(\.crossCheck) else { return try? registry.secondReading(of: source) }
        return try registry.secondReading(of: source)
    }

    /// Plans what the sources are asked for, in the columns that the user chose or the format prefers.
    private func plan(
        _ sourcePlans: [SourcePlan], from bookmarks: Bookmarks?
    ) throws(Fault) -> Plan {
        var plan = try Plan(
            sourcePlans, at: now, top: values.number(\.top) ?? .max, limit: limit,
            keepsGoing: values.flag(\.keepGoing),
            allowsEmpty: values.flag(\.allowEmpty) && askedBefore == nil,
            joins: values.columnNames != nil || !values.output.contains("{source}"))
        plan.bookmarks = bookmarks
        plan.needsCodes = format.isKeptByKey
        plan.kinds = Set(values.kinds)
        // Databases and readers with a state have one word for each marker, whatever a file has.
        plan.hasEnglishMarkers =
            values.header == .en && !format.isKeptByKey
        let usual = plan.usualColumns(for: format)
        let wanted = format.defaultColumns(of: usual, options).filter { name in
            plan.dataset.columns.contains { $0.name == name }
        }
        let standard = wanted.isEmpty ? usual.names : wanted
        var names = values.columnNames.map { Self.columns($0, default: standard, of: plan) }
        // As a setting, columns of charts are not for rows of another kind.
        let unknown = (names ?? []).filter { plan.dataset.index(of: $0) == nil }
        let areOfOthers = unknown.allSatisfy { name in
            Dataset.all.contains { $0.index(of: name) != nil }
        }
        if plan.face != nil || plan.charts == nil, !values.isGiven(\.columns), !unknown.isEmpty,
            areOfOthers || !values.isForThisCommand(\.columns)
        {
            names = nil
        }
        do throws(Fault) {
            return try plan.choosing(
                names ?? standard, unwritten: format.unwrittenColumns(of: usual, options))
        } catch {
            throw names == nil ? error : error.of("columns")
        }
    }

    /// Returns the columns that the user chose: `default` stands for the usual ones and `all` for
    /// all, without those already listed.
    private static func columns(
        _ names: [String], default standard: [String], of plan: Plan
    ) -> [String] {
        let groups = ["default": standard, "all": plan.dataset.columns.map(\.name).eachOnce]
        var columns: [String] = []
        var implied: Set<Int?> = []
        for name in names {
            let index = plan.dataset.index(of: name)
            if let group = groups[name], index == nil {
                let chosen = Set(columns.map(plan.dataset.index(of:)))
                let more = group.filter { !chosen.contains(plan.dataset.index(of: $0)) }
                implied.formUnion(more.map(plan.dataset.index(of:)))
                columns += more
            } else if index == nil || !implied.contains(index) {
                columns.append(name)
            }
        }
        return columns
    }

    /// Returns the plan of each document, if `{source}` or `{region}` gives them their own files.
    ///
    /// The document of one source is the same as if no other source had been asked, except for
    /// columns that the user chose.
    func documents(of plan: Plan, at path: OutputPath) throws(Fault) -> [Plan] {
        var plans = [plan]
        if path.hasSource, plan.joinsSources {
            plans = try plan.sourcePlans.map { sourcePlan throws(Fault) in
                values.columnNames == nil
                    ? try self.plan([sourcePlan], from: plan.bookmarks)
                    : plan.limited(to: sourcePlan)
            }
        }
        for index in plans.indices { plans[index].namesSources = plan.namesSources }
        // A source without any of the wanted data has no file, but its missing data is reported.
        let lacking = plans.filter { !$0.hasRequests }.flatMap(\.unavailable)
        let whole = plans.filter(\.hasRequests)
        if let first = whole.first { plans = [first.adding(lacking)] + whole.dropFirst() }
        return path.hasRegion ? plans.flatMap(\.byRegion) : plans
    }

    /// Says what has no effect on the rows of `plan`, or on the format.
    func advise(on plan: Plan) {
        let name = PlottedRows.value.declaration.name
        let figures = (plan.face?.plot?.choices ?? []).map(\.figure.name)
        // A format without columns may still plot the figure that they name.
        let choosesFigure =
            format.manifest.has(name) && plan.columns.contains(where: figures.contains)
        if values.isGiven(\.columns), !format.traits.writesColumns, !choosesFigure {
            console.advise(
                "columns-without-effect",
                "--columns does nothing for \(format.manifest.name), which has no columns",
                ko: "{1} 형식에는 열이 없으므로 --columns를 적용하지 않습니다")
        }
        if options.isGiven(name), figures.isEmpty {
            console.advise(
                "figure-without-effect",
                "-O \(name)= does nothing here: it chooses the figure of a plot of trend without --pivot and --by film",
                ko: "-O {1}={은/는} 적용하지 않습니다. --pivot이나 --by film이 없는 trend의 그래프에만 씁니다")
        }
    }

    /// Returns the lookups for the films of each source: details from its own register and from
    /// plugins, and posters from their sources.
    private func enrichments() throws(Fault) -> [Enrichment?] {
        let lists = sources.map { source in
            let own = source.registerOfRows
            return details.compactMap { details -> (any DetailsSource)? in
                guard details.register != nil else { return details }
                return details.manifest.name == own?.manifest.name ? own : nil
            }
        }
        let without = zip(sources, lists).filter(\.1.isEmpty).map(\.0)
        if values.kinds.contains("details"), let first = without.first {
            // The rows of a file may come from anywhere, and those of unknown sources get no details.
            let isOfFiles = without.contains { $0.fileCharts != nil }
            guard without.count < sources.count || isOfFiles else {
                throw .noDetails(first.holdings.name)
            }
            for source in without {
                console.advise(
                    source.fileCharts != nil
                        ? .noDetailsOfRows(source.manifest.name) : .noDetails(source.holdings.name))
            }
        }
        return try zip(zip(sources, sourcesOfCodes), lists).map { own, list throws(Fault) in
            guard !list.isEmpty || !posters.isEmpty || own.1 != nil else { return nil }
            return try Enrichment(
                details: list, of: values.detailsNames == nil ? nil : details,
                register: own.0.registerOfRows, posters: posters, codes: own.1)
        }
    }

    /// True if answers to any of the requests can be kept.
    var keepsAnswers: Bool {
        (sources + sourcesOfCodes.compactMap(\.self)).contains(where: \.isKept) || !posters.isEmpty
            || details.contains {
                $0.service != nil || $0.executable?.manifest.keptFor ?? 0 > 0
            }
    }

    /// The archive; nil if the run uses none.
    var archive: RecordingFolder? {
        values.text(\.replay) == nil && keepsAnswers ? console.environment.archive : nil
    }

    /// Returns the archive and the terms under which its answers are used.
    func keptAnswers(for plan: Plan) throws(Fault) -> KeptAnswers {
        guard values.text(\.replay) == nil, keepsAnswers else {
            return KeptAnswers(nil, terms: plan.terms)
        }
        let mode: ArchiveMode =
            values.flag(\.offline) ? .offline : values.flag(\.refresh) ? .refresh : .normal
        if values.flag(\.offline), archive == nil { throw .noArchive }
        return KeptAnswers(
            archive, mode: mode, terms: plan.terms, corrected: plan.correctedEditions)
    }
}

extension Fault {
    fileprivate static func noDetails(_ name: Message) -> Fault {
        Fault(
            .usage, "no-details",
            "there are no details to add: \(name) holds nothing but charts",
            ko: "{1}에는 박스오피스만 있어서 추가할 상세정보가 없습니다",
            hint: "ask another source, or name a plugin with --details-from",
            hintKo: "다른 소스를 사용하거나 --details-from으로 플러그인을 지정하세요")
    }
}
