/// Something that goes wrong between a service and those who ask it.
public enum Trouble: Sendable, Hashable {
    /// A fault of KOBIS with that code, under HTTP status 200.
    case fault(String)
    /// An HTTP status with a short page.
    case status(Int)
    /// An HTTP status with that `Retry-After`: seconds, or a date.
    case busy(Int, retryAfter: String)
    /// The answer, after so many milliseconds.
    case slow(milliseconds: Int)
    /// Half of the answer, and then the connection is closed.
    case cutOff
    /// A page about maintenance, under HTTP status 200.
    case htmlPage
    /// The answer, compressed.
    case gzip
    /// An answer that unpacks to so many bytes.
    case bomb(bytes: Int)
    /// The answer under a Content-Length that is too small by so much.
    case wrongLength(by: Int)
    /// A redirect to that URL.
    case redirect(String)
    /// The answer, under these headers besides its own.
    case headers([String: String])
    /// That body instead of the answer.
    case body(String)
    /// An empty chart.
    case emptyList
    /// A chart without a list.
    case absentList
    /// A chart without the rows of these numbers.
    case absentRows(Set<String>)
    /// The chart of another day.
    case anotherDay(String)
    /// Another value in a field of the first row, in one of the two forms.
    case figure(String, String, in: Form)
}
