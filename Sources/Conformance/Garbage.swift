internal import BoxOffice

/// Bodies that are no answer of any service.
enum Garbage {
    /// A name for each, and its bytes.
    static var bodies: [(name: String, bytes: [UInt8])] {
        texts.map { ($0, Array($1.utf8)) } + [
            ("bytes that are not UTF-8", [0xC3, 0x28, 0xFF, 0xFE, 0x80]),
            ("zero bytes", Array(repeating: 0, count: 64)),
        ]
    }

    /// Bodies that a service of rows may send if it has none: a page without rows is right, too.
    static var empty: [[UInt8]] { [[], Array(" \n".utf8)] }

    private static var texts: [(String, String)] {
        [
            ("null", "null"), ("an empty object", "{}"), ("an empty list", "[]"), ("a number", "0"),
            ("an object of other fields", #"{"unknown":{"field":[1,2,3]}}"#),
            ("an HTML page", "<!DOCTYPE html><html><body>maintenance</body></html>"),
            ("an XML element", "<unknown/>"), ("a sentence", "the service is down"),
            ("10,000 open lists", String(repeating: "[", count: 10_000)),
            ("10,000 open objects", String(repeating: #"{"a":"#, count: 10_000)),
            ("10,000 open elements", String(repeating: "<a>", count: 10_000)),
        ]
    }
}
