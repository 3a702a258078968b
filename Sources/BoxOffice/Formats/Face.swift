/// What documents, databases and readers need to know about rows that are made from charts.
///
/// It is plain data: a format reads it, and knows no such dataset by its name or by the names of its
/// columns. Charts and the answers of a source have none.
package struct Face: Hashable, Sendable {
    /// A fact about the rows: a label and its text.
    package struct Fact: Hashable, Sendable {
        /// The label, such as `unit`.
        package let label: Message
        /// The text, such as `by month`.
        package let text: Message

        /// Makes a fact.
        package init(_ label: Message, _ text: Message) { (self.label, self.text) = (label, text) }
    }

    /// The dataset of the rows, with the columns that identify one.
    package var dataset: Dataset
    /// The columns that are written by default.
    package var usualColumns: [String]
    /// The columns of a table for readers by default.
    package var readableColumns: [String]
    /// The columns that stay longest on a narrow page, the most important first.
    package var firstColumns: [String] = []
    /// The columns that a narrow page leaves out first, the least important last.
    package var lastColumns: [String] = []

    /// The title of a document, such as `market, 2024-01-01 ~ 2024-12-31, by month`.
    package var title: Message
    /// The days that the rows are about; nil if each film has its own.
    package var days: Periods?
    /// The terms that rows were selected by.
    package var terms: [DocumentDescription.Term] = []
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
    /// The number of notes that stand before the rows.
    package var mainNotes = 2
    /// The words that stand in place of values, by the name of the column.
    package var words: [String: [Value: Message]] = [:]
    /// What is plotted; nil if nothing is.
    package var plot: PlottedRows?
    /// What the rows replace in a database.
    package var replacement = Replacement()

    /// Makes the face of a dataset that is shown as it is.
    package init(
        _ dataset: Dataset, usualColumns: [String], readableColumns: [String]? = nil,
        title: Message
    ) {
        self.dataset = dataset
        self.usualColumns = usualColumns
        self.readableColumns = readableColumns ?? usualColumns
        self.title = title
    }
}

/// What a plot shows of rows that are made from charts.
package struct PlottedRows: Hashable, Sendable {
    /// The column of the figures.
    package var figure: Column

    /// Makes the description of a plot of one column.
    package init(of figure: Column) { self.figure = figure }
}
