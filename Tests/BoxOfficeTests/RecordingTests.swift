import BoxOffice
import CChecksum
import Engine
import Testing

@Suite struct RecordingTests {
    private let request = Request(
        service: "kobis", path: "a/b.json",
        parameters: [("targetDt", "20220605"), ("q", "가 &+")],
        subject: .code("x"))
    private let answer = Answer(
        status: 200, body: Array("{\"a\":\n\n1}".utf8), fetchedAt: Instant(secondsSince1970: 1))

    @Test("A target is encoded strictly, so that no value can add a parameter")
    func target() {
        #expect(request.target == "a/b.json?targetDt=20220605&q=%EA%B0%80%20%26%2B")
        #expect(
            Recording.path(for: request)
                == "kobis/a/b.json/targetDt=20220605,q=%EA%B0%80%20%26%2B.rec")
    }

    @Test("A recording reads back, and answers only its own request")
    func roundTrip() throws {
        let recording = Recording(of: answer, to: request)
        let read = try Recording(reading: recording.bytes)
        #expect(read == recording)
        #expect(read.answers(request))
        let other = Request(
            service: "kobis", path: "a/b.json", parameters: [], subject: request.subject)
        #expect(!read.answers(other))
    }

    @Test(
        "A request that differs in one character of its service or path is a different one",
        arguments: [
            ("kobi", "a/b.json"), ("kobiz", "a/b.json"), ("kobis2", "a/b.json"), ("", "a/b.json"),
            ("kobis", "a/b.jso"), ("kobis", "a/b.json2"), ("kobis", "a/b.jsom"), ("kobis", ""),
            ("kobis a", "b.json"),
        ])
    func otherRequest(service: String, path: String) throws {
        func request(_ service: String, _ path: String) -> Request {
            Request(service: service, path: path, parameters: [], subject: .code("x"))
        }
        let read = try Recording(
            reading: Recording(of: answer, to: request("kobis", "a/b.json")).bytes)
        #expect(read.answers(request("kobis", "a/b.json")))
        #expect(!read.answers(request(service, path)))
    }

    @Test("A request as long as the command line allows reads back")
    func longRequest() throws {
        let title = String(repeating: "가", count: 40_000)
        let long = Request(
            service: "kobis", path: "a/b.json", parameters: [("movieNm", title)],
            subject: request.subject)
        let recording = Recording(of: answer, to: long)
        #expect(try Recording(reading: recording.bytes) == recording)
    }

    @Test("A file with a line that is not UTF-8 is refused, and the line is not repaired")
    func notUTF8() throws {
        let lines = """
            fetched: 1970-01-01T09:00:01+09:00
            status: 200
            length: 9
            crc32: 295b0047

            """
        let header =
            Array("bo-export recording 1\nrequest: kobis a/b.json?".utf8) + [0xFF, 0x0A]
            + Array(lines.utf8)
        let checksum = "header-crc32: \(CRC32.hexadecimal(of: header.span))\n\n"
        let bytes = header + Array(checksum.utf8) + answer.body
        let fault = #expect(throws: Fault.self) { try Recording(reading: bytes) }
        #expect(fault?.message == "this is not a recording")
    }

    @Test("The format is a promise to archives that are years old")
    func form() throws {
        let text = String(decoding: Recording(of: answer, to: request).bytes, as: UTF8.self)
        #expect(
            text == """
                bo-export recording 1
                request: kobis a/b.json?targetDt=20220605&q=%EA%B0%80%20%26%2B
                fetched: 1970-01-01T09:00:01+09:00
                status: 200
                length: 9
                crc32: 295b0047
                header-crc32: 533fe6db

                {"a":

                1}
                """)
    }

    @Test("A recording that was cut off or changed anywhere is never accepted")
    func damage() throws {
        let bytes = Recording(of: answer, to: request).bytes
        for length in 0..<bytes.count {
            #expect(throws: Fault.self) { try Recording(reading: Array(bytes[..<length])) }
        }
        for freshness in [nil, Freshness.final, .provisional] {
            let recording = Recording(of: answer, to: request, freshness: freshness)
            for index in recording.bytes.indices {
                for bit in 0..<8 {
                    var changed = recording.bytes
                    changed[index] ^= 1 << UInt8(bit)
                    #expect(throws: Fault.self) { try Recording(reading: changed) }
                }
            }
        }
    }

    @Test("A recording without a header checksum is refused")
    func withoutHeaderChecksum() throws {
        let text = String(decoding: Recording(of: answer, to: request).bytes, as: UTF8.self)
        let lines = text.split(separator: "\n", omittingEmptySubsequences: false)
            .filter { !$0.hasPrefix("header-crc32:") }.joined(separator: "\n")
        #expect(throws: Fault.self) { try Recording(reading: Array(lines.utf8)) }
    }

    @Test("A clock difference may be any number", arguments: [Int.min, -1801, 1800, .max])
    func clockDifference(seconds: Int) throws {
        let read = try reading("clock-difference: \(seconds)")
        #expect(read.answer.clockDifference == seconds)
        #expect(read.answer.isDateUncertain == (seconds != 1800))
    }

    @Test("An answer that expires notes the day, and one with a clock difference notes that")
    func optionalLines() throws {
        var answer = answer
        answer.date(by: Instant(secondsSince1970: 40_000), service: Instant(secondsSince1970: 1))
        let search = Request(
            service: "kobis", path: "a", parameters: [], subject: .page(1, after: 0))
        let recording = Recording(of: answer, to: search, freshness: .provisional)
        let text = String(decoding: recording.bytes, as: UTF8.self)
        #expect(text.contains("\nexpires: 1970-01-31\nclock-difference: 39999\n"))
        let read = try Recording(reading: recording.bytes)
        #expect(read == recording && read.answer.isDateUncertain)
        let final = Recording(of: self.answer, to: request, freshness: .final)
        #expect(final.expires == nil)
        // The provisional state alone marks a chart, which has no expiry.
        let day = Period(of: .daily, containing: Day(daysSince1970: 0))
        let chart = Request(
            service: "kobis", path: "a", parameters: [], subject: .edition(ChartEdition(day)))
        let kept = Recording(of: answer, to: chart, freshness: .provisional)
        #expect(try kept.expires == nil && Recording(reading: kept.bytes).expires == nil)
    }

    /// Compares with the checksums of zlib.
    @Test(
        "Checksums are right, whatever remains after the last whole step",
        arguments: [
            (0, "00000000"), (1, "a505df1b"), (4, "e4a7405f"), (15, "76c5b653"), (16, "8d71a233"),
            (17, "4a5dbe93"), (31, "e44ad4aa"), (32, "82e3d465"), (33, "38554b60"),
            (1000, "8a09e43c"),
        ])
    func checksums(count: Int, checksum: String) {
        let bytes = (0..<count).map { UInt8(truncatingIfNeeded: $0 * 7 + 1) }
        #expect(CRC32.hexadecimal(of: bytes.span) == checksum)
    }

    @Test("Checksums of any length are the same without zlib")
    func checksumsWithoutZlib() {
        let bytes = (0..<700).map { UInt8(truncatingIfNeeded: $0 * $0 / 7 + $0) }
        for count in 0...600 {
            let range = (count % 17)..<(count % 17 + count)
            let byBits = unsafe Array(bytes[range]).withUnsafeBufferPointer {
                unsafe bo_crc32_by_bits($0.baseAddress, $0.count)
            }
            #expect(CRC32.checksum(of: bytes.span.extracting(range)) == byBits)
        }
    }

    @Test("Unknown lines are ignored, and an invalid header is refused")
    func header() throws {
        for line in ["later: x", "later:", "later: ", "later:x: y", "l: ", "later:é"] {
            #expect(try reading(line).answer == answer)
        }
        for line in ["later", ": x"] {
            #expect(throws: Fault.self) { try reading(line) }
        }
    }

    /// Reads the recording with one more line in its header.
    private func reading(_ line: String) throws -> Recording {
        let text = String(decoding: Recording(of: answer, to: request).bytes, as: UTF8.self)
        let lines = text.replacing("status: ", with: "\(line)\nstatus: ")
            .split(separator: "header-crc32")[0]
        let checksum = CRC32.hexadecimal(of: lines.utf8.span)
        let header = "\(lines)header-crc32: \(checksum)\n\n"
        return try Recording(reading: Array(header.utf8) + answer.body)
    }

    @Test("Long queries have a file name that every file system accepts")
    func longNames() {
        let long = Request(
            service: "kobis", path: "a.json",
            parameters: [("q", String(repeating: "가", count: 300))], subject: request.subject)
        let name = Recording.path(for: long).split(separator: "/").last
        #expect((name?.utf8.count ?? 0) < 220)
    }
}
