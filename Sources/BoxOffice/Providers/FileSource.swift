/// A file that the host opened for a source.
package struct OpenedFile: Sendable {
    /// Its path as the user gave it; `-` is standard input.
    package let path: String
    /// The name in messages: its path in quotes, or standard input.
    package let name: Message
    /// The size in bytes.
    package let size: Int
    /// The function that reads the bytes in a range of it.
    package let bytes: @Sendable (Range<Int>) throws(Fault) -> [UInt8]

    package init(
        at path: String, name: Message, size: Int,
        bytes: @escaping @Sendable (Range<Int>) throws(Fault) -> [UInt8]
    ) {
        self.path = path
        self.name = name
        self.size = size
        self.bytes = bytes
    }
}

/// A source whose records are in files that the user names: the host opens them, and asks the
/// ``FileCharts`` in them instead.
package protocol FileSource: Source {
    /// The paths of the files; `-` is standard input.
    ///
    /// - Throws: a ``Fault`` of kind `usage` if there are none, or one cannot be read twice.
    var paths: [String] { get throws(Fault) }

    /// The options of writing a document that also apply to reading one, with the names that
    /// formats have for them.
    var optionsOfWriting: [String: String] { get }

    /// Reads `files`, and returns the charts of each source that their rows name.
    ///
    /// - Parameters:
    ///   - files: the files, opened by the host.
    ///   - today: today in Seoul, after which no table can have been downloaded.
    ///   - known: returns the source with a name from the rows, if there is one.
    /// - Throws: a ``Fault`` of kind `malformed` that names file and line, or of kind `usage` if a
    ///   file is of another kind.
    func open(
        _ files: [OpenedFile], today: Day, sources known: (String) -> (any Source)?
    ) throws(Fault) -> [any FileCharts]
}

/// The charts and tables of one source in files.
package protocol FileCharts: Source {
    /// The source that the rows name, or that has the same figures; nil if it is not known.
    var original: (any Source)? { get }

    /// The paths of the files, without standard input.
    var paths: [String] { get }

    /// What the user should know about the files.
    var remarks: [Fault] { get }

    /// The columns that databases need and that the files do not have in every row.
    var lacking: [String] { get }

    /// The number of rows of the editions that the run may use, by chart.
    var rows: [Chart: Int] { get }

    /// The number of rows of months, years and spans, which are no charts.
    var rowsOfNoChart: Int { get }

    /// True if there are ``periodTables``, which are made anew each time.
    var hasPeriodTables: Bool { get }

    /// The tables that may have every film of their periods.
    var periodTables: [PeriodTable] { get }

    /// Returns the same charts with only the editions of `chart` that match the filters of `query`
    /// and `regions`.
    ///
    /// A part of the filter that the query leaves open may be anything if `takesAll` is true, and
    /// must be absent otherwise. Each edition has at most `top` rows.
    func filtered(
        to chart: Chart, _ query: ChartFilter, in regions: [Region], takingAll takesAll: Bool,
        top: Int
    ) -> Self

    /// Returns true if all rows of `period` were fetched before `moment`, or without one, before the
    /// figures were final, although others are; false if a time is unknown.
    func isOlder(_ period: Period, than moment: Instant?, orFinal isFinal: Bool) -> Bool

    /// Refuses an edition of `query` that another source also has.
    ///
    /// - Throws: a ``Fault`` of kind `malformed` that names file and line.
    func refuse(_ query: ChartQuery, of other: String) throws(Fault)
}

extension Provider {
    /// The provider as a source of files that are still to be opened; nil if it is none.
    package var fileSource: (any FileSource)? { self as? any FileSource }

    /// The provider as the charts in files that were opened; nil if it is none.
    package var fileCharts: (any FileCharts)? { self as? any FileCharts }
}
