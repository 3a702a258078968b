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
///
///     {"boxOfficeResult":…
///
/// It holds no key, for a request has none.
public struct Recording: Hashable, Sendable {
    /// The name of the service and the request's ``Request/target``, with a space between.
    public let request: String
    /// The answer.
    public let answer: Answer
    /// How long the answer may stand for a new one, as an archive notes it; nil in recordings that
    /// are made to be replayed.
    public let freshness: Freshness?

    /// Records that `answer` came to `request`.
    public init(of answer: Answer, to request: Request, freshness: Freshness? = nil) {
        self.request = Self.name(of: request)
        self.answer = answer
        self.freshness = freshness
    }

    /// Whether this is the answer to `request`.
    public func answers(_ request: Request) -> Bool { self.request == Self.name(of: request) }

    /// The bytes to keep.
    public var bytes: [UInt8] {
        let header = """
            \(Self.firstLine)
            request: \(request)
            fetched: \(answer.fetchedAt)\(freshness.map { "\nfreshness: \($0)" } ?? "")
            status: \(answer.status)
            length: \(answer.body.count)
            crc32: \(CRC32.hexadecimal(of: answer.body))


            """
        return Array(header.utf8) + answer.body
    }

    /// Reads kept bytes.
    ///
    /// - Throws: a ``Fault`` of kind `malformed` where they are cut off, changed, or no recording.
    public init(reading bytes: [UInt8]) throws(Fault) {
        var fields: [Substring: Substring] = [:]
        var rest = bytes[...]
        var isFirst = true
        while true {
            guard let end = rest.prefix(4096).firstIndex(of: UInt8(ascii: "\n")) else {
                throw .notARecording
            }
            let line = String(decoding: rest[..<end], as: UTF8.self)
            rest = rest[(end + 1)...]
            if isFirst {
                guard line == Self.firstLine else { throw .notARecording }
                isFirst = false
            } else if line.isEmpty {
                break
            } else {
                let parts = line.split(separator: ":", maxSplits: 1)
                guard parts.count == 2 else { throw .notARecording }
                fields[parts[0]] = parts[1].dropFirst()
            }
        }
        guard let request = fields["request"],
            let fetchedAt = fields["fetched"].flatMap({ Instant(String($0)) }),
            let status = fields["status"].flatMap({ Int($0) }),
            let length = fields["length"].flatMap({ Int($0) }),
            let checksum = fields["crc32"]
        else { throw .notARecording }
        let body = Array(rest)
        guard body.count == length, CRC32.hexadecimal(of: body) == checksum else {
            throw .damagedRecording
        }
        self.request = String(request)
        self.answer = Answer(status: status, body: body, fetchedAt: fetchedAt)
        freshness = fields["freshness"].flatMap { Freshness($0) }
    }

    /// The path below a folder of recordings where the answer to `request` is kept: the service,
    /// the request's path and its query, each as a name that every file system takes.
    public static func path(for request: Request) -> String {
        let query = request.parameters.map {
            "\($0.name.percentEncoded)=\($0.value.percentEncoded)"
        }
        var name = query.isEmpty ? "all" : query.joined(separator: ",")
        if name.utf8.count > 200 {
            name = "\(name.prefix(180))~\(CRC32.hexadecimal(of: Array(name.utf8)))"
        }
        return "\(request.service)/\(request.path)/\(name).rec"
    }

    private static func name(of request: Request) -> String {
        "\(request.service) \(request.target)"
    }

    private static let firstLine = "bo-export recording 1"
}

extension Fault {
    fileprivate static let notARecording = Fault(.malformed, "this is not a recording")

    fileprivate static let damagedRecording = Fault(
        .malformed, "the recording is damaged: its body is not what was recorded")
}
