import BoxOffice
import Testing

/// Messages by code and arguments, and catalogues of their wordings.
@Suite struct MessageTests {
    private static let rows = Message("rows", "the chart has \(1001) rows; the limit is \(1000)")

    @Test("A message reads as it was written, with its arguments in it")
    func english() {
        #expect("\(Self.rows)" == "the chart has 1001 rows; the limit is 1000")
        #expect("\(Message("ab", "a" + "\(1)b" + "c"))" == "a1bc")
        #expect(Self.rows.code == "rows" && ("x" as Message).code.isEmpty)
        #expect(Self.rows == "the chart has 1001 rows; the limit is 1000")
    }

    @Test("A catalogue words it anew, in an order of its own, and parts of it too")
    func catalogue() {
        let korean = Catalogue([
            "rows": "최대 {2}행인데 {1}행이 있습니다", "about": "{1}: {2}", "no charts": "차트 없음",
            "{1} and {2}": "{1}, {2}",
        ])
        let part: Message = "no charts"
        let both: Message = "\(part) and \(7)"
        #expect(Self.rows.text(in: korean) == "최대 1000행인데 1001행이 있습니다")
        #expect(Message("held", "it holds \(part)").text(in: korean) == "it holds 차트 없음")
        #expect(both.text(in: korean) == "차트 없음, 7")
        let fault = Fault(.malformed, Self.rows).about("2022-06-01")
        #expect(fault.wording.text(in: korean) == "2022-06-01: 최대 1000행인데 1001행이 있습니다")
    }

    @Test(
        "What is no argument stays as it is",
        arguments: [
            ("{3} {1}", "{3} a"), ("{", "{"), ("{1", "{1"), ("{x}{2}", "{x}b"), ("{{1}}", "{a}"),
            ("{}", "{}"), ("{0}", "{0}"), ("{99999999999999999999}", "{99999999999999999999}"),
        ])
    func placeholders(wording: String, text: String) {
        let catalogue = Catalogue(["two": wording])
        #expect(Message("two", "\("a") and \("b")").text(in: catalogue) == text)
    }

    @Test("An argument that looks like a placeholder is not one")
    func hostileArguments() {
        let catalogue = Catalogue(["two": "{2}{1}"])
        #expect(Message("two", "\("{2}") \("{1}")").text(in: catalogue) == "{1}{2}")
    }

    @Test("A fault keeps its code in other words, and its hint has one of its own")
    func codes() {
        let fault = Fault(.usage, "one-file", "one file alone", hint: "leave it out")
        #expect(fault.about("x").code == "one-file" && fault.advice?.code == "one-file.hint")
        #expect(fault.message == "one file alone" && fault.hint == "leave it out")
        #expect(Fault(.notYet, "later").code == "not-yet")
        #expect(Fault(.usage, "a", "x") != Fault(.usage, "b", "x"))
    }
}
