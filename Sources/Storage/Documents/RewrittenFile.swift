package import BoxOffice
package import Engine

/// A document of runs that replaces an older one: new rows among those of the older one, which are
/// copied byte for byte.
package enum RewrittenFile {
    /// Writes the first `header` bytes of `old` and then `pieces`, and puts that in its place at
    /// `path`; returns how many rows are new or changed.
    ///
    /// If there are none, the old document stays and gets a new time.
    ///
    /// - Parameter isPartial: whether some rows could not be had. Then the document keeps the time of
    ///   the old one, because these rows are as old as that.
    /// - Throws: a ``Fault``; the old document is then still there.
    package static func write(
        _ pieces: [ExistingRuns.Piece], at path: String, over old: borrowing ExistingFile,
        header: Int, isPartial: Bool
    ) throws(Fault) -> Int {
        var changes = 0
        var sink = try FileSink(at: path, allowsEmpty: true)
        try copy(0..<header, of: old, to: &sink)
        for piece in pieces {
            switch piece {
            case .old(let range): try copy(range, of: old, to: &sink)
            case .new(let bytes, let replaced):
                let isOld = if let replaced { try old.has(bytes, at: replaced) } else { false }
                if !isOld { changes += 1 }
                try sink.write(bytes.span)
            }
        }
        guard changes > 0 else {
            if !isPartial { old.touch() }
            return 0
        }
        try old.checkUnchanged()
        if isPartial { sink.date(old.writtenAt) }
        try sink.commit(rows: 0)
        return changes
    }

    private static func copy(
        _ range: Range<Int>, of old: borrowing ExistingFile, to sink: inout FileSink
    ) throws(Fault) {
        try old.forEachBlock(of: range) { block throws(Fault) in try sink.write(block) }
    }
}
