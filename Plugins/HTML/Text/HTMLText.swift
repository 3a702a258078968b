/// The texts of a page that need more than escaping.
enum HTMLText {
    /// Returns the escaped text of a heading with its dates in elements that do not break after a
    /// hyphen.
    static func keepingDates(in text: String) -> String {
        text.replacing(/[0-9]{4}-[0-9]{2}-[0-9]{2}/) { "<span class=\"day\">\($0.output)</span>" }
    }

    /// Returns `text` escaped for the inside of a quoted string in a style sheet.
    static func quotingForStyle(_ text: String) -> String {
        text.unicodeScalars.map { scalar in
            let properties = scalar.properties
            return scalar == " " || properties.isAlphabetic || properties.numericType != nil
                ? String(scalar)
                : scalar == "\0" ? "\u{FFFD}" : "\\\(String(scalar.value, radix: 16)) "
        }.joined()
    }
}

extension [UInt8] {
    /// The bytes in base64, as in the address of an embedded picture.
    var base64: String {
        let digits = Array(
            "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/".utf8)
        var text: [UInt8] = []
        for start in stride(from: 0, to: count, by: 3) {
            let group = self[start...].prefix(3)
            let bits = group.reduce(UInt32(0)) { $0 << 8 | UInt32($1) } << (24 - 8 * group.count)
            for index in 0..<4 {
                let digit = digits[Int(bits >> (18 - 6 * index) & 63)]
                text.append(index <= group.count ? digit : UInt8(ascii: "="))
            }
        }
        return String(decoding: text, as: UTF8.self)
    }
}
