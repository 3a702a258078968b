internal import BoxOffice

/// Text that is shown as it is, in one cell of a table or one line.
enum MarkdownText {
    /// `text` with a backslash before what would be taken for Markdown or HTML.
    ///
    /// The text is in one line, because a cell has one (``Swift/String/inOneLine``). Some renderers make
    /// a link of an address with `@`; nothing in Markdown prevents that.
    static func escaping(_ text: String) -> String {
        if text.utf8.allSatisfy(isHarmless) { return text }
        var escaped = ""
        for scalar in text.inOneLine.unicodeScalars {
            switch scalar {
            case "\\", "|", "*", "_", "~", "[", "]", "<", "&", "$", "#", "`":
                escaped += "\\"
                escaped.unicodeScalars.append(scalar)
            case "/" where escaped.hasSuffix(":"):
                // `http://` would become a link.
                escaped.removeLast()
                escaped += "\\:/"
            case "." where escaped.suffix(3).lowercased() == "www":
                escaped += "\\."
            default:
                escaped.unicodeScalars.append(scalar)
            }
        }
        return escaped
    }

    /// A link to `url` that shows `text`, which is Markdown; the text alone if the address is
    /// none of the web.
    static func link(_ text: String, to url: String) -> String {
        destination(url).map { "[\(text)](\($0))" } ?? text
    }

    /// The picture at `url`, with `description`, which is Markdown; that alone if the address
    /// is none of the web.
    static func image(_ description: String, at url: String) -> String {
        destination(url).map { "![\(description)](\($0))" } ?? description
    }

    /// The picture in a file on this machine, to which `link` leads, which is percent-encoded.
    static func image(_ description: String, inFile link: String) -> String {
        "![\(description)](\(link))"
    }

    /// `url` with what could end it percent-encoded, or nil if it is no address of the web.
    private static func destination(_ url: String) -> String? {
        guard url.hasPrefix("https://") || url.hasPrefix("http://") else { return nil }
        var destination = ""
        for byte in url.utf8 {
            switch byte {
            case UInt8(ascii: "&"): destination += "&amp;"
            case 0...0x20, 0x7F..., UInt8(ascii: "("), UInt8(ascii: ")"), UInt8(ascii: "<"),
                UInt8(ascii: ">"), UInt8(ascii: "["), UInt8(ascii: "]"), UInt8(ascii: "\\"),
                UInt8(ascii: "|"), UInt8(ascii: "`"), UInt8(ascii: "\""), UInt8(ascii: "$"),
                UInt8(ascii: "*"), UInt8(ascii: "'"), UInt8(ascii: "{"), UInt8(ascii: "}"):
                let digits = String(byte, radix: 16, uppercase: true)
                destination += byte < 16 ? "%0\(digits)" : "%\(digits)"
            default: destination.unicodeScalars.append(Unicode.Scalar(byte))
            }
        }
        return destination
    }

    private static func isHarmless(_ byte: UInt8) -> Bool {
        switch byte {
        case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "V"),
            UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: " "), UInt8(ascii: ","):
            // A `w` might begin an address, but needs a `.` to do so.
            true
        default: false
        }
    }
}
