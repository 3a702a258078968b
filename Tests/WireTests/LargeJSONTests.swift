import Testing
import Wire

/// JSON with more or larger things in it than usual.
@Suite struct LargeJSONTests {
    @Test(
        "A number that nobody reads may be of any size",
        arguments: [
            "18446744073709551616", "-99999999999999999999", "1e400", "-1E+400", "0.1e-999999",
            "123456789012345678901234567890.5", "1" + String(repeating: "0", count: 5000),
        ])
    func numbers(number: String) throws {
        let tree = try Tree(
            .json, Array(#"{"other":\#(number),"list":[\#(number) ],"name":"a"}"#.utf8))
        let fields = try tree.root.object(Field.self)
        #expect(fields.text(.name) == "a")
        let value = try JSONValue(objectIn: Array(#"{"x":\#(number),"y":[\#(number)]}"#.utf8))
        #expect(value["x"] == .number(number) && value["y"] == .list([.number(number)]))
    }

    @Test(
        "What is no number of JSON is none, whatever its size",
        arguments: [
            "01", "+1", "1.", ".5", "1e", "1e+", "-", "--1", "1.5.5", "0x10", "1_000", "NaN", "1a",
            "-Infinity", "00", "-01", "1e5.5", "99999999999999999999x", "1 2", "1\u{1}", "1\0",
            "1\u{1F} ", "99999999999999999999\u{B}",
        ])
    func noNumbers(text: String) {
        for json in [#"{"x":\#(text)}"#, #"{"x":[\#(text)]}"#, #"{"x":[1,\#(text),2]}"#] {
            #expect(throws: Malformed.self) { try JSONValue(objectIn: Array(json.utf8)) }
        }
    }

    @Test("Of a field that is there twice only the beginning of the name is quoted")
    func longName() {
        let name = "a\\u0007" + String(repeating: "b", count: 100_000)
        let reason = #"the field 'a\u{7}"# + String(repeating: "b", count: 38) + "…' is there twice"
        #expect(throws: Malformed(reason)) {
            try JSONValue(objectIn: Array("{\"\(name)\":1,\"\(name)\":2}".utf8))
        }
    }

    @Test("An object has at most 4096 fields, and none of them twice")
    func members() throws {
        let object = { (count: Int) in
            "{" + (0..<count).map { "\"f\($0)\":\($0)" }.joined(separator: ",") + "}"
        }
        let value = try JSONValue(objectIn: Array(object(4096).utf8))
        #expect(value["f4095"] == .number("4095"))
        #expect(throws: Malformed("an object has 80000 fields; the limit is 4096")) {
            try JSONValue(objectIn: Array(object(80_000).utf8))
        }
        #expect(throws: Malformed("an object has 80000 fields; the limit is 4096")) {
            try JSONValue(objectIn: Array(#"{"row":\#(object(80_000))}"#.utf8))
        }
        for count in [2, 40, 4000] {
            let twice = object(count).dropLast() + ",\"f1\":null}"
            #expect(throws: Malformed("the field 'f1' is there twice")) {
                try JSONValue(objectIn: Array(twice.utf8))
            }
        }
    }
}

private enum Field: Int, WireField {
    case name
    static let names = FieldNames(of: Self.self)
}
