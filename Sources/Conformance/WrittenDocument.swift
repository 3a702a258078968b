package import BoxOffice

/// The bytes of a document, in the three parts in which they came.
struct WrittenDocument: Equatable {
    private(set) var beginning: [UInt8] = []
    private(set) var rows: [UInt8] = []
    private(set) var end: [UInt8] = []

    /// All bytes.
    var bytes: [UInt8] { beginning + rows + end }

    /// Writes a document of `rows`, once for each of `editions` if there are any; `pictures` come
    /// before them, each with its address.
    init<Format: Exporter & ~Copyable>(
        of rows: [[Value]], by format: Format.Type, _ layout: Layout,
        editions: [ChartEdition] = [], pictures: [(String, Picture)] = []
    ) throws(Fault) {
        var exporter = try format.init(layout)
        var buffer = ByteBuffer()
        try exporter.begin(into: &buffer)
        beginning = buffer.bytes
        buffer.removeAll()
        for (address, picture) in pictures { try exporter.take(picture, at: address) }
        for edition in editions {
            try exporter.begin(edition, into: &buffer)
            for row in rows { try exporter.write(row.span, into: &buffer) }
            try exporter.end(edition, EditionState(), into: &buffer)
        }
        if editions.isEmpty {
            for row in rows { try exporter.write(row.span, into: &buffer) }
        }
        self.rows = buffer.bytes
        buffer.removeAll()
        var end: [UInt8] = []
        try exporter.finish(DocumentEnding(), into: &buffer) { buffer throws(Fault) in
            end += buffer.bytes
            buffer.removeAll()
        }
        self.end = end + buffer.bytes
    }
}

extension ByteBuffer {
    /// A copy of the bytes, which tests look at.
    package var bytes: [UInt8] {
        withBytes { bytes in unsafe bytes.withUnsafeBufferPointer { unsafe Array($0) } }
    }
}
