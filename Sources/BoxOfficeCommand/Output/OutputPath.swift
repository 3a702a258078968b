internal import BoxOffice
internal import Storage

/// Where the output goes, with the names in braces filled in.
enum OutputPath: Sendable {
    case standardOutput
    /// One file at that path, whose folders are made if `makesFolders`.
    case file(String, makesFolders: Bool)
    /// A file for every period, month or year.
    case files(PathTemplate, Periods.Grouping)

    /// Reads what `-o` was given.
    ///
    /// - Parameter updates: whether files are brought up to date, so that those of other months and
    ///   years count, too.
    /// - Throws: a ``Fault`` of kind `usage` for a name in braces that there is not, or that the
    ///   query has nothing for, or if two years would go to one file.
    init(
        _ text: String, of query: Query, format: String, updates: Bool = false
    ) throws(Fault) {
        guard text != "-" else {
            self = .standardOutput
            return
        }
        let template = try PathTemplate(text, of: query, format: format)
        guard case .chart(let query) = query else {
            self = .file(template.path(of: nil), makesFolders: template.makesFolders)
            return
        }
        try template.check(query.periods)
        if let grouping = template.grouping,
            query.periods.isSeveral(by: grouping) || (updates && grouping != .period)
        {
            self = .files(template, grouping)
        } else {
            self = .file(template.path(of: query.periods), makesFolders: template.makesFolders)
        }
    }
}

extension OutputPath {
    /// Whether the output of `query` goes to the file at `path`.
    func leads(to path: String, of query: Query) -> Bool {
        switch self {
        case .standardOutput: return false
        case .file(let own, _): return SmallFile.isSameFile(own, path)
        case .files(let template, let grouping):
            guard case .chart(let query) = query else { return false }
            return query.periods.groups(by: grouping).contains {
                SmallFile.isSameFile(template.path(of: $0), path)
            }
        }
    }
}

extension Periods {
    /// Whether these are several groups.
    fileprivate func isSeveral(by grouping: Grouping) -> Bool {
        groups(by: grouping).count > 1
    }
}
