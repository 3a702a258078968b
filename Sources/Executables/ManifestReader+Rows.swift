internal import BoxOffice
internal import Wire

extension ManifestReader {
    /// What a source gives; nil if that is not said rightly.
    mutating func rows(_ manifest: ManifestObject) -> PluginManifest.Rows? {
        let field = manifest["dataset"]
        if let dataset = field.value == nil ? ChartEntry.table.dataset.name : line(field),
            dataset != ChartEntry.table.dataset.name
        {
            guard dataset.isPluginName, !Dataset.all.contains(where: { $0.name == dataset }) else {
                note("\(field.name): a dataset cannot be called \(field.inWords)")
                return nil
            }
            return .own(dataset)
        }
        let names = items(manifest["charts"])
        var charts: [Chart] = []
        for item in names {
            guard let word = line(item) else { continue }
            if let chart = Chart(rawValue: word) {
                charts.append(chart)
            } else {
                let known = Chart.allCases.map(\.rawValue).joined(separator: ", ")
                note("\(item.name): \(item.inWords) is none of \(known)")
            }
        }
        if names.isEmpty { note("\(manifest["charts"].name) names no charts") }
        let from = manifest["from"]
        if from.value == nil { note("\(from.name) is not there") }
        let (first, last) = (day(from), day(manifest["to"]))
        return first.map { .charts(charts, from: $0, to: last) }
    }

    /// The columns of a source; those that charts have too are the same here.
    mutating func columns(_ manifest: ManifestObject) -> [Column] {
        let dataset = manifest["dataset"].value
        let isOfChart = dataset == nil || dataset == .text(ChartEntry.table.dataset.name)
        let objects = objects(
            manifest["columns"], "column", namedOf: "a to z, 0 to 9 and _", where: \.isColumnName)
        if objects.isEmpty { note("\(manifest["columns"].name) has no columns") }
        var columns: [Column] = []
        for (object, name) in objects {
            let common =
                isOfChart ? ChartEntry.table.dataset.columns.first { $0.name == name } : nil
            let kind = kind(of: object, common)
            let korean = object["korean"].value == nil ? name : line(object["korean"])
            if let common {
                columns.append(common)
            } else if let kind, let korean {
                columns.append(Column(name, korean, kind))
            }
        }
        return columns
    }

    private mutating func kind(of column: ManifestObject, _ common: Column?) -> Column.Kind? {
        let type = column["type"]
        if type.value == nil, let common { return common.kind }
        guard let word = line(type) else { return nil }
        guard let kind = Column.Kind(rawValue: word) else {
            let known = Column.Kind.allCases.map(\.rawValue).joined(separator: ", ")
            note("\(type.name): \(type.inWords) is none of \(known)")
            return nil
        }
        if let common, kind != common.kind {
            note(
                "\(type.name): \(type.inWords) is not what charts have there, "
                    + common.kind.rawValue)
        }
        return kind
    }
}
