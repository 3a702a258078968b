package import BoxOffice
internal import Engine
internal import Glibc
internal import Synchronization
internal import SystemPackage

/// A folder of posters: `<movie_code>.<ext>`, and a `manifest.jsonl` that says where each is from.
///
/// The kind of a picture is read from its first bytes, not from the name or headers on the web.
/// Existing pictures are not fetched again, unless one that an image search found is replaced by one
/// of a source that knows the film. A picture of which no line can be believed is compared with the
/// one on the web: it stays, and gets a line again.
package final class PictureFolder: PictureStore {
    private let folder: FilePath
    private let web: WebPictures
    private let now: @Sendable () -> Instant
    /// Whether another process kept the manifest locked for longer than is waited for.
    private let isHeld = Mutex(false)
    /// What the manifest said when the folder was opened.
    private let records: PictureRecords
    /// The names of the pictures that had no line and have one again: those that are the ones on the
    /// web, and others; and of those that were damaged.
    private let noted = Mutex<(restored: [String], unknown: [String], broken: [String])>(
        ([], [], []))

    /// Uses the folder at `path`, which is created if it is missing.
    ///
    /// - Parameter fetch: fetches the bytes at an address.
    /// - Throws: a ``Fault`` of kind `cannotCreate`.
    package init(
        at path: String, now: @escaping @Sendable () -> Instant,
        fetch: @escaping @Sendable (String) async throws(Fault) -> [UInt8]
    ) throws(Fault) {
        folder = FilePath(path)
        web = WebPictures(fetch: fetch)
        self.now = now
        try folder.createFolders()
        records = try PictureRecords(of: folder)
        Leftovers.remove(from: folder)
    }

    /// Fetches the picture of `poster`, stores it under the film's code, and returns its path.
    @discardableResult
    package func keep(_ poster: Poster) async throws(Fault) -> String {
        guard poster.movieCode.allSatisfy({ $0.isASCII && ($0.isLetter || $0.isNumber) }),
            !poster.movieCode.isEmpty
        else {
            throw Fault(.malformed, "picture-name", "'\(poster.movieCode)' can be no file's name")
        }
        var replaced: FilePath?
        if let path = keptPath(of: poster) {
            guard try await isToBeReplaced(path, by: poster) else { return path.string }
            replaced = path
        }
        let bytes = try await web.bytes(at: poster.imageURL)
        let kind = try Picture.Kind(ofWhole: bytes)
        let path = path(of: poster, kind)
        let file = try begin(path, with: bytes)
        var manifest = try await openManifest()
        // Another process may have stored it in the meantime.
        if replaced == nil, let path = keptPath(of: poster) { return path.string }
        // The line is written first, so that a picture has one from its first moment.
        try note(line(of: poster, bytes, at: path), in: &manifest)
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
    package func knownPoster(of code: String) -> Poster? {
        records.lines[code]?.knownPoster.flatMap { keptPath(of: $0) == nil ? nil : $0 }
    }

    /// What was wrong with the manifest.
    package var warnings: [Fault] {
        var faults: [Fault] = []
        let path = PictureManifest.path(in: folder)
        if let first = records.damaged.first {
            faults.append(.damaged(path, first, count: records.damaged.count))
        }
        let (restored, unknown, broken) = noted.withLock { $0 }
        if let first = broken.min() { faults.append(.broken(first, folder, count: broken.count)) }
        if let first = restored.min() { faults.append(.noted(first, path, count: restored.count)) }
        if let first = unknown.min() { faults.append(.unknown(first, path, count: unknown.count)) }
        return faults
    }

    /// The picture in `file`; nil if it has more than `limit` bytes or cannot be read.
    package func picture(in file: String, atMost limit: Int) -> Picture? {
        guard let bytes = try? RegularFile.bytes(at: FilePath(file), limit: limit) else {
            return nil
        }
        return try? Picture(checking: bytes)
    }

    /// Whether the picture at `path` is to be replaced by that of `poster`: if it is not whole and
    /// has no line that can be believed, or if an image search found it and `poster` is from a source
    /// that knows the film.
    ///
    /// A picture that the user has put there stays.
    private func isToBeReplaced(
        _ path: FilePath, by poster: Poster
    ) async throws(Fault) -> Bool {
        let line = records.lines[poster.movieCode]
        let isBetter = poster.match?.isOfTheFilm == true
        guard let bytes = try? RegularFile.bytes(at: path, limit: Self.largestPicture) else {
            return false
        }
        if let line, line.state == .checked, !(isBetter && line.isGuess) {
            // Another whole picture is one that the user has put there; it hardly has the same size.
            let isWhole = (try? Picture.Kind(ofWhole: bytes)) != nil && line.size != bytes.count
            guard line.sha256 != Digest.hexadecimal(of: bytes), !isWhole else { return false }
            noted.withLock { $0.broken.append(path.lastComponent?.string ?? "") }
            return true
        }
        let isOfLine = line?.sha256 == Digest.hexadecimal(of: bytes)
        switch line?.state {
        case .checked: return isOfLine
        case .older where isOfLine:
            if isBetter, line?.isGuess == true { return true }
            var manifest = try await openManifest()
            if let line { try note(line.checked, in: &manifest) }
            return false
        default: return try await !restore(path, bytes, of: poster)
        }
    }

    /// Gives the picture at `path`, which has no line, one again; false if it is not whole.
    private func restore(
        _ path: FilePath, _ bytes: [UInt8], of poster: Poster
    ) async throws(Fault) -> Bool {
        // Another process may have stored it in the meantime.
        let sha256 = Digest.hexadecimal(of: bytes)
        if try await openManifest().line(of: poster.movieCode)?.sha256 == sha256 { return true }
        guard (try? Picture.Kind(ofWhole: bytes)) != nil else { return false }
        let other: [UInt8]
        do throws(Fault) {
            other = try await web.bytes(at: poster.imageURL)
        } catch {
            guard error.kind != .cancelled else { throw error }
            return true  // The next run tries again.
        }
        let isSame = other == bytes
        var manifest = try await openManifest()
        try note(line(of: poster, bytes, at: path, isItsOrigin: isSame), in: &manifest)
        let name = path.lastComponent?.string ?? ""
        noted.withLock { isSame ? $0.restored.append(name) : $0.unknown.append(name) }
        return true
    }

    /// Far larger than any picture that is fetched.
    private static let largestPicture = 32 << 20

    private func begin(_ path: FilePath, with bytes: [UInt8]) throws(Fault) -> OutputFile {
        let file: OutputFile
        do throws(Errno) {
            file = try OutputFile(at: path)
        } catch {
            throw .cannotCreate(path.string, error)
        }
        do throws(Errno) {
            try file.write(bytes.span)
        } catch {
            throw .cannotWrite(path.string, error)
        }
        return file
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
            return try await PictureManifest.open(
                in: folder, waits: !isHeld.withLock(\.self))
        } catch .wouldBlock {
            // The other pictures do not wait as long once more.
            isHeld.withLock { $0 = true }
            throw .cannotNote(in: folder, .cannotWrite, .wouldBlock)
        } catch .canceled {
            throw .cancelled
        } catch {
            throw .cannotNote(in: folder, .cannotWrite, error)
        }
    }

    private func note(
        _ line: PictureLine, in manifest: inout PictureManifest
    ) throws(Fault) {
        do throws(Errno) {
            try manifest.note(line)
        } catch {
            throw .cannotNote(in: folder, .cannotWrite, error)
        }
    }

    /// The line of the manifest for a picture with these bytes; it is not that of `poster` unless
    /// `isItsOrigin`.
    private func line(
        of poster: Poster, _ bytes: [UInt8], at path: FilePath, isItsOrigin: Bool = true
    ) -> PictureLine {
        let name = path.lastComponent?.string ?? ""
        var texts = [(name: "file", value: name), (name: "movie_code", value: poster.movieCode)]
        if isItsOrigin {
            texts += [
                ("query", poster.query.onOneLine), ("image_url", poster.imageURL),
                ("page_url", poster.pageURL ?? ""),
            ]
            if let source = poster.source { texts.append(("source", source)) }
            if let match = poster.match { texts.append(("match", match.rawValue)) }
        } else {
            texts.append(("match", PictureLine.unknownMatch))
        }
        texts += [("sha256", Digest.hexadecimal(of: bytes)), ("time", "\(now())")]
        return PictureLine(texts, size: bytes.count)
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
    fileprivate static func damaged(_ path: FilePath, _ line: Int, count: Int) -> Fault {
        Fault(
            .malformed, "manifest-damaged",
            "lines of '\(path)' are damaged: \(count), the first is line \(line)",
            hint: "their pictures are checked when their films are asked for again")
    }

    fileprivate static func broken(_ name: String, _ folder: FilePath, count: Int) -> Fault {
        Fault(
            .malformed, "pictures-damaged",
            "pictures in '\(folder)' were damaged and are fetched again: \(count), the first is '\(name)'"
        )
    }

    fileprivate static func noted(_ name: String, _ path: FilePath, count: Int) -> Fault {
        Fault(
            .malformed, "manifest-restored",
            "'\(path)' had no line for pictures that were there: \(count), the first is '\(name)'; they are those on the web, and have one again"
        )
    }

    fileprivate static func unknown(_ name: String, _ path: FilePath, count: Int) -> Fault {
        Fault(
            .malformed, "manifest-origin-unknown",
            "'\(path)' had no line for pictures that were there: \(count), the first is '\(name)'; they are not those that would be chosen, and stay"
        )
    }
}
