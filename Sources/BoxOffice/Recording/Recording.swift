/// An answer together with the request it answers, in the one form in which answers are kept.
///
/// The form is a few header lines, an empty line, and the body as it came:
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
/// The first checksum is of the body, the second of all lines before its own: a recording in which
/// a single bit has changed is damaged. Recordings of older versions have no second one. A recording
/// holds no key, because a request has none.
public struct Recording: Hashable, Sendable {
    /// The name of the service and the request's ``Request/target``, with a space between.
    public let request: String
    /// The answer.
    public let answer: Answer
    /// How long the answer may stand for a new one, as an archive notes it; nil in recordings that
    /// are made to be replayed.
    public let freshness: Freshness?
    /// The last day in Seoul on which it is worth keeping; nil where it is for ever.
    public let expires: Day?

    /// Records that `answer` came to `request`.
    public init(of answer: Answer, to request: Request, freshness: Freshness? = nil) {
        self.request = Self.name(of: request)
        self.answer = answer
        self.freshness = freshness
        expires = freshness?.end(of: request.subject, fetchedOn: answer.fetchedAt.dayInSeoul)
    }

    /// Whether this is the answer to `request`.
    public func answers(_ request: Request) -> Bool { self.request == Self.name(of: request) }

    /// The bytes to keep.
    public var bytes: [UInt8] {
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

    /// The lines that not every recording has, each behind a line end.
    private var optionalLines: String {
        var lines = freshness.map { "\nfreshness: \($0)" } ?? ""
        if freshness == .provisional, let expires { lines += "\nexpires: \(expires)" }
        if answer.isDateUncertain { lines += "\nclock-difference: \(answer.clockDifference)" }
        return lines
    }

    /// Reads kept bytes.
    ///
    /// - Throws: a ``Fault`` of kind `malformed` where they are cut off, changed, or no recording.
    public init(reading bytes: [UInt8]) throws(Fault) {
        var reader = HeaderReader(bytes)
        guard try reader.text(try reader.nextLine()) == Self.firstLine else { throw .notARecording }
        var header = Header()
        var start = reader.end
        while let (name, value) = try reader.nextField() {
            if name == "header-crc32" {
                guard CRC32.hexadecimal(of: bytes.span.extracting(..<start)) == value else {
                    throw .damagedRecording
                }
            }
            header.set(value, as: name)
            start = reader.end
        }
        guard let request = header.request, let fetchedAt = header.fetchedAt,
            let status = header.status, let length = header.length, let checksum = header.checksum
        else { throw .notARecording }
        guard bytes.count - reader.end == length else { throw .damagedRecording }
        let body = Array(bytes[reader.end...])
        guard CRC32.hexadecimal(of: body) == checksum else { throw .damagedRecording }
        self.request = request
        var answer = Answer(status: status, body: body, fetchedAt: fetchedAt)
        answer.clockDifference = header.clockDifference
        self.answer = answer
        freshness = header.freshness
        expires = if case .good(let last) = header.freshness { last } else { header.expires }
    }

    /// What the header says; what else there may be in it is passed over.
    private struct Header {
        var request: String?
        var fetchedAt: Instant?
        var freshness: Freshness?
        var expires: Day?
        var clockDifference = 0
        var status: Int?
        var length: Int?
        var checksum: String?

        mutating func set(_ value: String, as name: String) {
            switch name {
            case "request": request = value
            case "fetched": fetchedAt = Instant(value)
            case "freshness": freshness = Freshness(value)
            case "expires": expires = Day(value)
            case "clock-difference": clockDifference = Int(value) ?? 0
            case "status": status = Int(value)
            case "length": length = Int(value)
            case "crc32": checksum = value
            default: break
            }
        }
    }

    /// The path below a folder of recordings where the answer to `request` is kept: the service,
    /// the request's path and its query, each as a name that every file system takes.
    public static func path(for request: Request) -> String {
        var path: [UInt8] = []
        path.reserveCapacity(request.service.utf8.count + request.target.utf8.count + 8)
        path += request.service.utf8
        path.append(UInt8(ascii: "/"))
        path += request.path.utf8
        path.append(UInt8(ascii: "/"))
        // Behind the `?`; nothing, where there is none.
        path += name(
            of: request.target.utf8.span.extracting(droppingFirst: request.path.utf8.count + 1))
        path += ".rec".utf8
        return String(decoding: path, as: UTF8.self)
    }

    /// The name of a file for the answer to a request with that query.
    private static func name(of query: Span<UInt8>) -> [UInt8] {
        guard !query.isEmpty else { return Array("all".utf8) }
        // The only `&` there are separate parameters, for those in values are encoded.
        let name = [UInt8](capacity: query.count) { name in
            for index in query.indices {
                name.append(query[index] == UInt8(ascii: "&") ? UInt8(ascii: ",") : query[index])
            }
        }
        guard name.count > 200 else { return name }
        return name.prefix(180) + Array("~\(CRC32.hexadecimal(of: name))".utf8)
    }

    private static func name(of request: Request) -> String {
        "\(request.service) \(request.target)"
    }

    private static let firstLine = "bo-export recording 1"
}

/// Reads the lines before the body.
private struct HeaderReader {
    private let bytes: [UInt8]
    /// The place behind what was read.
    private(set) var end = 0

    init(_ bytes: [UInt8]) { self.bytes = bytes }

    /// Where the next line is, without its end.
    mutating func nextLine() throws(Fault) -> Range<Int> {
        let most = min(end + longestLine, bytes.count)
        guard let stop = place(of: UInt8(ascii: "\n"), in: end..<most) else {
            throw .notARecording
        }
        defer { end = stop + 1 }
        return end..<stop
    }

    /// The name and the value of the next line; nil at the empty line behind the last.
    mutating func nextField() throws(Fault) -> (name: String, value: String)? {
        let line = try nextLine()
        guard !line.isEmpty else { return nil }
        guard let colon = place(of: UInt8(ascii: ":"), in: line), colon > line.lowerBound else {
            throw .notARecording
        }
        var value = colon + 1
        if value < line.upperBound, bytes[value] == UInt8(ascii: " ") { value += 1 }
        return (try text(line.lowerBound..<colon), try text(value..<line.upperBound))
    }

    func text(_ places: Range<Int>) throws(Fault) -> String {
        guard let text = String(validating: bytes[places], as: UTF8.self) else {
            throw .notARecording
        }
        return text
    }

    private func place(of byte: UInt8, in places: Range<Int>) -> Int? {
        let part = bytes.span.extracting(places)
        return part.indices.first { part[$0] == byte }.map { places.lowerBound + $0 }
    }
}

/// More bytes than any line takes: an argument of Linux has at most 128 KiB, and a URL may take
/// three bytes for each of them.
private let longestLine = 1 << 20

extension Fault {
    fileprivate static let notARecording = Fault(
        .malformed, "not-arecording", "this is not a recording")

    fileprivate static let damagedRecording = Fault(
        .malformed, "damaged-recording", "the recording is damaged: it is not what was recorded")
}
