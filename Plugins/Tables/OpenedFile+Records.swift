internal import BoxOffice

extension OpenedFile {
    /// Passes every record to `body`, in order, without empty lines.
    ///
    /// - Parameter body: takes a record without its line end, and the number of its first line;
    ///   returning false ends the reading.
    /// - Throws: the faults of `body`, and a ``Fault`` of kind `malformed` for an unclosed quote, a
    ///   NUL, bytes that are not UTF-8, and a record of more than a megabyte; both name file and
    ///   line.
    func forEachRecord(_ body: (Span<UInt8>, Int) throws(Fault) -> Bool) throws(Fault) {
        let lineEnd = try lineEnd()
        var pending: [UInt8] = []
        // The number of pending bytes that are scanned, and the line number.
        var (scanned, line) = (0, 1)
        var (isOpen, lines) = (false, 0)
        var next = 0
        while next < size || !pending.isEmpty {
            let isEnd = next == size
            if !isEnd {
                let end = min(next + blockSize, size)
                pending += try bytes(next..<end)
                next = end
            }
            var first = 0
            do {
                let span = pending.span
                while scanned < span.count || isEnd && first < span.count {
                    let byte = scanned < span.count ? span[scanned] : lineEnd
                    scanned += 1
                    if byte == UInt8(ascii: "\"") { isOpen.toggle() }
                    guard byte == lineEnd else { continue }
                    lines += 1
                    if isOpen, scanned <= span.count { continue }
                    let after = min(scanned, span.count)
                    var last = after
                    for end in "\n\r".utf8 where last > first && span[last - 1] == end { last -= 1 }
                    let record = span.extracting(first..<last)
                    if isOpen { throw Fault.quoteWithoutEnd.about(place(line)) }
                    if !record.isEmpty {
                        if let fault = flaw(of: record) { throw fault.about(place(line)) }
                        guard try body(record, line) else { return }
                    }
                    (first, line, lines) = (after, line + lines, 0)
                    isOpen = false
                }
            }
            guard pending.count - first <= GridRow.maxBytes else {
                throw (isOpen ? Fault.quoteWithoutEnd : .longRow).about(place(line))
            }
            pending.removeFirst(first)
            scanned = max(0, scanned - first)
            if isEnd { return }
        }
    }

    /// Returns the last byte of the lines: LF, or CR in a file that has no LF outside of quotes, but
    /// for one at the end.
    ///
    /// The first megabyte decides, because no line is longer.
    private func lineEnd() throws(Fault) -> UInt8 {
        let (lf, cr) = (UInt8(ascii: "\n"), UInt8(ascii: "\r"))
        let end = min(GridRow.maxBytes, size)
        var next = 0
        var (isQuoted, hasReturn) = (false, false)
        while next < end {
            let block = try bytes(next..<min(next + blockSize, end))
            for (index, byte) in block.enumerated() {
                if byte == UInt8(ascii: "\"") { isQuoted.toggle() }
                if isQuoted { continue }
                if byte == lf, next + index < size - 1 { return lf }
                if byte == cr { hasReturn = true }
            }
            next += block.count
        }
        return hasReturn ? cr : lf
    }

    /// Returns the name of a line of the file in messages.
    func place(_ line: Int) -> Message {
        Message("table-line", "\(name), line \(line)")
    }

    /// Returns the reason why the bytes cannot be text; nil if they can.
    private func flaw(of record: Span<UInt8>) -> Fault? {
        guard record.count <= GridRow.maxBytes else { return .longRow }
        // No early exit from the loop, so that the compiler can vectorize it.
        var zeros: UInt8 = 0
        for index in record.indices { zeros |= record[index] == 0 ? 1 : 0 }
        guard zeros == 0 else { return .nul }
        return (try? UTF8Span(validating: record)) == nil ? .notUTF8 : nil
    }
}

/// The number of bytes of a file that are read at once.
private let blockSize = 256 * 1024

extension Fault {
    fileprivate static let quoteWithoutEnd = Fault(
        .malformed, "table-quote-open", "a quote that is opened here is never closed")

    fileprivate static let nul = Fault(
        .malformed, "table-nul", "it has a NUL byte, so it is not a text")

    fileprivate static let notUTF8 = Fault(
        .malformed, "table-bytes", "it is not UTF-8",
        hint: "save the file as UTF-8 ('CSV UTF-8' in Excel)")
}
