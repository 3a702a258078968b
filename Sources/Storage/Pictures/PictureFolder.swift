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
/// Existing pictures are not fetched again, except that a poster at another address replaces the one
/// that was chosen before. A picture without a line, which a killed run may have
/// left, is compared with the one on the web: it stays, and gets a line.
package final class PictureFolder: PictureStore {
    private struct State {
        /// The lines of the manifest, by the film's code.
        var lines: [String: PictureLine]
        /// The films whose lines are not written yet.
        var pending: [String] = []
        /// The names of the pictures that were damaged, and are fetched again.
        var damaged: Set<String> = []
        /// The names of the pictures without a line that differ from those on the web.
        var unknown: [String] = []
        /// The fault for which lines could not be written.
        var fault: Fault?
    }

    private let folder: FilePath
    private let web: WebPictures
    private let now: @Sendable () -> Instant
    private let state: Mutex<State>

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
        let lines = try PictureManifest.lines(in: folder).map { ($0.film ?? "", $0) }
        state = Mutex(State(lines: Dictionary(lines) { $1 }))
        Leftovers.remove(from: folder)
    }

    deinit {
        _ = finish()
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
        // Another process may have stored it in the meantime.
        if old == nil, let other = keptName(of: code) { return folder.appending(other).string }
        try OutputFile.replace(path, with: bytes)
        note(PictureLine(of: code, poster, in: name, bytes, at: now()), of: code)
        if let old, old != name { folder.appending(old).removeFile() }
        return path.string
    }

    /// Returns the kept poster of the film with that code, if it comes from a source that knows the
    /// film and its picture still exists.
    package func knownPoster(of code: String) -> Poster? {
        keptName(of: code) == nil ? nil : state.withLock { $0.lines[code]?.knownPoster }
    }

    /// Writes the remaining lines of the manifest, and returns the warnings about it and the
    /// pictures.
    package func finish() -> [Fault] {
        state.withLock { state in
            write(&state)
            return [
                state.fault, state.damaged.min().map { .damaged(state.damaged.count, $0, folder) },
                state.unknown.min().map { .unknown(state.unknown.count, $0, folder) },
            ].compactMap(\.self)
        }
    }

    /// Returns the picture in `file`; nil if it has more than `limit` bytes or cannot be read.
    package func picture(in file: String, atMost limit: Int) -> Picture? {
        let bytes = try? RegularFile.bytes(at: file, limit: limit)
        return bytes.flatMap { try? Picture(checking: $0) }
    }

    /// Returns true if the picture called `name` is to be replaced by that of `poster`: if it is
    /// incomplete and has no line, if it is from another address, or if an image search found it and
    /// `poster` is from a source that knows the film.
    ///
    /// A picture that the user has put there stays.
    private func isToBeReplaced(
        _ name: String, by poster: Poster
    ) async throws(Fault) -> Bool {
        guard
            let bytes = try? RegularFile.bytes(
                at: folder.appending(name).string, limit: largestPicture)
        else { return false }
        let isWhole = (try? Picture.Kind(ofWhole: bytes)) != nil
        if let line = state.withLock({ $0.lines[poster.movieCode] }) {
            let isImproved = line.isGuess && poster.match?.isOfTheFilm == true
            if line.sha256 == Digest.hexadecimal(of: bytes) {
                return isImproved || line.address.map { $0 != poster.imageURL } ?? false
            }
            // A different whole picture was put there by the user; it hardly has the same size.
            if isImproved || (isWhole && line.size != bytes.count) { return false }
            state.withLock { _ = $0.damaged.insert(name) }
            return true
        }
        guard isWhole else { return true }
        // If it cannot be fetched, the next run tries again.
        guard let other = try? await web.bytes(at: poster.imageURL) else { return false }
        let origin = other == bytes ? poster : nil
        let code = poster.movieCode
        note(PictureLine(of: code, origin, in: name, bytes, at: now()), of: code)
        if origin == nil { state.withLock { $0.unknown.append(name) } }
        return false
    }

    /// Returns the name of the film's picture; nil if there is none.
    private func keptName(of code: String) -> String? {
        Picture.Kind.allCases.map { "\(code).\($0.rawValue)" }
            .first { FileStatus(of: folder.appending($0)) != nil }
    }

    /// Adds the line of the film `code`, which is written with others: each time, the whole manifest
    /// is replaced.
    private func note(_ line: PictureLine, of code: String) {
        state.withLock { state in
            state.lines[code] = line
            if !state.pending.contains(code) { state.pending.append(code) }
            if state.pending.count >= 64 { write(&state) }
        }
    }

    /// Writes the lines that are not written yet; those that cannot be written are tried again.
    private func write(_ state: inout State) {
        guard !state.pending.isEmpty else { return }
        do throws(Fault) {
            let lines = state.pending.compactMap { state.lines[$0] }
            // What was waited for in vain is not waited for again.
            try PictureManifest.add(lines, in: folder, waiting: state.fault == nil ? 30 : 0)
            (state.pending, state.fault) = ([], nil)
        } catch {
            state.fault = error
        }
    }
}

/// The maximum size of a picture in bytes, far more than any that is fetched has.
private let largestPicture = 32 << 20

extension Fault {
    fileprivate static func damaged(_ count: Int, _ first: String, _ folder: FilePath) -> Fault {
        Fault(
            .malformed, "pictures-damaged",
            "pictures in '\(folder)' were damaged and are replaced as far as they can be fetched: \(count), the first is '\(first)'"
        )
    }

    fileprivate static func unknown(_ count: Int, _ first: String, _ folder: FilePath) -> Fault {
        Fault(
            .malformed, "manifest-origin-unknown",
            "'\(PictureManifest.path(in: folder))' had no line for pictures that were there: \(count), the first is '\(first)'; they differ from those that would be chosen, and stay"
        )
    }
}
