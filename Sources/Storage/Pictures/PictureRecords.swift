internal import BoxOffice
internal import Engine
internal import SystemPackage

/// A line of a manifest of pictures: what it says of one film's picture, and whether that can be
/// believed.
///
/// The line ends with a checksum of what is before it, so the film, its picture's digest and where
/// it is from belong together. Lines of earlier versions have none; their digest is compared with
/// the picture.
struct PictureLine: Sendable {
    /// Whether a line can be believed.
    enum State {
        /// Its checksum is right.
        case checked
        /// An earlier version wrote it.
        case older
        /// It was changed or cut, or parts of it are lost.
        case damaged
        /// Somebody else wrote it.
        case foreign
    }

    /// The bytes with the line end, if there is one.
    let bytes: [UInt8]
    let state: State
    /// The code of the film; nil if it cannot be read.
    let film: String?
    /// The values as they are written, by their names.
    private let fields: [String: String]

    /// Reads a line.
    init(_ bytes: some Sequence<UInt8>) {
        self.bytes = Array(bytes)
        let content =
            self.bytes.last == UInt8(ascii: "\n") ? self.bytes.dropLast() : self.bytes[...]
        let text = String(validating: content, as: UTF8.self)
        let pairs = text.flatMap { Self.pairs(in: $0) } ?? []
        fields = Dictionary(pairs) { first, _ in first }
        film = fields["movie_code"].flatMap { [fields] code in
            let names = Picture.Kind.allCases.map { "\(code).\($0.rawValue)" }
            return fields["file"].map(names.contains) == true ? code : nil
        }
        let length = Self.ending(of: []).count
        let isWhole = film != nil && fields["sha256"].map(Self.isDigest) == true
        if isWhole, content.suffix(length) == Self.ending(of: content.dropLast(length))[...] {
            state = .checked
        } else if isWhole,
            pairs.map(\.name).filter({ !["source", "match"].contains($0) }) == Self.names
        {
            state = .older
        } else if let text, !text.utf8.contains(where: { $0 < 0x20 }),
            !(Self.names + ["check"]).contains(where: { text.contains("\"\($0)\":") }),
            !Self.opening.hasPrefix(text)
        {
            state = .foreign
        } else {
            state = .damaged
        }
    }

    /// Makes the line of a film's picture.
    init(_ fields: [(name: String, value: String)], size: Int) {
        var line = ByteBuffer()
        line.append("{")
        for (name, value) in fields {
            line.append(quoting: name)
            line.append(":")
            line.append(quoting: value)
            line.append(",")
        }
        line.append("\"size\":\(size)")
        let content = Array(line.text.utf8)
        self.init(content + Self.ending(of: content[...]) + [UInt8(ascii: "\n")])
    }

    /// The same line with a checksum.
    var checked: PictureLine {
        guard state == .older else { return self }
        let content = bytes.prefix { $0 != UInt8(ascii: "\n") }.dropLast()
        return PictureLine(content + Self.ending(of: content) + [UInt8(ascii: "\n")])
    }

    /// Whether it can be believed, given that its picture has the digest that it says.
    var isGood: Bool { state == .checked || state == .older }

    /// The SHA-256 of the picture.
    var sha256: String? { fields["sha256"] }

    /// How many bytes the picture has.
    var size: Int? { fields["size"].flatMap { Int($0) } }

    /// The poster, if it comes from a source that knows the film.
    var knownPoster: Poster? {
        guard let match = fields["match"].flatMap(Poster.Match.init(rawValue:)),
            match.isOfTheFilm, let film, let address = fields["image_url"]
        else { return nil }
        var poster = Poster(
            movieCode: film, query: "", imageURL: address,
            confidence: Fraction(hundredths: match == .likeness ? 85 : 100), match: match)
        poster.source = fields["source"]
        poster.pageURL = fields["page_url"]
        return poster
    }

    /// Whether an image search found the picture.
    ///
    /// Lines of early versions do not say what found it; only an image search could.
    var isGuess: Bool {
        fields["match"] == nil || fields["match"] == Poster.Match.imageSearch.rawValue
    }

    /// The match of a picture of which it is not known where it is from, such as one that the user
    /// has put there.
    static let unknownMatch = "unknown"

    private static let opening = "{\"file\":\""
    /// The names of the fields of an earlier version, but those that may be missing.
    private static let names = [
        "file", "movie_code", "query", "image_url", "page_url", "sha256", "time", "size",
    ]

    /// The end of a line of which `content` is what is before.
    private static func ending(of content: ArraySlice<UInt8>) -> [UInt8] {
        Array(",\"check\":\"\(CRC32.hexadecimal(of: Array(content)))\"}".utf8)
    }

    private static func isDigest(_ text: String) -> Bool {
        text.utf8.count == 64
            && text.utf8.allSatisfy { (0x30...0x39).contains($0) || (0x61...0x66).contains($0) }
    }

    /// The names and values of an object of texts and numbers, in their order and as they are
    /// written; nil if it is not one.
    private static func pairs(in line: String) -> [(name: String, value: String)]? {
        var rest = line.utf8[...]
        var pairs: [(name: String, value: String)] = []
        /// Takes a text in quotes.
        func quoted() -> String? {
            guard rest.popFirst() == UInt8(ascii: "\"") else { return nil }
            var end = rest.startIndex
            while end < rest.endIndex, rest[end] != UInt8(ascii: "\"") {
                guard rest[end] >= 0x20 else { return nil }
                let isEscape = rest[end] == UInt8(ascii: "\\")
                _ = rest.formIndex(&end, offsetBy: isEscape ? 2 : 1, limitedBy: rest.endIndex)
            }
            guard end < rest.endIndex else { return nil }
            defer { rest = rest[end...].dropFirst() }
            return String(rest[..<end])
        }
        guard rest.popFirst() == UInt8(ascii: "{") else { return nil }
        while true {
            guard let name = quoted(), rest.popFirst() == UInt8(ascii: ":") else { return nil }
            if rest.first == UInt8(ascii: "\"") {
                guard let value = quoted() else { return nil }
                pairs.append((name, value))
            } else {
                let digits = rest.prefix { (0x30...0x39).contains($0) }
                guard let value = String(digits), !value.isEmpty else { return nil }
                rest = rest[digits.endIndex...]
                pairs.append((name, value))
            }
            switch rest.popFirst() {
            case UInt8(ascii: ","): continue
            case UInt8(ascii: "}"): return rest.isEmpty ? pairs : nil
            default: return nil
            }
        }
    }
}

/// What the manifest of a folder says of its pictures.
struct PictureRecords: Sendable {
    /// The lines that can be believed, by the film's code.
    private(set) var lines: [String: PictureLine] = [:]
    /// The numbers of the damaged lines, from 1.
    private(set) var damaged: [Int] = []

    /// Reads the manifest of `folder`.
    ///
    /// - Throws: a ``Fault`` if the folder has a manifest that cannot be read or written.
    init(of folder: FilePath) throws(Fault) {
        for (index, line) in try PictureManifest.contents(of: folder).enumerated() {
            if line.state == .damaged { damaged.append(index + 1) }
            if line.isGood, let film = line.film { lines[film] = line }
        }
    }
}
