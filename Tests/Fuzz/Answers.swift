import BoxOffice
import KOBIS
import KMDb
import KakaoImages
import Wire

/// The answers of services, in JSON and in XML.
///
/// The first byte of an input chooses the request; the others are the answer.
enum Answers {
    /// Reads an answer as JSON from KOBIS, Kakao and KMDb.
    static func readJSON(_ bytes: [UInt8]) {
        let body = Array(bytes.dropFirst())
        let query = queries[Int(bytes.first ?? 0) % queries.count]
        read(body, of: KOBIS(.json), KOBIS(.json).requests(for: query))
        let film = Film(code: "20204548", title: "범죄도시2")
        read(body, of: KakaoImages(), [KakaoImages().request(for: film)].compactMap(\.self))
        read(body, of: KMDb(), [KMDb().request(for: film)].compactMap(\.self))
        guard let value = try? JSONValue(objectIn: body) else { return }
        let again = try? JSONValue(objectIn: Array(value.written.utf8))
        promise(again == value, "JSON that is written again is the same")
    }

    /// Reads an answer of KOBIS as XML.
    static func readXML(_ bytes: [UInt8]) {
        let body = Array(bytes.dropFirst())
        let query = queries[Int(bytes.first ?? 0) % queries.count]
        read(body, of: KOBIS(.xml), KOBIS(.xml).requests(for: query))
        let isRead = (try? Tree(.xml, body)) != nil
        let commented = body + Array("<!---->".utf8)
        promise(
            ((try? Tree(.xml, commented)) != nil) == isRead,
            "a comment after XML changes no refusal")
        guard isRead else { return }
        promise(
            rows(in: body, of: query) == rows(in: commented, of: query),
            "a comment after XML changes no row")
        promise((try? Tree(.xml, body + [0x20, 0x0A])) != nil, "XML may end with white space")
        promise((try? Tree(.xml, body + [0])) == nil, "XML may not end with NUL")
    }

    /// Returns the rows in a KOBIS answer to each request for `query`; nil for a fault.
    private static func rows(in body: [UInt8], of query: Query) -> [String?] {
        let answer = Answer(body: body, fetchedAt: Instant(secondsSince1970: 1_654_646_400))
        return KOBIS(.xml).requests(for: query).map { request in
            let page = reading { () throws(Fault) in try KOBIS(.xml).read(answer, to: request) }
            return (try? page.get()).map(Table.written)
        }
    }

    private static func read(
        _ body: [UInt8], of source: some Provider, _ requests: some Sequence<Request>
    ) {
        let answer = Answer(body: body, fetchedAt: Instant(secondsSince1970: 1_654_646_400))
        _ = source.fault(in: answer)
        for request in requests {
            let first = reading { () throws(Fault) in try source.read(answer, to: request) }
            let second = reading { () throws(Fault) in try source.read(answer, to: request) }
            switch (first, second) {
            case (.success(let first), .success(let second)):
                promise(Table.written(first) == Table.written(second), "the same rows come twice")
            case (.failure(let first), .failure(let second)):
                promise(first == second, "the same fault comes twice")
                promise(first.message.utf8.count < 2_000, "a message is short")
            default: promise(false, "an answer is read twice or not at all")
            }
        }
    }

    private static let queries: [Query] =
        [
            .movies(), .movie(codes: ["20204548"]), .people(),
            .person(codes: ["10056783"]), .companies(),
            .company(codes: ["20122501"]), .codes(table: "0105000000"),
        ] + charts

    private static let charts: [Query] = Chart.allCases.compactMap { chart in
        Day("2022-06-05").map { day in
            let period = Period(of: chart, containing: day)
            return .chart(ChartQuery(periods: Periods(from: period, to: period)))
        }
    }
}

/// Returns the result of `body`.
func reading<Value>(_ body: () throws(Fault) -> Value) -> Result<Value, Fault> {
    do throws(Fault) { return .success(try body()) } catch { return .failure(error) }
}

extension JSONValue {
    /// The value as JSON.
    fileprivate var written: String {
        var text = ByteBuffer()
        write(into: &text)
        return text.text
    }

    private func write(into text: inout ByteBuffer) {
        switch self {
        case .null: text.append("null")
        case .boolean(let boolean): text.append("\(boolean)")
        case .number(let digits): text.append(digits)
        case .text(let string): text.append(quoting: string)
        case .list(let items):
            text.append("[")
            for (place, item) in items.enumerated() {
                if place > 0 { text.append(",") }
                item.write(into: &text)
            }
            text.append("]")
        case .object(let members):
            text.append("{")
            for (place, member) in members.enumerated() {
                if place > 0 { text.append(",") }
                text.append(quoting: member.name)
                text.append(":")
                member.value.write(into: &text)
            }
            text.append("}")
        }
    }
}
