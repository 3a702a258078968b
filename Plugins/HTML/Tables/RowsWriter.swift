internal import BoxOffice

/// How the rows between two headings are laid out.
protocol RowsWriter: Sendable {
    /// Writes what comes before the first row.
    ///
    /// - Parameters:
    ///   - name: the id of the heading above them.
    ///   - output: where the HTML goes.
    func begin(under name: String, into output: inout ByteBuffer)

    /// Writes one row.
    func write(
        _ row: Span<Value>, _ posters: inout PosterImages, into output: inout ByteBuffer)

    /// Writes what comes after the last row.
    func end(into output: inout ByteBuffer)
}
