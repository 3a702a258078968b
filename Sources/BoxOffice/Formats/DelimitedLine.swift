/// Lines of cells between delimiters, as CSV has them.
extension Span<UInt8> {
    /// Passes the cells of a line of CSV (RFC 4180) to `body`, in order, with true for those in
    /// quotes; inside quotes, two of them stand for one.
    ///
    /// - Parameters:
    ///   - delimiter: what separates the cells.
    ///   - trims: true if white space around a cell without quotes is not part of it: people type
    ///     it, and writers quote cells that have any.
    /// - Throws: the faults of `body`, and a ``Fault`` of kind `malformed` if a quote is misplaced.
    package func forEachCell(
        between delimiter: UInt8, trims: Bool = false,
        _ body: (String, Bool) throws(Fault) -> Void
    ) throws(Fault) {
        let quote = UInt8(ascii: "\"")
        var (index, number) = (0, 1)
        while true {
            if index < count, self[index] == quote {
                index += 1
                var text: [UInt8] = []
                var start = index
                var isOpen = true
                while isOpen, index < count {
                    defer { index += 1 }
                    guard self[index] == quote else { continue }
                    for place in start..<index { text.append(self[place]) }
                    start = index + 1
                    isOpen = start < count && self[start] == quote
                    if isOpen { index += 1 }
                }
                if isOpen { throw .quoteInside(number) }
                try body(String(utf8: text.span), true)
            } else {
                var (start, end) = (index, index)
                while end < count, self[end] != delimiter {
                    if self[end] == quote { throw .quoteInside(number) }
                    end += 1
                }
                index = end
                while trims, start < end, self[start].isBlank { start += 1 }
                while trims, start < end, self[end - 1].isBlank { end -= 1 }
                try body(String(utf8: extracting(start..<end)), false)
            }
            guard index < count else { return }
            guard self[index] == delimiter else { throw .textAfterQuote(number) }
            index += 1
            number += 1
        }
    }
}

extension UInt8 {
    fileprivate var isBlank: Bool { self == UInt8(ascii: " ") || self == UInt8(ascii: "\t") }
}

extension Fault {
    fileprivate static func quoteInside(_ cell: Int) -> Fault {
        Fault(
            .malformed, "table-quote-inside",
            "cell \(cell) has a quote inside: quotes are around a whole cell, and two in it stand for one"
        )
    }

    fileprivate static func textAfterQuote(_ cell: Int) -> Fault {
        Fault(
            .malformed, "table-text-after-quote",
            "after the quotes of cell \(cell) comes neither a delimiter nor the end of the line")
    }
}
