package import BoxOffice

/// An answer and its request, in the one format in which answers are kept.
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
/// bit is detected. Recordings of older versions have no second checksum. A recording contains no
/// key, because a request has none.
package struct Recording: Hashable, Sendable {
    /// The name of the service and the request's ``Request/target``, with a space between.
    package let request: String
    /// The answer.
    package let answer: Answer
    /// How long the answer may be used instead of a new one, as recorded by an archive; nil in
    /// recordings that are made to be replayed.
    package let freshness: Freshness?
    /// The last day in Seoul on which it is worth keeping; nil for no limit.
    package let expires: Day?

    /// Records that `answer` came to `request`.
    package init(of answer: Answer, to request: Request, freshness: Freshness? = nil) {
        self.request = "\(request.service) \(request.target)"
        self.answer = answer
        self.freshness = freshness
        expires = freshness?.end(of: request.subject, fetchedOn: answer.fetchedAt.dayInSeoul)
    }

    /// Whether this is the answer to `request`.
    package func answers(_ request: Request) -> Bool {
        // Compared without making the name of that request.
        let name = self.request.utf8.span
        let service = request.service.utf8.count
        return name.count > service && name[service] == UInt8(ascii: " ")
            && name.extracting(..<service).equals(request.service.utf8.span)
            && name.extracting((service + 1)...).equals(request.target.utf8.span)
    }

    /// The bytes of the recording.
    package var bytes: [UInt8] {
        let header = """
            \(Self.firstLine)
            request: \(request)
            fetched: \(answer.fetchedAt)\(optionalLines)
            status: \(answer.status)
            length: \(answer.body.count)
            crc32: \(CRC32.hexadecimal(of: answer.body))

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

    /// Reads the bytes of a recording.
    ///
    /// - Throws: a ``Fault`` of kind `malformed` if they are truncated, changed, or not a
    ///   recording.
    package init(reading bytes: [UInt8]) throws(Fault) {
        var bytes = bytes
        try self.init(taking: &bytes)
    }

    /// Reads the bytes of a recording, and keeps the body in their memory: `bytes` are empty afterwards.
    ///
    /// - Throws: what ``init(reading:)`` throws; `bytes` then stay as they are.
    package init(taking bytes: inout [UInt8]) throws(Fault) {
        let header = try Header(of: bytes.span)
        guard let request = header.request, let fetchedAt = header.fetchedAt,
            let status = header.status, let length = header.length, let checksum = header.checksum
        else { throw .notARecording }
        guard bytes.count - header.end == length,
            CRC32.hexadecimal(of: bytes.span.extracting(droppingFirst: header.end)) == checksum
        else { throw .damagedRecording }
        self.request = request
        bytes.removeFirst(header.end)
        var answer = Answer(status: status, body: bytes, fetchedAt: fetchedAt)
        bytes = []
        answer.clockDifference = header.clockDifference
        answer.short = header.short
        self.answer = answer
        freshness = header.freshness
        expires = if case .good(let last) = header.freshness { last } else { header.expires }
    }

    /// The lines before the body; unknown ones are ignored.
    private struct Header {
        var request: String?
        var fetchedAt: Instant?
        var freshness: Freshness?
        var expires: Day?
        var clockDifference = 0
        var short: Answer.Short?
        var status: Int?
        var length: Int?
        var checksum: String?
        /// The index after the header.
        private(set) var end = 0

        init(of bytes: Span<UInt8>) throws(Fault) {
            guard bytes.extracting(try nextLine(of: bytes)).equals(firstLine.utf8.span) else {
                throw .notARecording
            }
            while true {
                let start = end
                let line = bytes.extracting(try nextLine(of: bytes))
                guard !line.isEmpty else { return }
                guard let colon = line.firstIndex(of: UInt8(ascii: ":")), colon > 0 else {
                    throw .notARecording
                }
                let name = line.extracting(..<colon)
                let rest = line.extracting((colon + 1)...)
                let isSpaced = !rest.isEmpty && rest[0] == UInt8(ascii: " ")
                let value = isSpaced ? rest.extracting(1...) : rest
                if "header-crc32" ~= name {
                    let checksum = CRC32.hexadecimal(of: bytes.extracting(..<start))
                    guard value.equals(checksum.utf8.span) else { throw .damagedRecording }
                }
                set(value, as: name)
            }
        }

        /// The range of the next line, without its end.
        private mutating func nextLine(of bytes: Span<UInt8>) throws(Fault) -> Range<Int> {
            let rest = bytes.extracting(end..<min(end + longestLine, bytes.count))
            guard let length = rest.firstIndex(of: UInt8(ascii: "\n")),
                (try? UTF8Span(validating: rest.extracting(..<length))) != nil
            else { throw .notARecording }
            defer { end += length + 1 }
            return end..<(end + length)
        }

        private mutating func set(_ value: Span<UInt8>, as name: Span<UInt8>) {
            switch name {
            case "request": request = String(utf8: value)
            case "fetched": fetchedAt = Instant(utf8: value)
            case "freshness": freshness = Freshness(String(utf8: value))
            case "expires": expires = Day(utf8: value)
            case "clock-difference": clockDifference = Int(String(utf8: value)) ?? 0
            case "short-since":
                let parts = String(utf8: value).split(separator: " ")
                guard parts.count == 2, let since = Instant(String(parts[0])) else { break }
                short = Answer.Short(since: since, checksum: String(parts[1]))
            case "status": status = Int(String(utf8: value))
            case "length": length = Int(String(utf8: value))
            case "crc32": checksum = String(utf8: value)
            default: break
            }
        }
    }

    /// The path of the answer to `request` below a folder of recordings: the service, the request's
    /// path and its query, each as a name that every file system accepts.
    package static func path(for request: Request) -> String {
        // The part after the `?`; empty if there is no query.
        let query = request.target.utf8.dropFirst(request.path.utf8.count + 1)
        // Every `&` here separates parameters, because those in values are encoded.
        let bytes = query.map { $0 == UInt8(ascii: "&") ? UInt8(ascii: ",") : $0 }
        var name = bytes.isEmpty ? "all" : String(decoding: bytes, as: UTF8.self)
        if bytes.count > 200 {
            name = "\(name.prefix(180))~\(CRC32.hexadecimal(of: bytes))"
        }
        return "\(request.service)/\(request.path)/\(name).rec"
    }

    private static let firstLine = "bo-export recording 1"
}

/// More bytes than any line has: an argument has at most 128 KiB on Linux, and a URL may need three
/// bytes for each of them.
private let longestLine = 1 << 20

extension Fault {
    fileprivate static let notARecording = Fault(
        .malformed, "not-a-recording", "this is not a recording")

    fileprivate static let damagedRecording = Fault(
        .malformed, "damaged-recording", "the recording is damaged: it is not what was recorded")
}
