internal import BoxOffice
internal import Executables
internal import Storage

/// The format that a user chose, built in or an executable.
enum ChosenFormat: Sendable {
    case builtIn(any (Exporter & ~Copyable).Type)
    case executable(ExecutableFormat)

    /// What it says of itself.
    var manifest: Manifest {
        switch self {
        case .builtIn(let exporter): exporter.manifest
        case .executable(let format): format.manifest.manifest
        }
    }

    /// How its documents behave.
    var traits: FormatTraits {
        switch self {
        case .builtIn(let exporter): exporter.traits
        case .executable(let format): format.traits
        }
    }

    /// Whether readers of its documents keep a state, from which later documents go on.
    var hasStates: Bool {
        guard case .builtIn(let exporter) = self else { return false }
        return (try? exporter.bookmarks(in: [])) != nil
    }

    /// The columns to write if the user chooses none, as far as `plan` has them.
    func defaultColumns(of plan: Plan, _ options: PluginOptions) -> [String] {
        let columns =
            switch self {
            case .builtIn(let exporter):
                exporter.defaultColumns(of: plan.usualColumns, options)
            case .executable(let format):
                format.defaultColumns(of: plan.usualColumns, in: plan.dataset)
            }
        return columns.filter { name in plan.dataset.columns.contains { $0.name == name } }
    }

    /// The columns whose values are wanted besides.
    func unwrittenColumns(_ options: PluginOptions) -> [String] {
        switch self {
        case .builtIn(let exporter): exporter.unwrittenColumns(options)
        case .executable: []
        }
    }

    /// Whether its documents show the pictures of posters.
    func showsPictures(_ options: PluginOptions) -> Bool {
        switch self {
        case .builtIn(let exporter): exporter.showsPictures(options)
        case .executable: false
        }
    }
}

/// What writes the documents of an export.
protocol DocumentFormat: Sendable {
    /// Writes everything into `sink`.
    func run<Output: Sink & ~Copyable>(
        _ export: Export, _ layout: Layout, into sink: consuming Output
    ) async throws(Fault) -> Export.Summary

    /// Checks whether a document can be added to the file of `sink`, if it has one.
    func check(_ layout: Layout, for sink: borrowing FileSink) throws(Fault)

    /// Writes each group of a chart's periods into a sink of its own.
    func run<Output: Sink & ~Copyable>(
        _ export: Export, _ layout: Layout, by grouping: Periods.Grouping,
        eachInto open: @escaping (Periods) throws(Fault) -> Output
    ) async throws(Fault) -> Export.Summary
}

extension ExecutableFormat: DocumentFormat {
    func check(_ layout: Layout, for sink: borrowing FileSink) throws(Fault) {}
}

/// An exporter that is built in.
struct BuiltInFormat<Format: Exporter & ~Copyable>: DocumentFormat {
    func run<Output: Sink & ~Copyable>(
        _ export: Export, _ layout: Layout, into sink: consuming Output
    ) async throws(Fault) -> Export.Summary {
        try await export.run(into: try Format(layout, for: sink), sink)
    }

    func check(_ layout: Layout, for sink: borrowing FileSink) throws(Fault) {
        _ = try Format(layout, for: sink)
    }

    func run<Output: Sink & ~Copyable>(
        _ export: Export, _ layout: Layout, by grouping: Periods.Grouping,
        eachInto open: @escaping (Periods) throws(Fault) -> Output
    ) async throws(Fault) -> Export.Summary {
        try await export.run(as: Format.self, layout, by: grouping, eachInto: open)
    }
}
