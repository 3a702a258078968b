public import BoxOffice
internal import SystemPackage

/// A folder of posters: `<movie_code>.<ext>`, and a `manifest.jsonl` that says where each is from.
///
/// The kind of a picture is read from its first bytes, not from the name or headers on the web.
/// Existing pictures are not fetched again.
public struct PictureFolder: PictureStore {
    private let folder: FilePath
    private let web: WebPictures
    private let now: @Sendable () -> Instant

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
            try PictureManifest.check(in: folder)
        } catch {
            throw .cannotNote(in: folder, .cannotCreate, error)
        }
        Leftovers.remove(from: folder)
    }

    /// Fetches the picture of `poster` and stores it under the film's code.
    public func keep(_ poster: Poster) async throws(Fault) {
        guard poster.movieCode.allSatisfy({ $0.isASCII && ($0.isLetter || $0.isNumber) }),
            !poster.movieCode.isEmpty
        else {
            throw Fault(.malformed, "picture-name", "'\(poster.movieCode)' can be no file's name")
        }
        if isKept(poster) { return }
        let bytes = try await web.bytes(at: poster.imageURL)
        let kind = try Picture.Kind(ofWhole: bytes)
        let path = path(of: poster, kind)
        let file = try begin(path, with: bytes)
        var manifest = try await openManifest()
        // Another process may have stored it in the meantime.
        if isKept(poster) { return }
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
    }

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

    private func isKept(_ poster: Poster) -> Bool {
        Picture.Kind.allCases.contains { FileStatus(of: path(of: poster, $0)) != nil }
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
            ("sha256", sha256), ("time", "\(now())"),
        ]
        var line = ByteBuffer()
        line.append("{")
        for (key, text) in texts {
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
