internal import BoxOffice
internal import Engine
internal import Glibc
internal import SystemPackage
internal import Wire

/// The `manifest.jsonl` of a folder of pictures, open, with one whole line for each film.
struct PictureManifest: ~Copyable {
    /// What it says.
    private(set) var lines: [PictureLine] = []
    private let path: FilePath
    private var file: FileDescriptor  // Closed in `deinit`, once; its lock ends with it.
    private var bytes: [UInt8] = []

    deinit {
        try? file.close()
    }

    /// Reads the manifest of `folder`, which must not be a link or have another name: in a folder that
    /// others may write to, it could lead to any file of the user's.
    ///
    /// - Parameter locks: whether it is created if it is missing, and locked.
    /// - Throws: `wouldBlock` if another process has it locked.
    private static func read(in folder: FilePath, locks: Bool) throws(Errno) -> PictureManifest {
        let path = path(in: folder)
        let options: FileDescriptor.OpenOptions =
            locks ? [.append, .noFollow, .create] : [.append, .noFollow]
        let file = try RegularFile.open(path, .readWrite, options: options)
        var manifest = PictureManifest(path: path, file: file)
        guard let status = FileStatus(of: file), status.names == 1 else { throw .tooManyLinks }
        if locks {
            // On a file system without locks it counts as locked. Another process may have replaced it
            // before the lock was free.
            guard (try? file.lock()) != false,
                FileStatus(of: path)?.isSameFile(as: status) == true
            else { throw .wouldBlock }
        }
        guard let bytes = try file.readWhole(limit: largestManifest) else { throw .fileTooLarge }
        manifest.bytes = bytes
        let lines = bytes.split(separator: UInt8(ascii: "\n"), omittingEmptySubsequences: false)
        manifest.lines = lines.dropLast(lines.last?.isEmpty == true ? 1 : 0)
            .map { PictureLine(Array($0)) }
        return manifest
    }

    /// The path of the manifest of `folder`.
    static func path(in folder: FilePath) -> FilePath { folder.appending("manifest.jsonl") }

    /// The lines of the manifest of `folder`, which must be one that can be written; none if there is
    /// no manifest.
    static func lines(in folder: FilePath) throws(Fault) -> [PictureLine] {
        do throws(Errno) {
            return try read(in: folder, locks: false).lines
        } catch .noSuchFileOrDirectory {
            return []
        } catch {
            throw .cannotNote(in: folder, .cannotCreate, error)
        }
    }

    /// Opens the manifest of `folder`, creates it if it is missing, and locks it.
    ///
    /// The lock is polled, because a thread that blocks on it could run nothing else.
    ///
    /// - Parameter waits: whether to wait for another process that has it locked, for half a minute.
    static func open(in folder: FilePath, waits: Bool) async throws(Errno) -> PictureManifest {
        for _ in 0..<(waits ? 6000 : 1) {
            do throws(Errno) {
                return try read(in: folder, locks: true)
            } catch .wouldBlock {
                guard (try? await Task.sleep(for: .milliseconds(5))) != nil else { throw .canceled }
            }
        }
        throw .wouldBlock
    }

    /// Makes `line` the only line of its film, and mends a last line that a power cut has left
    /// incomplete.
    ///
    /// An existing line about the same picture stays. One about another picture is replaced, because
    /// that picture is gone. Damaged lines go if nobody can tell which film they were about, or if
    /// their film has another one. If anything goes, the manifest is replaced.
    mutating func note(_ line: PictureLine) throws(Errno) {
        let old = lines.filter { $0.film == line.film }
        if old.map(\.sha256) == [line.sha256], old.allSatisfy({ $0.state == .checked }) { return }
        let films = Set(lines.filter(\.isGood).map(\.film) + [nil, line.film])
        let rest = lines.filter {
            $0.state == .foreign || ($0.isGood ? $0.film != line.film : !films.contains($0.film))
        }
        let kept = rest.flatMap { $0.bytes + [UInt8(ascii: "\n")] }
        let added = line.bytes + [UInt8(ascii: "\n")]
        guard kept == bytes else {
            let new = try OutputFile(at: path)
            try new.write((kept + added).span)
            // The new one is locked before it has a name, so the lock is never lost.
            let old = file
            file = try new.duplicated()
            defer { try? old.close() }
            bytes = kept + added
            return try new.commit()
        }
        do throws(Errno) {
            try file.writeWhole(added.span)
        } catch {
            takeBack()  // The disk may have had room for a part of it.
            throw error
        }
    }

    /// Removes the line that was noted, unless the manifest was replaced for it.
    func takeBack() { _ = ftruncate(file.rawValue, off_t(bytes.count)) }
}

/// Far larger than any manifest.
private let largestManifest = 1 << 30

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

    /// The bytes without the line end.
    let bytes: [UInt8]
    private(set) var state = State.damaged
    /// The code of the film; nil if it cannot be read.
    private(set) var film: String?
    /// The texts and numbers, by their names.
    private var fields: [String: String] = [:]

    /// Reads a line.
    init(_ bytes: [UInt8]) {
        self.bytes = bytes
        if case .object(let members)? = try? JSONValue(objectIn: bytes) {
            for member in members {
                if case .text(let value) = member.value { fields[member.name] = value }
                if case .number(let value) = member.value { fields[member.name] = value }
            }
        }
        if let code = fields["movie_code"], let file = fields["file"],
            Picture.Kind.allCases.contains(where: { file == "\(code).\($0.rawValue)" })
        {
            film = code
            let content = bytes.dropLast(Self.ending(of: []).count)
            if bytes == content + Self.ending(of: content) {
                state = .checked
            } else if bytes.last == UInt8(ascii: "}"),
                Set(fields.keys).subtracting(["source", "match"]) == Self.names
            {
                state = .older
            }
        } else if let text = String(validating: bytes, as: UTF8.self),
            !text.utf8.contains(where: { $0 < 0x20 }),
            !Self.names.union(["check"]).contains(where: { text.contains("\"\($0)\":") }),
            !"{\"file\":\"".hasPrefix(text)
        {
            state = .foreign
        }
    }

    /// Makes the line of a film's picture in `file`; where it is from is not known unless `origin` is
    /// its poster.
    init(of film: String, _ origin: Poster?, in file: String, _ picture: [UInt8], at now: Instant) {
        let fields: [(name: String, value: String?)] = [
            ("file", file), ("movie_code", film), ("query", origin?.query.onOneLine),
            ("image_url", origin?.imageURL), ("page_url", origin.map { $0.pageURL ?? "" }),
            ("source", origin?.source),
            // It may be one that the user has put there.
            ("match", origin == nil ? "unknown" : origin?.match?.rawValue),
            ("sha256", Digest.hexadecimal(of: picture)), ("time", "\(now)"),
        ]
        let texts = fields.compactMap { name, value in
            value.map { "\"\(name)\":\(Value.text($0).json)," }
        }
        self.init(adding: Array("{\(texts.joined())\"size\":\(picture.count)".utf8))
    }

    /// Makes the line that begins with `content` and ends with its checksum.
    private init(adding content: [UInt8]) {
        self.init(content + Self.ending(of: content[...]))
    }

    /// The same line, which an earlier version wrote, with a checksum.
    var checked: PictureLine { PictureLine(adding: Array(bytes.dropLast())) }

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
    var isGuess: Bool { [nil, Poster.Match.imageSearch.rawValue].contains(fields["match"]) }

    /// The names of the fields of an earlier version, but those that may be missing.
    private static let names: Set = [
        "file", "movie_code", "query", "image_url", "page_url", "sha256", "time", "size",
    ]

    /// The end of a line of which `content` is what is before.
    private static func ending(of content: ArraySlice<UInt8>) -> [UInt8] {
        Array(",\"check\":\"\(CRC32.hexadecimal(of: Array(content)))\"}".utf8)
    }
}

extension String {
    /// The text with a space for each control character, such as a line end in a film's title.
    fileprivate var onOneLine: String {
        let scalars = unicodeScalars.map { $0.value < 0x20 ? " " : $0 }
        return String(String.UnicodeScalarView(scalars))
    }
}

extension Fault {
    /// The manifest of `folder` cannot be written.
    static func cannotNote(in folder: FilePath, _ kind: Kind, _ error: Errno) -> Fault {
        let reason =
            switch error {
            case .tooManySymbolicLinkLevels: Message("is-a-link", "it is a link")
            case .tooManyLinks:
                Message(
                    "has-other-names",
                    "it has other names, and what they name would change with it")
            case .wouldBlock: Message("is-locked", "another run has it locked")
            default: error.reason
            }
        return Fault(
            error.kind(or: kind), "cannot-note",
            "'\(PictureManifest.path(in: folder))' cannot be written: \(reason)")
    }
}
