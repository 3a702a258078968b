internal import BoxOffice

/// Pictures of 2 × 3 pixels that formats are tried with.
enum SamplePictures {
    /// A picture of each kind.
    static let all = Picture.Kind.allCases.map { kind in
        Picture(bytes: bytes(of: kind), kind: kind, width: 2, height: 3)
    }

    private static func bytes(of kind: Picture.Kind) -> [UInt8] {
        var rest = Substring(digits[kind] ?? "")
        var bytes: [UInt8] = []
        while let byte = UInt8(rest.prefix(2), radix: 16) {
            bytes.append(byte)
            rest = rest.dropFirst(2)
        }
        return bytes
    }

    private static let digits: [Picture.Kind: String] = [
        .jpg: """
        ffd8ffe000104a46494600010100000100010000ffdb0043001b12141714111b1716171e\
        1c1b2028422b28252528513a3d3042605565645f555d5b6a7899816a7190735b5d85b586\
        909ea3abadab6780bcc9baa6c799a8aba4ffc0000b080003000201011100ffc400140001\
        00000000000000000000000000000004ffc4001410010000000000000000000000000000\
        0000ffda0008010100003f0023ffd9
        """,
        .png: """
        89504e470d0a1a0a0000000d49484452000000020000000308000000009c81815d000000\
        114944415478da638c62606260606260000002f40060e60da11b0000000049454e44ae42\
        6082
        """,
        .webp: """
        524946461c000000574542505650384c0f0000002f018000000710d58afe0722a2ff0100
        """,
        .gif: """
        474946383761020003008100005a5a5a0000000000000000002c00000000020003000008\
        060001081c1810003b
        """,
    ]
}
