import BoxOffice
import FlyingFox
import Foundation

/// The form in which one request is answered.
enum Form {
    case json, xml

    init(path: String) {
        self = path.hasSuffix(".xml") ? .xml : .json
    }

    /// A fault as KOBIS writes it: JSON and XML differ in root, order and attributes.
    func fault(_ code: String, _ message: String) -> Node {
        switch self {
        case .json:
            .object([
                (
                    "faultInfo",
                    .object([("message", .text(message)), ("errorCode", .text(code))])
                )
            ])
        case .xml:
            .object([
                (
                    "faultResult",
                    .object([
                        (
                            "faultInfo",
                            .object([("errorCode", .text(code)), ("message", .text(message))])
                        )
                    ])
                )
            ])
        }
    }

    /// The daily chart that `parameters` ask for.
    func dailyChart(
        of charts: ChartFixtures, _ parameters: [String: String], trouble: Trouble?
    ) -> Node {
        if case .fault(let code) = trouble { return fault(code, "오류입니다.") }
        guard let asked = parameters["targetDt"] else {
            return fault("320102", "날짜는 필수항목입니다.[parameterName=targetDt,value=]")
        }
        guard let day = Day(asked), asked.utf8.count == 8 else {
            return fault("320103", "날짜형식이 올바르지 않습니다.[parameterName=targetDt,value=\(asked)]")
        }
        var shown = day.compact
        if case .anotherDay(let other) = trouble { shown = other }
        let today = Instant(secondsSince1970: Int(Date().timeIntervalSince1970)).dayInSeoul
        var rows = day < today && trouble != .emptyList ? charts.rows(on: shown) : []
        if parameters["repNationCd"] == "F" { rows = rows.filter { $0["rank"]?.text != "1" } }
        rows = Array(rows.prefix(Int(parameters["itemPerPage"] ?? "10") ?? 10))
        var fields: [(name: String, value: Node)] = [
            ("boxofficeType", .text("일별 박스오피스")), ("showRange", .text("\(shown)~\(shown)")),
        ]
        if trouble != .absentList {
            fields.append(("dailyBoxOfficeList", .list(item: "dailyBoxOffice", rows)))
        }
        return .object([("boxOfficeResult", .object(fields))])
    }

    /// The response that carries `answer`, or what became of it.
    func response(with answer: Node, trouble: Trouble?) async throws -> HTTPResponse {
        var text = self == .json ? answer.json : answer.xml
        if self == .xml {
            text = text.replacing("<faultInfo>", with: "<faultInfo class=\"object\">")
                .replacing("<errorCode>", with: "<errorCode type=\"string\">")
        }
        var headers: HTTPHeaders = [
            .contentType: self == .json
                ? "application/json;charset=utf-8" : "text/xml;charset=utf-8"
        ]
        var body = Data(text.utf8)
        switch trouble {
        case .status(let status):
            return HTTPResponse(
                statusCode: HTTPStatusCode(status, phrase: "Trouble"),
                body: Data("<html><body>\(status)</body></html>".utf8))
        case .slow(let milliseconds):
            try await Task.sleep(for: .milliseconds(milliseconds))
        case .cutOff:
            headers[.contentLength] = "\(body.count)"
            return HTTPResponse(
                statusCode: .ok, headers: headers,
                body: HTTPBodySequence(from: TornBody(start: body.prefix(body.count / 2))))
        case .htmlPage:
            headers[.contentType] = "text/html"
            body = Data("<!DOCTYPE html><html><body>시스템 점검 중입니다.</body></html>".utf8)
        case .gzip:
            headers[HTTPHeader("Content-Encoding")] = "gzip"
            body = try Gzip.pack(body)
        case .bomb(let bytes):
            headers[HTTPHeader("Content-Encoding")] = "gzip"
            body = try Gzip.pack(Data(count: bytes))
        case .wrongLength(let difference):
            headers[.contentLength] = "\(body.count - difference)"
        case .redirect(let url):
            headers[.location] = url
            return HTTPResponse(statusCode: .found, headers: headers)
        case .body(let other):
            body = Data(other.utf8)
        case .fault, .emptyList, .absentList, .anotherDay, nil:
            break
        }
        return HTTPResponse(statusCode: .ok, headers: headers, body: body)
    }
}
