public import BoxOffice
internal import Glibc
internal import SystemPackage

/// A folder of posters: `<movie_code>.<ext>`, and a `manifest.jsonl` that says where each is from.
///
/// The kind of a picture is read from its first bytes, not from the name or headers on the web.
/// Existing pictures are not fetched again, unless one that an image search found is replaced by one
/// of a source that knows the film.
public struct PictureFolder: PictureStore {
    private let folder: FilePath
    private let web: WebPictures
    private let now: @Sendable () -> Instant
    /// What the manifest said when the folder was opened.
    private let records: PictureRecords

    /// Uses the folder at `path`, which is created if it is missing.
    ///
    /// - Parameter fetch: fetches the bytes at an address.
    /// - Throws: a ``Fault`` of kind `cannotCreate`.
    public init(
        at path: String, now: @escaping @Sendable () -> Instant,
        fetch: @escaping @Sendable (String) async throws(Fault) -> [UInt8]
    ) throws(Fault) {
        folder = FilePath(path)
        web = WebPictures(fetch: fetch)
        self.now = now
        do throws(Errno) {
            try folder.createFolders()
        } catch {
            throw .cannotCreate(path, error)
        }
        do throws(Errno) {
            records = try PictureRecords(of: folder)
        } catch {
            throw .cannotNote(in: folder, .cannotCreate, error)
        }
        Leftovers.remove(from: folder)
    }

    /// Fetches the picture of `poster`, stores it under the film's code, and returns its path.
    @discardableResult
    public func keep(_ poster: Poster) async throws(Fault) -> String {
        guard poster.movieCode.allSatisfy({ $0.isASCII && ($0.isLetter || $0.isNumber) }),
            !poster.movieCode.isEmpty
        else {
            throw Fault(.malformed, "picture-name", "'\(poster.movieCode)' can be no file's name")
        }
        var replaced: FilePath?
        if let path = keptPath(of: poster) {
            guard isWorse(path, than: poster) else { return path.string }
            replaced = path
        }
        let bytes = try await web.bytes(at: poster.imageURL)
        let kind = try Picture.Kind(ofWhole: bytes)
        let path = path(of: poster, kind)
        let file = try begin(path, with: bytes)
        var manifest = try await openManifest()
        // Another process may have stored it in the meantime.
        if replaced == nil, let path = keptPath(of: poster) { return path.string }
        do throws(Errno) {
            // The line is written first, because a picture without a line would never get one.
            let sha256 = Digest.hexadecimal(of: bytes)
            try manifest.note(
                line(of: poster, bytes.count, sha256, in: path.lastComponent?.string ?? ""),
                of: poster.movieCode, sha256: sha256)
        } catch {
            throw .cannotNote(in: folder, .cannotWrite, error)
        }
        do throws(Errno) {
            try file.commit()
        } catch {
            manifest.takeBack()
            throw .cannotWrite(path.string, error)
        }
        if let replaced, replaced != path {
            _ = unsafe replaced.withPlatformString { unsafe unlink($0) }
        }
        return path.string
    }

    /// The kept poster of the film with that code, if it comes from a source that knows the film and
    /// its picture is still there.
    public func knownPoster(of code: String) -> Poster? {
        records.known[code].flatMap { keptPath(of: $0) == nil ? nil : $0 }
    }

    /// The picture in `file`; nil if it has more than `limit` bytes or cannot be read.
    public func picture(in file: String, atMost limit: Int) -> Picture? {
        guard let bytes = try? RegularFile.bytes(at: FilePath(file), limit: limit) else {
            return nil
        }
        return try? Picture(checking: bytes)
    }

    /// Whether an image search found the picture at `path`, and `poster` is from a source that knows
    /// the film.
    ///
    /// A picture that the user has put there stays.
    private func isWorse(_ path: FilePath, than poster: Poster) -> Bool {
        guard poster.match?.isOfTheFilm == true, let sha256 = records.guesses[poster.movieCode],
            let bytes = try? RegularFile.bytes(at: path, limit: Self.largestPicture)
        else { return false }
        return Digest.hexadecimal(of: bytes) == sha256
    }

    /// Far larger than any picture that is fetched.
    private static let largestPicture = 32 << 20

    private func begin(_ path: FilePath, with bytes: [UInt8]) throws(Fault) -> OutputFile {
        do throws(Errno) {
            let file = try OutputFile(at: path)
            try file.write(bytes.span)
            return file
        } catch {
            throw .cannotWrite(path.string, error)
        }
    }

    private func path(of poster: Poster, _ kind: Picture.Kind) -> FilePath {
        folder.appending("\(poster.movieCode).\(kind.rawValue)")
    }

    /// The path of the film's picture; nil if there is none.
    private func keptPath(of poster: Poster) -> FilePath? {
        Picture.Kind.allCases.map { path(of: poster, $0) }.first { FileStatus(of: $0) != nil }
    }

    private func openManifest() async throws(Fault) -> PictureManifest {
        do throws(Errno) {
            return try await PictureManifest.open(in: folder)
        } catch .canceled {
            throw Fault(.cancelled, "cancelled", "the run was cancelled")
        } catch {
            throw .cannotNote(in: folder, .cannotWrite, error)
        }
    }

    /// The line of the manifest for a picture of `size` bytes.
    private func line(
        of poster: Poster, _ size: Int, _ sha256: String, in name: String
    ) -> [UInt8] {
        let texts = [
            ("file", name), ("movie_code", poster.movieCode), ("query", poster.query.onOneLine),
            ("image_url", poster.imageURL), ("page_url", poster.pageURL ?? ""),
        ]
        let origin = [("source", poster.source), ("match", poster.match?.rawValue)].compactMap {
            key, text in text.map { (key, $0) }
        }
        let ending = [("sha256", sha256), ("time", "\(now())")]
        var line = ByteBuffer()
        line.append("{")
        for (key, text) in texts + origin + ending {
            line.append(quoting: key)
            line.append(":")
            line.append(quoting: text)
            line.append(",")
        }
        line.append("\"size\":\(size)}\n")
        return Array(line.text.utf8)
    }
}

extension String {
    /// The text with a space for each control character, such as a line end in a film's title.
    fileprivate var onOneLine: String {
        let scalars = unicodeScalars.map { $0.value < 0x20 ? " " : $0 }
        return String(String.UnicodeScalarView(scalars))
    }
}
