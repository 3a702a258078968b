internal import BoxOffice

/// The STATE message: how far the reader of the messages is.
///
/// It has the form that the SDKs of Singer give to streams with several bookmarks: a partition for
/// each chart, region and selection of films.
struct StateMessage {
    /// The column whose value the bookmarks are: the last day of the period.
    static let replicationKey = "to"
    /// The stream of all charts.
    static let stream = "charts"

    private let bookmarks: Bookmarks

    /// Makes the message of `bookmarks`.
    init(_ bookmarks: Bookmarks) {
        self.bookmarks = bookmarks
    }

    /// Writes the message and a line end.
    func write(into output: inout ByteBuffer) {
        output.append(#"{"type":"STATE","value":{"bookmarks":{""#)
        output.append(Self.stream)
        output.append(#"":{"partitions":["#)
        for (index, series) in bookmarks.series.enumerated() {
            guard let period = bookmarks[series] else { continue }
            if index > 0 { output.append(",") }
            output.append(#"{"context":{"chart":"#)
            output.append(quoting: series.chart.rawValue)
            for (name, value) in [
                ("region", series.region), ("nation", series.nation), ("kind", series.kind),
            ] {
                output.append(#",""#)
                output.append(name)
                output.append(#"":"#)
                output.append(quoting: value)
            }
            output.append(#"},"replication_key":""#)
            output.append(Self.replicationKey)
            output.append(#"","replication_key_value":""#)
            output.append(period.to)
            output.append(#""}"#)
        }
        output.append("]}}}}\n")
    }
}
