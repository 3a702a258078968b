package import BoxOffice

/// The rows that whole tables give: they are known without a chart.
package struct RowsOfTables: Derivation, Folding {
    package let face: Face
    package let charts: ChartQuery
    private let rows: [DerivedRows]
    private let remarks: [Fault]

    /// Makes the rows of a derivation that would otherwise read `charts`.
    init(_ rows: [DerivedRows], _ face: Face, insteadOf charts: ChartQuery, remarks: [Fault]) {
        self.rows = rows
        self.face = face
        self.charts = charts.askingForNothing
        self.remarks = remarks.eachOnce
    }

    package func check(_ source: any Source) throws(Fault) {}

    package func read(_ charts: ChartsOfPeriod) throws(Fault) -> Reading<Never>? { nil }

    package func sum(from source: any Source) -> RowsOfTables { self }

    package func add(_ digest: Never?, of period: Period) -> [DerivedRows] { [] }

    package func finish() -> (rows: [DerivedRows], remarks: [Fault]) { (rows, remarks) }
}
