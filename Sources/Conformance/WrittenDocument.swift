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
    init(
        of rows: [[Value]], by format: any Format, _ layout: Layout,
        editions: [ChartEdition] = [], pictures: [(String, Picture)] = []
    ) throws(Fault) {
        var document = try format.document(layout)
        var buffer = ByteBuffer()
        try document.begin(into: &buffer)
        beginning = buffer.bytes
        buffer.removeAll()
        for (address, picture) in pictures {
            try (document as? any PictureDocument)?.take(picture, at: address)
        }
        for edition in editions {
            try document.begin(edition, into: &buffer)
            for row in rows { try document.write(row.span, into: &buffer) }
            try document.end(edition, EditionState(), into: &buffer)
        }
        if editions.isEmpty {
            for row in rows { try document.write(row.span, into: &buffer) }
        }
        self.rows = buffer.bytes
        buffer.removeAll()
        _ = try document.finish(DocumentEnding(), into: &buffer)
        end = buffer.bytes
    }
}

extension ByteBuffer {
    /// A copy of the bytes, which tests look at.
    package var bytes: [UInt8] {
        withBytes { bytes in unsafe bytes.withUnsafeBufferPointer { unsafe Array($0) } }
    }
}
