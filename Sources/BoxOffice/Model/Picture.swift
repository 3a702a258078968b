/// A picture from the web: its bytes, and the kind and size that they show.
public struct Picture: Hashable, Sendable {
    /// The kind of a picture; the raw value is its file extension.
    package enum Kind: String, Hashable, Sendable, CaseIterable {
        case jpg, png, webp, gif
    }

    /// The option of a format for the way a document shows the pictures of posters.
    package enum Choice: String, CaseIterable, Sendable {
        case embed, link, none
    }

    /// The bytes of the whole picture.
    public let bytes: [UInt8]
    /// The kind, read from the first bytes.
    package let kind: Kind
    /// The width in pixels, at least 1.
    public let width: Int
    /// The height in pixels, at least 1.
    public let height: Int
}

extension Picture {
    /// Makes a picture of `bytes`, reading its kind and size from them.
    ///
    /// - Throws: a ``Fault`` of kind `malformed` if they are not a picture, are only the beginning
    ///   of one, or do not show its size.
    package init(checking bytes: [UInt8]) throws(Fault) {
        let kind = try Kind(ofWhole: bytes)
        guard let size = kind.size(of: bytes) else { throw .withoutSize }
        self.init(bytes: bytes, kind: kind, width: size.width, height: size.height)
    }
}

extension Picture.Kind {
    /// Reads the kind of the picture in `bytes`, which must be complete as far as its kind shows
    /// that.
    ///
    /// - Throws: a ``Fault`` of kind `malformed` if they are not a picture or only the beginning of
    ///   one.
    package init(ofWhole bytes: [UInt8]) throws(Fault) {
        guard let kind = Self(of: bytes) else { throw .notAPicture }
        guard kind.isWhole(bytes) else { throw .cutOff }
        self = kind
    }

    /// Reads the kind of the picture from the first of its `bytes`; nil if they are not a picture.
    private init?(of bytes: [UInt8]) {
        if bytes.starts(with: [0xFF, 0xD8, 0xFF]) {
            self = .jpg
        } else if bytes.starts(with: [0x89, 0x50, 0x4E, 0x47, 0x0D, 0x0A, 0x1A, 0x0A]) {
            self = .png
        } else if bytes.starts(with: "GIF87a".utf8) || bytes.starts(with: "GIF89a".utf8) {
            self = .gif
        } else if bytes.starts(with: "RIFF".utf8), bytes.dropFirst(8).starts(with: "WEBP".utf8) {
            self = .webp
        } else {
            return nil
        }
    }

    private func isWhole(_ bytes: [UInt8]) -> Bool {
        switch self {
        case .jpg: bytes.suffix(4096).contains([0xFF, 0xD9])
        case .png: bytes.suffix(64).contains("IEND".utf8)
        case .gif: bytes.suffix(64).contains(0x3B)
        case .webp:
            // The length of the file after its first eight bytes.
            bytes.number(at: 4, bytes: 4, .lowestFirst) ?? .max <= bytes.count - 8
        }
    }

    /// Reads the size of the picture from `bytes`; nil if it cannot be read.
    fileprivate func size(of bytes: [UInt8]) -> (width: Int, height: Int)? {
        let size: (width: Int, height: Int)? =
            switch self {
            case .jpg: Self.sizeOfJPEG(bytes)
            case .png:
                // The header is the first chunk.
                bytes.dropFirst(8).starts(with: [0, 0, 0, 13] + "IHDR".utf8)
                    ? bytes.pair(at: 16, 20, bytes: 4, .highestFirst) : nil
            case .gif: bytes.pair(at: 6, 8, bytes: 2, .lowestFirst)
            case .webp: Self.sizeOfWebP(bytes)
            }
        // 2³¹ - 1 is the limit of PNG; the other kinds have lower ones.
        let possible = 1...Int(Int32.max)
        return size.flatMap { possible ~= $0.width && possible ~= $0.height ? $0 : nil }
    }

    /// Walks the segments of a JPEG up to the picture's data, and reads the frame header.
    ///
    /// A segment must begin where the previous one ends. Decoders skip bytes between segments, but
    /// the libraries that put pictures into documents do not, and some of them loop forever.
    private static func sizeOfJPEG(_ bytes: [UInt8]) -> (Int, Int)? {
        var size: (Int, Int)?
        var offset = 2
        while let (marker, length) = bytes.pair(at: offset, offset + 2, bytes: 2, .highestFirst) {
            // 0xFF fills gaps, and the other markers here have no length.
            guard marker >= 0xFFC0, marker < 0xFFFF, !(0xFFD0...0xFFD9).contains(marker),
                length >= 2
            else { return nil }
            if marker == 0xFFDA { return size }
            if (0xFFC0...0xFFCF).contains(marker), ![0xFFC4, 0xFFC8, 0xFFCC].contains(marker) {
                // Length, precision, height, width.
                guard length >= 7 else { return nil }
                size = bytes.pair(at: offset + 7, offset + 5, bytes: 2, .highestFirst)
            }
            offset += 2 + length
        }
        return nil
    }

    /// Reads the first chunk of a WebP: lossy, lossless, or the header before either.
    private static func sizeOfWebP(_ bytes: [UInt8]) -> (Int, Int)? {
        let name = bytes.dropFirst(12).prefix(4)
        if name.elementsEqual("VP8 ".utf8), bytes.dropFirst(23).starts(with: [0x9D, 0x01, 0x2A]) {
            // The two highest bits are a scale.
            return bytes.pair(at: 26, 28, bytes: 2, .lowestFirst).map { ($0 & 0x3FFF, $1 & 0x3FFF) }
        }
        if name.elementsEqual("VP8L".utf8), bytes.dropFirst(20).first == 0x2F {
            return bytes.number(at: 21, bytes: 4, .lowestFirst)
                .map { (($0 & 0x3FFF) + 1, (($0 >> 14) & 0x3FFF) + 1) }
        }
        guard name.elementsEqual("VP8X".utf8) else { return nil }
        return bytes.pair(at: 24, 27, bytes: 3, .lowestFirst).map { ($0 + 1, $1 + 1) }
    }
}

/// The order of the bytes of a number.
private enum ByteOrder {
    case lowestFirst, highestFirst
}

extension [UInt8] {
    /// Returns the number in `count` bytes at `offset`, at most 7 bytes; nil if the bytes end
    /// before.
    fileprivate func number(at offset: Int, bytes count: Int, _ order: ByteOrder) -> Int? {
        let part = dropFirst(offset).prefix(count)
        guard part.count == count else { return nil }
        return switch order {
        case .highestFirst: part.reduce(0) { $0 << 8 | Int($1) }
        case .lowestFirst: part.reversed().reduce(0) { $0 << 8 | Int($1) }
        }
    }

    /// Returns the numbers at two offsets; nil if the bytes end before.
    fileprivate func pair(
        at first: Int, _ second: Int, bytes count: Int, _ order: ByteOrder
    ) -> (Int, Int)? {
        guard let one = number(at: first, bytes: count, order),
            let other = number(at: second, bytes: count, order)
        else { return nil }
        return (one, other)
    }
}

extension Fault {
    fileprivate static let cutOff = Fault(.malformed, "picture-cut-off", "the picture is cut off")

    fileprivate static let notAPicture = Fault(
        .malformed, "not-a-picture",
        "the file at the picture's address is not a JPEG, PNG, WebP or GIF")

    fileprivate static let withoutSize = Fault(
        .malformed, "picture-without-size", "the size of the picture cannot be read")
}
