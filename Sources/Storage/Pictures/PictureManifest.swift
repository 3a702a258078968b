internal import BoxOffice
internal import Engine
internal import Glibc
internal import SystemPackage
internal import Wire

/// The open `manifest.jsonl` of a folder of pictures, with one whole line for each film.
struct PictureManifest: ~Copyable {
    /// The lines read from the file.
    private(set) var lines: [PictureLine] = []
    private let path: FilePath
    private var file: FileDescriptor  // Closed in `deinit`, once; its lock ends with it.
    private var bytes: [UInt8] = []

    deinit {
        try? file.close()
    }

    /// Reads the manifest of `folder`, which must not be a link or have other names: in a folder
    /// that others may write to, it could lead to any of the user's files.
    ///
    /// - Parameter locks: true to create it if it is missing, and to lock it.
    /// - Throws: `wouldBlock` if another process has it locked.
    private static func read(in folder: FilePath, locks: Bool) throws(Errno) -> PictureManifest {
        let path = path(in: folder)
        let options: FileDescriptor.OpenOptions =
            locks ? [.append, .noFollow, .create] : [.append, .noFollow]
        let file = try RegularFile.open(path, .readWrite, options: options)
        var manifest = PictureManifest(path: path, file: file)
        guard let status = FileStatus(of: file), status.names == 1 else { throw .tooManyLinks }
        if locks {
            // On a file system without locks it counts as locked. Another process may have replaced
            // it before the lock was free.
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

    /// Returns the path of the manifest of `folder`.
    static func path(in folder: FilePath) -> FilePath { folder.appending("manifest.jsonl") }

    /// Returns the lines of the manifest of `folder`, which must be writable; none if it does not
    /// exist.
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
    /// - Parameter waits: true to wait for half a minute if another process has it locked.
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

    /// Makes `line` the only line of its film, and repairs a last line that a power cut has left
    /// incomplete.
    ///
    /// An existing line about the same picture stays. One about another picture is replaced,
    /// because that picture is gone. Damaged lines are removed if their film is unknown or has
    /// another line. If anything is removed, the manifest file is replaced.
    mutating func note(_ line: PictureLine) throws(Errno) {
        let old = lines.filter { $0.film == line.film }
        if old.map(\.sha256) == [line.sha256], old.allSatisfy(\.isGood) { return }
        let films = Set(lines.filter(\.isGood).map(\.film) + [nil, line.film])
        let rest = lines.filter {
            $0.state == .foreign || ($0.isGood ? $0.film != line.film : !films.contains($0.film))
        }
        let kept = rest.flatMap { $0.bytes + [UInt8(ascii: "\n")] }
        let added = line.bytes + [UInt8(ascii: "\n")]
        guard kept == bytes else {
            let new = try OutputFile(at: path)
            try new.write((kept + added).span)
            // The new file is locked before it has a name, so the lock is never lost.
            let old = file
            file = try new.duplicated()
            defer { try? old.close() }
            bytes = kept + added
            return try new.commit()
        }
        do throws(Errno) {
            try file.writeWhole(added.span)
        } catch {
            takeBack()  // The disk may have had space for part of it.
            throw error
        }
    }

    /// Removes the line that was written, unless the manifest was replaced for it.
    func takeBack() { _ = ftruncate(file.rawValue, off_t(bytes.count)) }
}

/// The maximum size of a manifest in bytes, far more than any has.
private let largestManifest = 1 << 30

/// A line of a manifest of pictures: the fields about one film's picture, and whether they can be
/// trusted.
///
/// The line ends with a checksum of the text before it, which ties the film, its picture's digest
/// and the picture's origin together.
struct PictureLine: Sendable {
    /// The trustworthiness of a line.
    enum State {
        /// Its checksum is correct.
        case checked
        /// It was changed or cut off, or parts of it are lost.
        case damaged
        /// Another program or the user wrote it.
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
            if bytes == content + Self.ending(of: content) { state = .checked }
        } else if let text = String(validating: bytes, as: UTF8.self),
            !text.utf8.contains(where: { $0 < 0x20 }),
            !Self.names.contains(where: { text.contains("\"\($0)\":") }),
            !"{\"file\":\"".hasPrefix(text)
        {
            state = .foreign
        }
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
        let content = Array("{\(texts.joined())\"size\":\(picture.count)".utf8)
        self.init(content + Self.ending(of: content[...]))
    }

    /// True if it can be trusted, given that its picture matches its digest.
    var isGood: Bool { state == .checked }

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

    /// The names that show that a damaged line was one of ours.
    private static let names = [
        "file", "movie_code", "query", "image_url", "page_url", "sha256", "time", "size", "check",
    ]

    /// Returns the end of a line that begins with `content`.
    private static func ending(of content: ArraySlice<UInt8>) -> [UInt8] {
        Array(",\"check\":\"\(CRC32.hexadecimal(of: Array(content).span))\"}".utf8)
    }
}

extension String {
    /// The text with a space in place of each control character, such as a line end in a film's
    /// title.
    fileprivate var onOneLine: String {
        let scalars = unicodeScalars.map { $0.value < 0x20 ? " " : $0 }
        return String(String.UnicodeScalarView(scalars))
    }
}

extension Fault {
    /// Returns the fault for a manifest of `folder` that cannot be written.
    static func cannotNote(in folder: FilePath, _ kind: Kind, _ error: Errno) -> Fault {
        let reason =
            switch error {
            case .tooManySymbolicLinkLevels: Message("is-a-link", "it is a link")
            case .tooManyLinks:
                Message(
                    "has-other-names",
                    "it has other hard links, which would change with it")
            case .wouldBlock: Message("is-locked", "another run has it locked")
            default: error.reason
            }
        return Fault(
            error.kind(or: kind), "cannot-note",
            "'\(PictureManifest.path(in: folder))' cannot be written: \(reason)")
    }
}
