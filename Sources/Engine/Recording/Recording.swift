package import BoxOffice

/// An answer and its request, in the format in which answers are kept.
///
/// The format is a few header lines, an empty line, and the body as it was received:
///
///     bo-export recording 1
///     request: kobis boxoffice/searchDailyBoxOfficeList.json?targetDt=20220605&itemPerPage=10
///     fetched: 2022-06-08T09:00:00+09:00
///     status: 200
///     length: 4021
///     crc32: 9ae0daaf
///     header-crc32: 5d2c7e01
///
///     {"boxOfficeResult":…
///
/// The first checksum covers the body, the second all lines before its own, so a change of a single
/// bit is detected. A recording contains no key, because a request has none.
package struct Recording: Hashable, Sendable {
    /// The name of the service and the request's ``Request/target``, with a space between.
    package let request: String
    /// The answer.
    package let answer: Answer
    /// The time for which the answer may be used instead of a new one, as recorded by an archive;
    /// nil in recordings that are made to be replayed.
    package let freshness: Freshness?
    /// The last day in Seoul on which it is worth keeping; nil for no limit.
    package let expires: Day?

    /// Records that `answer` came to `request`.
    package init(of answer: Answer, to request: Request, freshness: Freshness? = nil) {
        self.request = request.nameInRecordings
        self.answer = answer
        self.freshness = freshness
        expires = freshness?.end(of: request.subject, fetchedOn: answer.fetchedAt.dayInSeoul)
    }

    /// Returns true if this is the answer to `request`.
    package func answers(_ request: Request) -> Bool {
        self.request.utf8.span.equals(request.nameInRecordings.utf8.span)
    }

    /// The bytes of the recording.
    package var bytes: [UInt8] {
        let header = """
            \(Self.firstLine)
            request: \(request)
            fetched: \(answer.fetchedAt)\(optionalLines)
            status: \(answer.status)
            length: \(answer.body.count)
            crc32: \(CRC32.hexadecimal(of: answer.body.span))

            """
        let checksum = CRC32.hexadecimal(of: header.utf8.span)
        return Array(header.utf8) + Array("header-crc32: \(checksum)\n\n".utf8) + answer.body
    }

    /// The lines that only some recordings have, each with a line end.
    private var optionalLines: String {
        var lines = freshness.map { "\nfreshness: \($0)" } ?? ""
        if freshness == .provisional, let expires { lines += "\nexpires: \(expires)" }
        if answer.isDateUncertain { lines += "\nclock-difference: \(answer.clockDifference)" }
        if let short = answer.short { lines += "\nshort-since: \(short.since) \(short.checksum)" }
        return lines
    }

    /// Reads the bytes of a recording, and keeps the body in the same memory; `bytes` is empty
    /// afterwards.
    ///
    /// - Throws: a ``Fault`` of kind `malformed` if they are truncated, changed, or not a recording;
    ///   `bytes` then stay as they are.
    package init(taking bytes: inout [UInt8]) throws(Fault) {
        let (fields, end) = try Self.fields(of: bytes.span)
        func field(_ name: String) -> String? { fields.last { $0.name == name }?.value }
        func number(_ name: String) -> Int? { field(name).flatMap { Int($0) } }
        guard let request = field("request"),
            let fetchedAt = field("fetched").flatMap(Instant.init),
            let status = number("status"), let length = number("length"),
            let checksum = field("crc32")
        else { throw .notARecording }
        guard bytes.count - end == length,
            CRC32.hexadecimal(of: bytes.span.extracting(droppingFirst: end)) == checksum
        else { throw .damagedRecording }
        self.request = request
        bytes.removeFirst(end)
        var answer = Answer(status: status, body: bytes, fetchedAt: fetchedAt)
        bytes = []
        answer.clockDifference = number("clock-difference") ?? 0
        let short = field("short-since")?.split(separator: " ").map(String.init) ?? []
        if short.count == 2, let since = Instant(short[0]) {
            answer.short = Answer.Short(since: since, checksum: short[1])
        }
        self.answer = answer
        let freshness = field("freshness").flatMap { Freshness($0) }
        self.freshness = freshness
        let last = field("expires").flatMap { Day($0) }
        expires = if case .good(let last) = freshness { last } else { last }
    }

    /// Returns the lines before the body, and the position where the body begins.
    private static func fields(
        of bytes: Span<UInt8>
    ) throws(Fault) -> (fields: [(name: String, value: String)], end: Int) {
        var range = try line(of: bytes, from: 0)
        guard bytes.extracting(range).equals(firstLine.utf8.span) else { throw .notARecording }
        var fields: [(name: String, value: String)] = []
        fields.reserveCapacity(8)
        while true {
            let start = range.upperBound + 1
            range = try line(of: bytes, from: start)
            guard !range.isEmpty else {
                guard fields.last?.name == "header-crc32" else { throw .notARecording }
                return (fields, range.upperBound + 1)
            }
            let line = bytes.extracting(range)
            guard let colon = line.indices.first(where: { line[$0] == UInt8(ascii: ":") }),
                colon > 0
            else {
                throw .notARecording
            }
            let rest = line.extracting((colon + 1)...)
            let isSpaced = !rest.isEmpty && rest[0] == UInt8(ascii: " ")
            let name = String(utf8: line.extracting(..<colon))
            let value = String(utf8: isSpaced ? rest.extracting(1...) : rest)
            if name == "header-crc32", value != CRC32.hexadecimal(of: bytes.extracting(..<start)) {
                throw .damagedRecording
            }
            fields.append((name, value))
        }
    }

    /// Returns the range of the line that begins at `start`, without its end.
    private static func line(
        of bytes: Span<UInt8>, from start: Int
    ) throws(Fault) -> Range<Int> {
        let rest = bytes.extracting(droppingFirst: start)
        guard let length = rest.indices.first(where: { rest[$0] == UInt8(ascii: "\n") }),
            (try? UTF8Span(validating: rest.extracting(..<length))) != nil
        else { throw .notARecording }
        return start..<(start + length)
    }

    /// Returns the path of the answer to `request` below a folder of recordings: the service, the
    /// request's path and its query, each as a name that every file system accepts.
    package static func path(for request: Request) -> String {
        // The part after the `?`; empty if there is no query.
        let query = request.target.utf8.dropFirst(request.path.utf8.count + 1)
        // Every `&` here separates parameters, because those in values are encoded.
        let bytes = query.map { $0 == UInt8(ascii: "&") ? UInt8(ascii: ",") : $0 }
        var path = ByteBuffer(room: 128)
        for part in [request.service, "/", request.path, "/"] { path.append(part) }
        if bytes.isEmpty {
            path.append("all")
        } else if bytes.count > 200 {
            path.append(bytes.span.extracting(..<180))
            path.append("~\(CRC32.hexadecimal(of: bytes.span))")
        } else {
            path.append(bytes.span)
        }
        path.append(".rec")
        return path.text
    }

    private static let firstLine = "bo-export recording 1"
}

extension Request {
    /// The name of the service and the ``target``, with a space between.
    var nameInRecordings: String { "\(service) \(target)" }
}

extension Fault {
    fileprivate static let notARecording = Fault(
        .malformed, "not-a-recording", "this is not a recording")

    fileprivate static let damagedRecording = Fault(
        .malformed, "damaged-recording", "the recording is damaged: it is not what was recorded")
}
