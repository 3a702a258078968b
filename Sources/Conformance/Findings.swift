internal import BoxOffice

/// The violations found so far of one plugin.
struct Findings {
    /// The name of the plugin.
    let plugin: String
    private(set) var violations: [Violation] = []

    init(of plugin: String) {
        self.plugin = plugin
    }

    /// Notes a violation.
    mutating func note(_ rule: Rule, _ message: String) {
        let violation = Violation(plugin: plugin, rule: rule, message: message)
        if !violations.contains(violation) { violations.append(violation) }
    }

    /// Notes a violation unless `condition` holds.
    mutating func expect(_ condition: Bool, _ rule: Rule, _ message: @autoclosure () -> String) {
        if !condition { note(rule, message()) }
    }

    /// Checks the manifest and the declarations of the options.
    mutating func check(_ manifest: Manifest) {
        expect(
            manifest.name.isPluginName, .manifest,
            "the name '\(manifest.name)' is not lower-case letters, digits and hyphens")
        expect(
            !manifest.summary.isEmpty && !manifest.summary.hasSuffix(".")
                && !manifest.summary.contains(where: \.isNewline),
            .manifest, "the summary is not one line without a full stop")
        var names: Set<String> = []
        for option in manifest.options {
            let name = option.name
            expect(name.isPluginName, .optionDeclaration, "the option '\(name)' has an odd name")
            expect(
                names.insert(name).inserted, .optionDeclaration,
                "the option '\(name)' is there twice")
            expect(!option.help.isEmpty, .optionDeclaration, "the option '\(name)' has no help")
            expect(
                option.takes(option.defaultValue), .optionDeclaration,
                "the option '\(name)' does not take its default, '\(option.defaultValue)'")
        }
    }

    /// Checks the names and headers of columns.
    mutating func check(_ dataset: Dataset) {
        expect(!dataset.columns.isEmpty, .columns, "the dataset \(dataset.name) has no columns")
        var names: Set<String> = []
        for column in dataset.columns {
            expect(
                names.insert(column.name).inserted, .columns,
                "the column '\(column.name)' is there twice")
            expect(
                column.name.isColumnName, .columns,
                "the column '\(column.name)' is not lower-case letters, digits and underscores")
            expect(
                !column.koreanHeader.isEmpty, .columns,
                "the column '\(column.name)' has no Korean header")
        }
    }
}

extension Manifest {
    /// Assignments of options, one at a time: every word, and the ends of every range.
    var trials: [[String]] {
        options.flatMap { option in
            let values =
                if case .integer(let range) = option.kind {
                    ["\(range.lowerBound)", "\(range.upperBound)"]
                } else {
                    option.choices ?? [option.defaultValue]
                }
            return values.map { ["\(option.name)=\($0)"] }
        }
    }
}

extension String {
    /// Whether a plugin or an option may have that name.
    fileprivate var isPluginName: Bool {
        !isEmpty && allSatisfy { ("a"..."z").contains($0) || ("0"..."9").contains($0) || $0 == "-" }
    }

    /// Whether a column may have that name.
    fileprivate var isColumnName: Bool {
        !isEmpty && allSatisfy { ("a"..."z").contains($0) || ("0"..."9").contains($0) || $0 == "_" }
    }
}
