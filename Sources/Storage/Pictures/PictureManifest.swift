internal import BoxOffice
internal import SystemPackage
internal import Wire

/// The `manifest.jsonl` of a folder of pictures, with a line for each film; others' lines stay.
enum PictureManifest {
    /// Returns the path of the manifest of `folder`.
    static func path(in folder: FilePath) -> FilePath { folder.appending("manifest.jsonl") }

    /// Reads the lines of the manifest of `folder`, which must not be a link; none if it does not
    /// exist.
    ///
    /// - Throws: a ``Fault`` of kind `cannotCreate` if it cannot be read.
    static func lines(in folder: FilePath) throws(Fault) -> [PictureLine] {
        let path = path(in: folder)
        do throws(Errno) {
            let file = try RegularFile.open(path, .readOnly, options: .noFollow)
            defer { try? file.close() }
            guard let bytes = try file.readWhole(limit: 1 << 30) else { throw .fileTooLarge }
            return bytes.split(separator: UInt8(ascii: "\n")).map { PictureLine(Array($0)) }
        } catch .noSuchFileOrDirectory {
            return []
        } catch {
            let isLink = error == .tooManySymbolicLinkLevels
            let reason = isLink ? Message("is-a-link", "it is a link") : error.reason
            throw Fault(
                error.kind(or: .cannotCreate), "cannot-note",
                "'\(path)' cannot be written: \(reason)")
        }
    }

    /// Adds `lines` to the manifest of `folder`, each in place of the earlier ones of its film.
    ///
    /// It is locked while it is read again and replaced.
    ///
    /// - Parameter seconds: the time to wait while another run has it locked.
    /// - Throws: a ``Fault`` if it cannot be locked or written.
    static func add(
        _ lines: [PictureLine], in folder: FilePath, waiting seconds: Int
    ) throws(Fault) {
        let path = path(in: folder)
        let lock = try FileLock.waiting(for: path.string, atMost: seconds)
        defer { withExtendedLifetime(lock) {} }
        let films = Set(lines.compactMap(\.film))
        let all = try Self.lines(in: folder).filter { !films.contains($0.film ?? "") } + lines
        try OutputFile.replace(path, with: all.flatMap { $0.bytes + [UInt8(ascii: "\n")] })
    }
}

/// A line of a manifest of pictures: the origin of one film's picture, and the picture's size and
/// digest, by which a picture that somebody else has put there is recognised.
struct PictureLine: Sendable {
    /// The bytes without the line end.
    let bytes: [UInt8]
    /// The code of the film; nil if another program or the user wrote the line.
    private(set) var film: String?
    /// The texts and numbers, by their names.
    private var fields: [String: String] = [:]

    /// Reads a line.
    init(_ bytes: [UInt8]) {
        self.bytes = bytes
        guard case .object(let members)? = try? JSONValue(objectIn: bytes) else { return }
        for member in members {
            if case .text(let value) = member.value { fields[member.name] = value }
            if case .number(let value) = member.value { fields[member.name] = value }
        }
        guard let code = fields["movie_code"], let file = fields["file"],
            Picture.Kind.allCases.contains(where: { file == "\(code).\($0.rawValue)" })
        else { return }
        film = code
    }

    /// Creates the line of a film's picture in `file`; its origin is unknown unless `origin` is its
    /// poster.
    init(of film: String, _ origin: Poster?, in file: String, _ picture: [UInt8], at now: Instant) {
        let fields: [(name: String, value: String?)] = [
            ("file", file), ("movie_code", film), ("query", origin?.query.onOneLine),
            ("image_url", origin?.imageURL), ("page_url", origin.map { $0.pageURL ?? "" }),
            ("source", origin?.source),
            // The user may have put it there.
            ("match", origin == nil ? "unknown" : origin?.match?.rawValue),
            ("sha256", Digest.hexadecimal(of: picture)), ("time", "\(now)"),
        ]
        let texts = fields.compactMap { name, value in
            value.map { "\"\(name)\":\(Value.text($0).json)," }
        }
        self.init(Array("{\(texts.joined())\"size\":\(picture.count)}".utf8))
    }

    /// The address that the picture was fetched from; nil if that is not known.
    var address: String? { fields["image_url"] }

    /// The SHA-256 of the picture.
    var sha256: String? { fields["sha256"] }

    /// The size of the picture in bytes.
    var size: Int? { fields["size"].flatMap { Int($0) } }

    /// The poster, if it comes from a source that knows the film.
    var knownPoster: Poster? {
        guard let match = fields["match"].flatMap(Poster.Match.init(rawValue:)),
            match.isOfTheFilm, let film, let address = fields["image_url"]
        else { return nil }
        var poster = Poster(
            movieCode: film, query: "", imageURL: address,
            confidence: Decimal(match == .likeness ? 85 : 100, places: 2), match: match)
        poster.source = fields["source"]
        poster.pageURL = fields["page_url"]
        return poster
    }

    /// True if an image search found the picture.
    ///
    /// A line does not say what found it if its source did not.
    var isGuess: Bool { [nil, Poster.Match.imageSearch.rawValue].contains(fields["match"]) }
}

extension String {
    /// The text with a space in place of each control character, such as a line end in a film's
    /// title.
    fileprivate var onOneLine: String {
        let scalars = unicodeScalars.map { $0.value < 0x20 ? " " : $0 }
        return String(String.UnicodeScalarView(scalars))
    }
}
