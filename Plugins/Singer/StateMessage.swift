internal import BoxOffice

/// The STATE message: how far the reader of the messages is.
///
/// It has the form that the SDKs of Singer give to streams with several bookmarks: a partition for
/// each chart, region and selection of films. Besides the bookmark, a partition has the codes of
/// the films that were sent of later periods, and how many rows of each edition were sent.
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
            if index > 0 { output.append(",") }
            write(series, into: &output)
            write(bookmarks[series], into: &output)
        }
        output.append("]}}}}\n")
    }

    private func write(_ series: Bookmarks.Series, into output: inout ByteBuffer) {
        output.append(#"{"context":{"#)
        if !series.source.isEmpty {
            output.append(#""source":"#)
            output.append(quoting: series.source)
            output.append(",")
        }
        output.append(#""chart":"#)
        output.append(quoting: series.chart.rawValue)
        for (name, value) in [
            ("region", series.region), ("nation", series.nation), ("kind", series.kind),
        ] {
            output.append(#",""#)
            output.append(name)
            output.append(#"":"#)
            output.append(quoting: value)
        }
        output.append("}")
    }

    private func write(_ mark: Bookmarks.Mark, into output: inout ByteBuffer) {
        if let last = mark.last {
            output.append(#","replication_key":""#)
            output.append(Self.replicationKey)
            output.append(#"","replication_key_value":""#)
            output.append(last.to)
            output.append("\"")
        }
        if let selection = mark.selection {
            output.append(#","top":\#(selection.top.map { "\($0)" } ?? "null")"#)
            output.append(#","deep":\#(selection.isDeep)"#)
        }
        if !mark.provisional.isEmpty {
            output.append(#","provisional":["#)
            let editions = mark.provisional.sorted { $0.key.from < $1.key.from }
            for (index, (period, sent)) in editions.enumerated() {
                output.append(index > 0 ? #",{"to":""# : #"{"to":""#)
                output.append(period.to)
                output.append(#"","movie_codes":["#)
                for (index, film) in sent.films.enumerated() {
                    if index > 0 { output.append(",") }
                    output.append(quoting: film)
                }
                output.append(sent.isShort ? #"],"short":true}"# : "]}")
            }
            output.append("]")
        }
        output.append("}")
    }
}
