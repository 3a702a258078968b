import BoxOffice
import Testing

/// The messages by code and arguments, and the catalogues of their wordings.
@Suite struct MessageTests {
    private static let rows = Message("rows", "the chart has \(1001) rows; the limit is \(1000)")

    @Test("A message reads as it was written, with its arguments in it")
    func english() {
        #expect("\(Self.rows)" == "the chart has 1001 rows; the limit is 1000")
        #expect(Self.rows.code == "rows" && ("x" as Message).code.isEmpty)
        #expect(Self.rows == "the chart has 1001 rows; the limit is 1000")
    }

    @Test("A catalogue rewords a message, in its own order, and its parts too")
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

    @Test("A number has its noun in English, and stands alone in Korean")
    func counts() {
        let korean = Catalogue(["wrote": "{1}행을 썼습니다"])
        for (count, english) in [
            (0, "wrote 0 rows"), (1, "wrote 1 row"), (2, "wrote 2 rows"), (-1, "wrote -1 rows"),
        ] {
            let message = Message("wrote", "wrote \(count, "row")")
            #expect(message == "\(english)")
            #expect(message.text(in: korean) == "\(count)행을 썼습니다")
        }
        #expect(
            "\(1, "retry", "retries"), \(1234, "retry", "retries", groupedBy: ",")" as Message
                == "1 retry, 1,234 retries")
    }

    @Test(
        "Braces without a valid argument stay as they are",
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

    @Test("A particle fits the argument before it, and other braces stay")
    func particles() {
        let catalogue = Catalogue(["two": "{1}{을/를} {2}{으로/로} {a/b} {을} {/를} {은/}"])
        let message = Message("two", "\("파일") to \("CSV")")
        #expect(message.text(in: catalogue) == "파일을 CSV로 {a/b} {을} {/를} {은/}")
        let other = Message("two", "\("영화") to \("서울")")
        #expect(other.text(in: catalogue) == "영화를 서울로 {a/b} {을} {/를} {은/}")
    }

    @Test("A foreign sentence is translated by its text, and so are the sentences in it")
    func sentences() {
        let catalogue = Catalogue([
            "about": "{1} - {2}", "no such file": "파일 없음", "row {1}: {2}": "{1}행 {2}",
            "the {1} is broken": "{1}{이/가} 깨짐",
        ])
        let broken: Message = "the \("JSON") is broken"
        let row: Message = "row \(3): \(broken)"
        #expect(Message(sentence: "no such file").text(in: catalogue) == "파일 없음")
        #expect(row.text(in: catalogue) == "3행 JSON이 깨짐")
        #expect(Message(sentence: "something else").text(in: catalogue) == "something else")
        let fault = Fault(.malformed, "a", "\(Message(sentence: "no such file"))").about("x")
        #expect(fault.wording.text(in: catalogue) == "x - 파일 없음")
        #expect(fault.message == "x: no such file")
        let page = fault.about(Message("page", "page \(3)"))
        let korean = Catalogue(["page": "{1}쪽"]).before(catalogue.parts)
        #expect(page.wording.text(in: korean) == "3쪽 - x - 파일 없음")
    }

    @Test("A fault keeps its code when reworded, and its hint has its own code")
    func codes() {
        let fault = Fault(.usage, "one-file", "one file alone", hint: "leave it out")
        #expect(fault.about("x").code == "one-file" && fault.advice?.code == "one-file.hint")
        #expect(fault.message == "one file alone" && fault.hint == "leave it out")
        #expect(Fault(.notYet, "later").code == "not-yet")
        #expect(Fault(.usage, "a", "x") != Fault(.usage, "b", "x"))
    }
}
