package import BoxOffice
internal import Engine
internal import Glibc
internal import Synchronization
internal import SystemPackage

/// The pictures of posters on the web; none of them is kept.
package struct WebPictures: ThumbnailSource {
    private let fetch: @Sendable (String) async throws(Fault) -> [UInt8]

    /// Creates a source of pictures.
    ///
    /// - Parameter fetch: fetches the bytes at an address.
    package init(fetch: @escaping @Sendable (String) async throws(Fault) -> [UInt8]) {
        self.fetch = fetch
    }

    /// Fetches the picture at `address`.
    package func picture(at address: String) async throws(Fault) -> Picture {
        try Picture(checking: try await bytes(at: address))
    }

    /// Fetches the bytes at `address`, which may not be a picture.
    ///
    /// - Throws: a ``Fault`` of kind `unavailable`, or `cancelled` if the task was cancelled.
    fileprivate func bytes(at address: String) async throws(Fault) -> [UInt8] {
        do throws(Fault) {
            return try await fetch(address)
        } catch {
            guard error.kind != .cancelled else { throw error }
            throw Fault(
                .unavailable, "picture-unavailable",
                "the picture cannot be fetched: \(error.wording)")
        }
    }
}

/// A folder of posters: `<movie_code>.<ext>`, and a `manifest.jsonl` that says where each is from.
///
/// The kind of a picture is read from its first bytes, not from the name or headers on the web.
/// Existing pictures are not fetched again, except that a poster from a source that knows the film
/// replaces one that an image search found. A picture without a trustworthy line is compared with
/// the one on the web: it stays, and gets a line again.
package final class PictureFolder: PictureStore {
    private let folder: FilePath
    private let web: WebPictures
    private let now: @Sendable () -> Instant
    /// The trustworthy lines of the manifest when the folder was opened, by the film's code.
    private let lines: [String: PictureLine]
    /// The problems found: the numbers of lines, from 1, and the names of pictures.
    private let found: Mutex<[Finding: [String]]>
    /// True if another process kept the manifest locked for longer than the time limit.
    private let isHeld = Mutex(false)

    /// Uses the folder at `path`, which is created if it is missing.
    ///
    /// - Throws: a ``Fault`` of kind `cannotCreate`.
    package init(
        at path: String, from web: WebPictures, now: @escaping @Sendable () -> Instant
    ) throws(Fault) {
        folder = FilePath(path)
        self.web = web
        self.now = now
        try folder.createFolders()
        let all = try PictureManifest.lines(in: folder)
        let damaged = zip(1..., all).filter { $1.state == .damaged }.map { "\($0.0)" }
        found = Mutex([.line: damaged])
        lines = Dictionary(all.filter(\.isGood).map { ($0.film ?? "", $0) }) { $1 }
        Leftovers.remove(from: folder)
    }

    /// Fetches the picture of `poster`, stores it under the film's code, and returns its path.
    @discardableResult
    package func keep(_ poster: Poster) async throws(Fault) -> String {
        let code = poster.movieCode
        guard (1...100).contains(code.utf8.count), code.first != "-",
            code.allSatisfy({ $0.isASCII && ($0.isLetter || $0.isNumber || $0 == "-" || $0 == "_") }
            )
        else {
            throw Fault(.malformed, "picture-name", "'\(code)' cannot be used as a file name")
        }
        let old = keptName(of: code)
        if let old, try await !isToBeReplaced(old, by: poster) {
            return folder.appending(old).string
        }
        let bytes = try await web.bytes(at: poster.imageURL)
        let name = try "\(code).\(Picture.Kind(ofWhole: bytes).rawValue)"
        let path = folder.appending(name)
        let file = try OutputFile.begin(at: path, with: bytes)
        // The line is written first, so that a picture always has one.
        let line = PictureLine(of: code, poster, in: name, bytes, at: now())
        let manifest = try await note(line) { _ in old == nil && keptName(of: code) != nil }
        // Another process may have stored it in the meantime.
        guard let manifest else { return folder.appending(keptName(of: code) ?? name).string }
        do throws(Errno) {
            try file.commit()
        } catch {
            manifest.takeBack()
            throw .cannotWrite(path.string, error)
        }
        _ = consume manifest  // Also unlocks it.
        if let old, old != name { folder.appending(old).removeFile() }
        return path.string
    }

    /// Returns the kept poster of the film with that code, if it comes from a source that knows the
    /// film and its picture still exists.
    package func knownPoster(of code: String) -> Poster? {
        keptName(of: code) == nil ? nil : lines[code]?.knownPoster
    }

    /// The warnings about the manifest and the pictures.
    package var warnings: [Fault] {
        let found = found.withLock(\.self)
        return Finding.allCases.compactMap { $0.fault(in: folder, found[$0] ?? []) }
    }

    /// Returns the picture in `file`; nil if it has more than `limit` bytes or cannot be read.
    package func picture(in file: String, atMost limit: Int) -> Picture? {
        let bytes = try? RegularFile.bytes(at: FilePath(file), limit: limit)
        return bytes.flatMap { try? Picture(checking: $0) }
    }

    /// Returns true if the picture called `name` is to be replaced by that of `poster`: if it is
    /// incomplete and has no trustworthy line, or if an image search found it and `poster` is from
    /// a source that knows the film.
    ///
    /// A picture that the user has put there stays.
    private func isToBeReplaced(
        _ name: String, by poster: Poster
    ) async throws(Fault) -> Bool {
        guard
            let bytes = try? RegularFile.bytes(
                at: folder.appending(name), limit: largestPicture)
        else { return false }
        let isWhole = (try? Picture.Kind(ofWhole: bytes)) != nil
        let sha256 = Digest.hexadecimal(of: bytes)
        if let line = lines[poster.movieCode] {
            let isImproved = line.isGuess && poster.match?.isOfTheFilm == true
            if line.sha256 == sha256 { return isImproved }
            // A different whole picture was put there by the user; it hardly has the same size.
            if isImproved || (isWhole && line.size != bytes.count) { return false }
            tell(.broken, name)
            return true
        }
        guard isWhole else { return true }
        // If it cannot be fetched, the next run tries again.
        guard let other = try? await web.bytes(at: poster.imageURL) else { return false }
        let origin = other == bytes ? poster : nil
        let newLine = PictureLine(of: poster.movieCode, origin, in: name, bytes, at: now())
        let manifest = try await note(newLine) { lines in
            // Another process may have stored it in the meantime.
            lines.contains { $0.film == newLine.film && $0.isGood && $0.sha256 == sha256 }
        }
        if manifest != nil { tell(origin == nil ? .unknown : .restored, name) }
        return false
    }

    private func tell(_ finding: Finding, _ name: String) {
        found.withLock { $0[finding, default: []].append(name) }
    }

    /// Returns the name of the film's picture; nil if there is none.
    private func keptName(of code: String) -> String? {
        Picture.Kind.allCases.map { "\(code).\($0.rawValue)" }
            .first { FileStatus(of: folder.appending($0)) != nil }
    }

    /// Writes `line` to the manifest and returns the manifest, still locked; nil if nothing was
    /// written because `isSettled` is true for the existing lines.
    private func note(
        _ line: PictureLine, unless isSettled: ([PictureLine]) -> Bool
    ) async throws(Fault) -> PictureManifest? {
        do throws(Errno) {
            var manifest = try await PictureManifest.open(
                in: folder, waits: !isHeld.withLock(\.self))
            guard !isSettled(manifest.lines) else { return nil }
            try manifest.note(line)
            return manifest
        } catch .canceled {
            throw .cancelled
        } catch {
            // The other pictures do not wait that long again.
            if error == .wouldBlock { isHeld.withLock { $0 = true } }
            throw .cannotNote(in: folder, .cannotWrite, error)
        }
    }
}

/// The maximum size of a picture in bytes, far more than any that is fetched has.
private let largestPicture = 32 << 20

/// The problems that a folder of pictures can have.
private enum Finding: CaseIterable {
    /// Lines of the manifest are damaged.
    case line
    /// Pictures were damaged, and are fetched again.
    case broken
    /// Pictures had no line, are the same as those on the web, and have a line again.
    case restored
    /// Pictures had no line and differ from those on the web.
    case unknown

    /// Returns the warning about the lines or pictures with these names; nil if there are none.
    func fault(in folder: FilePath, _ names: [String]) -> Fault? {
        guard let first = self == .line ? names.first : names.min() else { return nil }
        let path = PictureManifest.path(in: folder)
        return switch self {
        case .line:
            Fault(
                .malformed, "manifest-damaged",
                "lines of '\(path)' are damaged: \(names.count), the first is line \(first)",
                hint: "their pictures are checked when their films are asked for again")
        case .broken:
            Fault(
                .malformed, "pictures-damaged",
                "pictures in '\(folder)' were damaged and are fetched again: \(names.count), the first is '\(first)'"
            )
        case .restored:
            Fault(
                .malformed, "manifest-restored",
                "'\(path)' had no line for pictures that were there: \(names.count), the first is '\(first)'; they match those on the web and have one again"
            )
        case .unknown:
            Fault(
                .malformed, "manifest-origin-unknown",
                "'\(path)' had no line for pictures that were there: \(names.count), the first is '\(first)'; they differ from those that would be chosen, and stay"
            )
        }
    }
}
