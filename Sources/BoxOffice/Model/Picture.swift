/// A picture as it is on the web: its bytes and what they show of themselves.
public struct Picture: Hashable, Sendable {
    /// The kind of a picture; the raw value is the ending of its file's name.
    package enum Kind: String, Hashable, Sendable, CaseIterable {
        case jpg, png, webp, gif
    }

    /// The bytes, from the first to the last of the picture.
    public let bytes: [UInt8]
    /// The kind, as the first bytes show.
    package let kind: Kind
    /// The width in pixels, at least 1.
    public let width: Int
    /// The height in pixels, at least 1.
    public let height: Int

    /// Makes a picture that is known to be whole.
    package init(bytes: [UInt8], kind: Kind, width: Int, height: Int) {
        self.bytes = bytes
        self.kind = kind
        self.width = width
        self.height = height
    }
}

extension Picture {
    /// Makes a picture of `bytes`, which show its kind and size.
    ///
    /// - Throws: a ``Fault`` of kind `malformed` if they are no picture, only the beginning of one,
    ///   or one whose size cannot be read.
    package init(checking bytes: [UInt8]) throws(Fault) {
        let kind = try Kind(ofWhole: bytes)
        guard let size = PictureSize(of: bytes, kind) else { throw .withoutSize }
        self.init(bytes: bytes, kind: kind, width: size.width, height: size.height)
    }
}

extension Picture.Kind {
    /// The kind of the picture in `bytes`, which must reach to its end as far as the kind marks it.
    ///
    /// - Throws: a ``Fault`` of kind `malformed` if they are no picture or only the beginning of one.
    package init(ofWhole bytes: [UInt8]) throws(Fault) {
        guard let kind = Self(of: bytes) else { throw .notAPicture }
        guard kind.isWhole(bytes) else { throw .cutOff }
        self = kind
    }

    /// The kind of the picture in `bytes`, as the first of them show; nil if they are no picture.
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
            // The length of what follows the first eight bytes.
            bytes.number(at: 4, bytes: 4, .lowestFirst) ?? .max <= bytes.count - 8
        }
    }
}

extension Fault {
    fileprivate static let cutOff = Fault(.malformed, "picture-cut-off", "the picture is cut off")

    fileprivate static let notAPicture = Fault(
        .malformed, "not-a-picture",
        "what lies at the picture's address is no JPEG, PNG, WebP or GIF")

    fileprivate static let withoutSize = Fault(
        .malformed, "picture-without-size", "the size of the picture cannot be read")
}

/// The width and height of a picture, as its bytes show them.
struct PictureSize {
    /// The width in pixels, at least 1.
    let width: Int
    /// The height in pixels, at least 1.
    let height: Int

    /// The size of the picture in `bytes`, which is of that kind; nil if it cannot be read.
    init?(of bytes: [UInt8], _ kind: Picture.Kind) {
        switch kind {
        case .jpg: self.init(ofJPEG: bytes)
        case .png: self.init(ofPNG: bytes)
        case .gif:
            self.init(
                bytes.number(at: 6, bytes: 2, .lowestFirst),
                bytes.number(at: 8, bytes: 2, .lowestFirst))
        case .webp: self.init(ofWebP: bytes)
        }
    }

    private init?(_ width: Int?, _ height: Int?) {
        // 2³¹ - 1 is the limit of PNG; the other kinds have lower ones.
        guard let width, let height, 1...Int(Int32.max) ~= width, 1...Int(Int32.max) ~= height
        else { return nil }
        self.width = width
        self.height = height
    }

    /// Reads the header of a PNG, which is its first chunk.
    private init?(ofPNG bytes: [UInt8]) {
        guard bytes.dropFirst(8).starts(with: [0, 0, 0, 13] + "IHDR".utf8) else { return nil }
        self.init(
            bytes.number(at: 16, bytes: 4, .highestFirst),
            bytes.number(at: 20, bytes: 4, .highestFirst))
    }

    /// Walks the segments of a JPEG up to the picture's data, and reads the frame header.
    ///
    /// A segment must begin where the previous one ends. Decoders skip what lies between segments,
    /// but the libraries that put pictures into documents do not, and some loop forever.
    private init?(ofJPEG bytes: [UInt8]) {
        var size: PictureSize?
        var offset = 2
        while let marker = bytes.number(at: offset, bytes: 2, .highestFirst),
            let length = bytes.number(at: offset + 2, bytes: 2, .highestFirst)
        {
            // 0xFF fills gaps, and the other markers here have no length.
            guard marker >= 0xFFC0, marker < 0xFFFF, !(0xFFD0...0xFFD9).contains(marker),
                length >= 2
            else { return nil }
            if marker == 0xFFDA {
                guard let size else { return nil }
                self = size
                return
            }
            if (0xFFC0...0xFFCF).contains(marker), ![0xFFC4, 0xFFC8, 0xFFCC].contains(marker) {
                // Length, precision, height, width.
                guard length >= 7 else { return nil }
                size = PictureSize(
                    bytes.number(at: offset + 7, bytes: 2, .highestFirst),
                    bytes.number(at: offset + 5, bytes: 2, .highestFirst))
                if size == nil { return nil }
            }
            offset += 2 + length
        }
        return nil
    }

    /// Reads the first chunk of a WebP: of a lossy one, a lossless one, or the header before either.
    private init?(ofWebP bytes: [UInt8]) {
        let name = bytes.dropFirst(12).prefix(4)
        if name.elementsEqual("VP8 ".utf8), bytes.dropFirst(23).starts(with: [0x9D, 0x01, 0x2A]) {
            // The two highest bits are a scale.
            self.init(
                bytes.number(at: 26, bytes: 2, .lowestFirst).map { $0 & 0x3FFF },
                bytes.number(at: 28, bytes: 2, .lowestFirst).map { $0 & 0x3FFF })
        } else if name.elementsEqual("VP8L".utf8), bytes.dropFirst(20).first == 0x2F {
            let bits = bytes.number(at: 21, bytes: 4, .lowestFirst)
            self.init(
                bits.map { ($0 & 0x3FFF) + 1 }, bits.map { (($0 >> 14) & 0x3FFF) + 1 })
        } else if name.elementsEqual("VP8X".utf8) {
            self.init(
                bytes.number(at: 24, bytes: 3, .lowestFirst).map { $0 + 1 },
                bytes.number(at: 27, bytes: 3, .lowestFirst).map { $0 + 1 })
        } else {
            return nil
        }
    }
}

/// Which byte of a number comes first.
package enum ByteOrder {
    case lowestFirst, highestFirst
}

extension [UInt8] {
    /// The number of `count` bytes at `offset`, at most 7 bytes; nil if the bytes end before.
    package func number(at offset: Int, bytes count: Int, _ order: ByteOrder) -> Int? {
        let part = dropFirst(offset).prefix(count)
        guard part.count == count else { return nil }
        return switch order {
        case .highestFirst: part.reduce(0) { $0 << 8 | Int($1) }
        case .lowestFirst: part.reversed().reduce(0) { $0 << 8 | Int($1) }
        }
    }
}
