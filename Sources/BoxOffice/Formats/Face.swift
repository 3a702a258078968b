/// What documents, databases and readers need to know about rows that are made from charts.
///
/// It is plain data: a format reads it, and knows no such dataset by its name or by the names of its
/// columns. Charts and the answers of a source have none.
package struct Face: Sendable {
    /// A fact about the rows: a label and its text.
    package struct Fact: Sendable {
        /// The label, such as `unit`.
        package let label: Message
        /// The text, such as `by month`.
        package let text: Message

        package init(_ label: Message, _ text: Message) { (self.label, self.text) = (label, text) }
    }

    /// The dataset of the rows, with the columns that identify one.
    package var dataset: Dataset
    /// The columns that are written by default.
    package var usualColumns: [String]
    /// The columns of a table for readers by default.
    package var readableColumns: [String]
    /// The columns that stay longest on a narrow page, the most important first; empty if the rows
    /// are like those of a chart.
    package var firstColumns: [String] = []
    /// The columns whose texts are titles of films, perhaps with more, so that they need room.
    package var titleColumns: Set<String> = []
    /// The columns that a narrow page leaves out before others.
    package var lastColumns: [String] = []
    /// True if each header in a document for people names its unit, because other columns show
    /// theirs in their cells.
    package var hasUnitsInHeadings = false

    /// The title of a document, such as `market, 2024-01-01 ~ 2024-12-31, by month`.
    package var title: Message
    /// The days that all rows are about; nil if each film has its own.
    package var days: Periods?
    /// True if the rows have figures of charts, so that the notes of their source hold for them.
    package var showsFiguresOfCharts = false
    /// The columns whose values are those of charts; nil for all that have the same names.
    package var columnsOfCharts: Set<String>?
    /// The column that rows have only if charts of nations are joined; nil if there is none.
    package var columnOfDeepCharts: Column?
    /// The facts that stand in place of the filters; nil if the filters are told.
    package var facts: [Fact]?
    /// The notes for readers, those that everybody needs first.
    package var notes: [SourceNote] = []
    /// The note on a terminal that tells how to have fewer rows; nil if they are few.
    package var advice: Message?
    /// The number of notes that stand above the rows where no foot has them all.
    package var mainNotes = 2
    /// True if the other notes stand below the rows there; they are left out otherwise.
    package var hasNotesBelow = false
    /// The words that stand in place of values, by the name of the column.
    package var words: [String: [Value: Message]] = [:]
    /// The columns whose words also stand in Korean tables for spreadsheets.
    package var columnsOfWords: Set<String> = []
    /// The codes of warnings after which nothing is missing, because a column shows what they say.
    package var shownWarnings: Set<String> = []
    /// What is plotted; nil if nothing is.
    package var plot: PlottedRows?
    /// What the rows say in sentences; nil if there are none for them.
    package var sentences: RowSentences?
    /// What the rows replace in a database.
    package var replacement = Replacement()
    /// The fault of rows that lack a part of their key, so that no database can keep them; nil if
    /// none do.
    package var unkeyed: Fault?

    /// Makes the face of a dataset that is shown as it is, under its name.
    package init(
        _ dataset: Dataset, usualColumns: [String], readableColumns: [String]? = nil,
        title: Message? = nil
    ) {
        self.dataset = dataset
        self.usualColumns = usualColumns
        self.readableColumns = readableColumns ?? usualColumns
        self.title = title ?? .dataset(dataset.name)
    }
}

/// What a plot shows of rows that are made from charts: lines, or bands between two bounds.
package struct PlottedRows: Sendable {
    /// A line or a band.
    package struct Line: Sendable {
        /// The text that rows of the line have in ``PlottedRows/lineColumn``.
        package let code: String
        /// The name that stands beside the line.
        package let name: Message

        package init(_ code: String, named name: Message) { (self.code, self.name) = (code, name) }
    }

    /// The lines, the first on top.
    package var lines: [Line]
    /// The column that says which line a row belongs to; nil if each line has a column of its own.
    package var lineColumn: String?
    /// The column that says what the figures are.
    package var figure: Column
    /// The columns of the figures: one for all lines, or one for each.
    package var figureColumns: [String]
    /// The plots of the figures from which the user may choose, the usual one first; empty if there is
    /// no choice.
    package var choices: [PlottedRows] = []
    /// The column of the upper bounds, if lines are bands; nil if the figures are exact.
    package var upperColumn: String?

    /// The column of a row's position: its number, from 1 up, or one of ``days``.
    package var placeColumn: String
    /// The header of the positions; nil if they are days.
    package var placeHeader: Column?
    /// The days with which the positions begin, oldest first; empty if positions are numbers.
    package var days: [Day] = []
    /// The length of time that begins with one of ``days``.
    package var unit = CalendarUnit.day
    /// The number of positions, as far as it is known before the rows and there are no ``days``.
    package var places = 0
    /// The most positions that are drawn.
    package var maxPlaces = 730
    /// The step of the numbers from one position to the next.
    package var numbersPerPlace = 1
    /// The day of position 1 of all lines; nil if there is no such day.
    package var firstDay: Day?
    /// True if each line begins with the opening of its film.
    package var isOfRelease = false
    /// The chart whose periods are the positions, if they are numbers.
    package var chart = Chart.daily

    /// The title of the plot.
    package var title: Message
    /// The description for people who cannot see it; nil to describe the lines.
    package var description: Message?
    /// The caption of a picture whose title says what is plotted, such as its days; nil if the
    /// title of the plot is its caption.
    package var caption: Message?
    /// True if the title of the document names the only line.
    package var isNamedInTitle = false
    /// The sentence that there is no plot, to which the reason is added.
    package var absence = Message("no-plot", "there is no chart of the rows")
    /// The sentence that lines without figures are not drawn; nil if nobody needs it.
    package var omission: Message?

    /// Makes the description of a plot of lines.
    package init(
        _ lines: [Line], of figure: Column, in figureColumns: [String], by placeColumn: String,
        title: Message
    ) {
        self.lines = lines
        self.figure = figure
        self.figureColumns = figureColumns
        self.placeColumn = placeColumn
        self.title = title
    }

    /// The figures of films that can be plotted in a choice of one, the usual one first.
    package static let figures = [
        "audience_count", "audience_total", "sales_amount", "sales_total", "screen_count",
        "show_count",
    ].compactMap { name in ChartEntry.table.dataset.columns.first { $0.name == name } }
    /// The option of a format for the figure of such a plot.
    package static let value = TypedOption.column(
        "value", of: figures, default: figures.first ?? Column("audience_count", "관객수", .integer),
        help:
            "the figure of films in a plot of a trend, by name or Korean header; one that --columns names alone needs no option"
    )
    /// The help of that option in Korean.
    package static let koreanHelp =
        "흥행 추이(trend) 그래프로 그릴 값. 이름이나 한글 머리글로 지정하며, --columns로 그 값만 지정해도 됩니다"

    /// Returns the plot of the chosen figure: that of the option ``value``, else the usual one,
    /// unless `columns`, which are written, have only others.
    package func chosen(by options: PluginOptions, among columns: [Column] = []) -> PlottedRows {
        let written = choices.first { choice in columns.contains { $0.name == choice.figure.name } }
        let figure = options[Self.value, default: (written ?? self).figure]
        return choices.first { $0.figure.name == figure.name } ?? self
    }

    /// The columns that it is drawn from.
    package var columns: [String] {
        [placeColumn] + [lineColumn].compactMap(\.self) + figureColumns
            + [upperColumn].compactMap(\.self)
    }
}
