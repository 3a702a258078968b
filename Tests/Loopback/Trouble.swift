/// A failure between a service and its clients.
public enum Trouble: Sendable, Hashable {
    /// A KOBIS fault with that code and HTTP status 200.
    case fault(String)
    /// An HTTP status with a short page.
    case status(Int)
    /// An HTTP status with that `Retry-After`: seconds, or a date.
    case busy(Int, retryAfter: String)
    /// The answer, after that many milliseconds.
    case slow(milliseconds: Int)
    /// Half of the answer, and then the connection is closed.
    case cutOff
    /// A maintenance page with HTTP status 200.
    case htmlPage
    /// The answer, compressed.
    case gzip
    /// An answer that unpacks to that many bytes.
    case bomb(bytes: Int)
    /// The answer with a Content-Length that is too small by that much.
    case wrongLength(by: Int)
    /// A redirect to that URL.
    case redirect(String)
    /// The answer with these additional headers.
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
