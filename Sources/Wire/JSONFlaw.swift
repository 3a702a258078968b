/// What is wrong with JSON, and where; simdjson says only that something is.
struct JSONFlaw: Error {
    /// The index of the first byte that is not allowed where it is.
    let index: Int
    /// What is wrong.
    ///
    /// Nothing of the document is quoted but known words, such as `NaN`.
    let what: String

    /// Finds the first flaw in `bytes`; nil if there is none.
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

    /// The line and column of the flaw in `bytes`, counted from 1.
    ///
    /// Columns are Unicode scalars; a byte order mark is not counted.
    func position(in bytes: [UInt8]) -> (line: Int, column: Int) {
        var (line, column) = (1, 1)
        for index in JSONScanner.start(of: bytes)..<max(self.index, JSONScanner.start(of: bytes)) {
            if bytes[index] == UInt8(ascii: "\n") {
                (line, column) = (line + 1, 1)
            } else if bytes[index] & 0xC0 != 0x80 {
                column += 1
            }
        }
        return (line, column)
    }
}
