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
