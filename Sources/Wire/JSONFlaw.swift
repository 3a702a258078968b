/// What is wrong with JSON, and where: simdjson tells only that something is.
struct JSONFlaw: Error {
    /// The index of the first byte that cannot stand where it does.
    let index: Int
    /// What is wrong, without anything of the document but words that are known.
    let what: String

    /// Looks for the first flaw of `bytes`; nil where there is none.
    init?(in bytes: [UInt8]) {
        do throws(JSONFlaw) {
            var scanner = JSONScanner(bytes)
            try scanner.scan()
            return nil
        } catch {
            self = error
        }
    }

    init(at index: Int, _ what: String) {
        self.index = index
        self.what = what
    }

    /// The line and the column of the flaw in `bytes`, counted from 1; columns are characters of
    /// Unicode, and a byte order mark is none.
    func place(in bytes: [UInt8]) -> (line: Int, column: Int) {
        var (line, column) = (1, 1)
        for place in JSONScanner.start(of: bytes)..<max(index, JSONScanner.start(of: bytes)) {
            if bytes[place] == UInt8(ascii: "\n") {
                (line, column) = (line + 1, 1)
            } else if bytes[place] & 0xC0 != 0x80 {
                column += 1
            }
        }
        return (line, column)
    }
}
