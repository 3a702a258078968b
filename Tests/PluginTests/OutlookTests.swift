import BoxOffice
import KOBIS
import KakaoImages
import Testing

/// The outlook for a retry, from the error messages of services.
@Suite struct OutlookTests {
    @Test(
        "KOBIS: an exhausted quota lasts until tomorrow, unknown codes may pass, the rest is permanent",
        arguments: [
            ("320011", Fault.Outlook.tomorrow), ("320010", .lasting), ("320102", .lasting),
            ("320103", .lasting), ("900000", .passing),
        ])
    func kobis(code: String, outlook: Fault.Outlook) throws {
        let body = #"{"faultInfo":{"message":"","errorCode":"\#(code)"}}"#
        let fault = #expect(throws: Fault.self) {
            try KOBIS(.json).read(body, to: .movie(codes: ["1"]))
        }
        #expect(fault?.outlook == outlook)
    }

    @Test("A maintenance page may be gone a moment later")
    func maintenance() throws {
        let fault = #expect(throws: Fault.self) {
            try KOBIS(.json).read("<!DOCTYPE html><html></html>", to: .movie(codes: ["1"]))
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
        let fault = KakaoImages().fault(in: Answer(#"{"code":\#(code),"msg":""}"#, status: 400))
        #expect(fault?.outlook == outlook)
    }

    @Test("A day's quota is known for each service that has one")
    func quotas() {
        #expect(KOBIS(.json).service?.callsPerDay == 3000)
        #expect(KOBIS(.xml).service?.callsPerDay == 3000)
        #expect(KakaoImages().service?.callsPerDay == 30_000)
    }
}
