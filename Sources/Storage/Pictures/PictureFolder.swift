public import BoxOffice
internal import CCrypto
internal import SystemPackage

/// A folder of posters: `<movie_code>.<ext>`, and a `manifest.jsonl` that says where each is from.
///
/// What a picture is, its first bytes tell; names and headers of the web do not count. Pictures
/// that are there are not fetched again.
public struct PictureFolder: PictureStore {
    private let folder: FilePath
    private let fetch: @Sendable (String) async throws(Fault) -> [UInt8]
    private let now: @Sendable () -> Instant

    /// Uses the folder at `path`, which is made where it is missing.
    ///
    /// - Parameter fetch: fetches what lies at an address.
    /// - Throws: a ``Fault`` of kind `cannotCreate`.
    public init(
        at path: String, now: @escaping @Sendable () -> Instant,
        fetch: @escaping @Sendable (String) async throws(Fault) -> [UInt8]
    ) throws(Fault) {
        folder = FilePath(path)
        self.fetch = fetch
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

    /// Fetches the picture of `poster` and keeps it under the film's code.
    public func keep(_ poster: Poster) async throws(Fault) {
        guard poster.movieCode.allSatisfy({ $0.isASCII && ($0.isLetter || $0.isNumber) }),
            !poster.movieCode.isEmpty
        else {
            throw Fault(.malformed, "picture-name", "'\(poster.movieCode)' can be no file's name")
        }
        if isKept(poster) { return }
        let bytes: [UInt8]
        do throws(Fault) {
            bytes = try await fetch(poster.imageURL)
        } catch {
            throw error.kind == .cancelled
                ? error
                : Fault(
                    .unavailable, "picture-unavailable",
                    "the picture cannot be had: \(error.wording)")
        }
        guard let kind = PictureKind(of: bytes) else { throw .notAPicture }
        guard kind.isWhole(bytes) else { throw .cutOff }
        let path = path(of: poster, kind)
        let file = try begin(path, with: bytes)
        var manifest = try await openManifest()
        // Another process may have kept it in the meantime.
        if isKept(poster) { return }
        do throws(Errno) {
            // Noted first: a picture without a line would never get one.
            let sha256 = SHA256.hexadecimal(of: bytes)
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

    private func path(of poster: Poster, _ kind: PictureKind) -> FilePath {
        folder.appending("\(poster.movieCode).\(kind.rawValue)")
    }

    private func isKept(_ poster: Poster) -> Bool {
        PictureKind.allCases.contains { FileStatus(of: path(of: poster, $0)) != nil }
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

    /// What the manifest says of a picture of that many bytes.
    private func line(
        of poster: Poster, _ size: Int, _ sha256: String, in name: String
    ) -> [UInt8] {
        let fields = [
            ("file", name), ("movie_code", poster.movieCode), ("query", poster.query),
            ("image_url", poster.imageURL), ("page_url", poster.pageURL ?? ""),
            ("sha256", sha256), ("time", "\(now())"),
        ]
        let texts = fields.map { "\"\($0)\":\"\($1.jsonEscaped)\"" }.joined(separator: ",")
        return Array("{\(texts),\"size\":\(size)}\n".utf8)
    }
}

/// What sort of picture some bytes are.
private enum PictureKind: String, CaseIterable {
    case jpg, png, webp, gif

    init?(of bytes: [UInt8]) {
        if bytes.starts(with: [0xFF, 0xD8, 0xFF]) {
            self = .jpg
        } else if bytes.starts(with: [0x89, 0x50, 0x4E, 0x47, 0x0D, 0x0A, 0x1A, 0x0A]) {
            self = .png
        } else if bytes.starts(with: "GIF87a".utf8) || bytes.starts(with: "GIF89a".utf8) {
            self = .gif
        } else if bytes.starts(with: "RIFF".utf8), bytes.dropFirst(8).starts(with: "WEBP".utf8) {
            self = .webp
        } else {
            return nil
        }
    }

    /// Whether the end of the picture is there, as far as its form has a mark for it.
    func isWhole(_ bytes: [UInt8]) -> Bool {
        switch self {
        case .jpg: bytes.suffix(4096).contains([0xFF, 0xD9])
        case .png: bytes.suffix(64).contains("IEND".utf8)
        case .gif: bytes.suffix(64).contains(0x3B)
        case .webp:
            // The length of what follows the first eight bytes, the lowest byte first.
            bytes.dropFirst(4).prefix(4).reversed().reduce(0) { $0 * 256 + Int($1) } <= bytes.count
                - 8
        }
    }
}

/// The digest of FIPS 180-4, by OpenSSL.
enum SHA256 {
    /// The digest of `bytes` as 64 hexadecimal digits.
    static func hexadecimal(of bytes: [UInt8]) -> String {
        var digest = [UInt8](repeating: 0, count: Int(SHA256_DIGEST_LENGTH))
        unsafe bo_sha256(bytes, bytes.count, &digest)
        return digest.hexadecimal
    }
}

extension String {
    /// The text as it stands between the quotes of JSON.
    fileprivate var jsonEscaped: String {
        unicodeScalars.map { scalar in
            switch scalar {
            case "\"": "\\\""
            case "\\": "\\\\"
            case "\u{0}"..."\u{1F}": " "
            default: String(scalar)
            }
        }.joined()
    }
}

extension Fault {
    fileprivate static let cutOff = Fault(.malformed, "picture-cut-off", "the picture is cut off")

    fileprivate static let notAPicture = Fault(
        .malformed, "not-apicture",
        "what lies at the picture's address is no JPEG, PNG, WebP or GIF")
}
