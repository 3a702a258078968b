import BoxOffice
import KOBIS
import KakaoImages
import Testing

/// The outlook for a retry, from the error messages of services.
@Suite struct OutlookTests {
    private func answer(_ status: Int, _ body: String) -> Answer {
        Answer(status: status, body: Array(body.utf8), fetchedAt: Instant(secondsSince1970: 0))
    }

    @Test(
        "KOBIS: an exhausted quota lasts until tomorrow, unknown codes may pass, the rest is permanent",
        arguments: [
            ("320011", Fault.Outlook.tomorrow), ("320010", .lasting), ("320102", .lasting),
            ("320103", .lasting), ("900000", .passing),
        ])
    func kobis(code: String, outlook: Fault.Outlook) throws {
        let request = try #require(
            KOBIS(.json).requests(for: .movie(codes: ["1"])).first { _ in true })
        let body = #"{"faultInfo":{"message":"","errorCode":"\#(code)"}}"#
        let fault = #expect(throws: Fault.self) {
            try KOBIS(.json).read(answer(200, body), to: request)
        }
        #expect(fault?.outlook == outlook)
    }

    @Test("A maintenance page may be gone a moment later")
    func maintenance() throws {
        let request = try #require(
            KOBIS(.json).requests(for: .movie(codes: ["1"])).first { _ in true })
        let fault = #expect(throws: Fault.self) {
            try KOBIS(.json).read(answer(200, "<!DOCTYPE html><html></html>"), to: request)
        }
        #expect(fault?.kind == .malformed && fault?.outlook == .passing)
    }

    @Test(
        "Kakao: the temporary codes are known, and so is that of an exhausted quota",
        arguments: [
            ("-10", Fault.Outlook.tomorrow), ("-1", .passing), ("-7", .passing),
            ("-9798", .passing), ("-3", .lasting), ("-401", .lasting),
        ])
    func kakao(code: String, outlook: Fault.Outlook) {
        let fault = KakaoImages().fault(in: answer(400, #"{"code":\#(code),"msg":""}"#))
        #expect(fault?.outlook == outlook)
    }

    @Test("A day's quota is known for each service that has one")
    func quotas() {
        #expect(KOBIS(.json).service?.callsPerDay == 3000)
        #expect(KOBIS(.xml).service?.callsPerDay == 3000)
        #expect(KakaoImages().service?.callsPerDay == 30_000)
    }
}
