import BoxOffice
import FlyingFox
import Foundation

/// The format of an answer.
public enum Form: Sendable {
    /// JSON.
    case json
    /// XML.
    case xml

    init(path: String) {
        self = path.hasSuffix(".xml") ? .xml : .json
    }

    /// Returns a fault as KOBIS writes it: JSON and XML differ in root, order and attributes.
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

    /// Returns the chart that `parameters` ask for: the daily chart, or the part of a week that weekGb
    /// names.
    func chart(
        of charts: ChartFixtures, isDaily: Bool, _ parameters: [String: String], trouble: Trouble?
    ) -> Node {
        guard let asked = parameters["targetDt"] else {
            return fault("320102", "날짜는 필수항목입니다.[parameterName=targetDt,value=]")
        }
        guard let day = Day(asked), asked.utf8.count == 8 else {
            return fault("320103", "날짜형식이 올바르지 않습니다.[parameterName=targetDt,value=\(asked)]")
        }
        let parts: [String: Chart] = ["0": .weekly, "1": .weekend, "2": .weekdays]
        let chart = isDaily ? .daily : parts[parameters["weekGb"] ?? "1"] ?? .weekend
        let period = Period(of: chart, containing: day)
        var shown = period.from.compact
        if case .anotherDay(let other) = trouble { shown = other }
        let today = Instant(secondsSince1970: Int(Date().timeIntervalSince1970)).dayInSeoul
        let nation = parameters["repNationCd"].map { " \($0)" } ?? ""
        let name = (isDaily ? shown : "\(chart.rawValue) \(shown)") + nation
        var rows = period.to < today && trouble != .emptyList ? charts.rows(on: name) : []
        if case .figure(let field, let value, let inForm) = trouble, inForm == self, !rows.isEmpty {
            rows[0] = rows[0].setting(field, to: value)
        }
        if case .absentRows(let numbers) = trouble {
            rows.removeAll { numbers.contains($0["rnum"]?.text ?? "") }
        }
        rows = Array(rows.prefix(Int(parameters["itemPerPage"] ?? "10") ?? 10))
        var fields: [(name: String, value: Node)] = [
            ("boxofficeType", .text(Heading(in: .koreanLibrary).name(of: chart))),
            ("showRange", .text("\(shown)~\(isDaily ? shown : period.to.compact)")),
        ]
        if !isDaily { fields.append(("yearWeekTime", .text(period.week.compact))) }
        if trouble != .absentList {
            let item = isDaily ? "dailyBoxOffice" : "weeklyBoxOffice"
            fields.append(("\(item)List", .list(item: item, rows)))
        }
        return .object([("boxOfficeResult", .object(fields))])
    }

    /// Returns the response with `answer`, changed by `trouble`.
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
        case .busy(let status, let retryAfter):
            return HTTPResponse(
                statusCode: HTTPStatusCode(status, phrase: "Busy"),
                headers: [HTTPHeader("Retry-After"): retryAfter])
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
            body = try await OtherProgram.packed(body)
        case .bomb(let bytes):
            headers[HTTPHeader("Content-Encoding")] = "gzip"
            body = try await OtherProgram.packed(Data(count: bytes))
        case .wrongLength(let difference):
            headers[.contentLength] = "\(body.count - difference)"
        case .redirect(let url):
            headers[.location] = url
            return HTTPResponse(statusCode: .found, headers: headers)
        case .headers(let others):
            for (name, value) in others { headers[HTTPHeader(name)] = value }
        case .body(let other):
            body = Data(other.utf8)
        case .fault, .emptyList, .absentList, .absentRows, .anotherDay, .figure, nil:
            break
        }
        return HTTPResponse(statusCode: .ok, headers: headers, body: body)
    }
}
