internal import BoxOffice
internal import SystemPackage

/// What the manifest of a folder says of its pictures.
struct PictureRecords: Sendable {
    /// The SHA-256 of the pictures that an image search found, by the film's code.
    private(set) var guesses: [String: String] = [:]
    /// The posters of sources that know the film, by the film's code.
    private(set) var known: [String: Poster] = [:]

    /// Reads the manifest of `folder`.
    ///
    /// Lines of earlier versions do not say what found a picture; only an image search could.
    ///
    /// - Throws: an error if the folder has a manifest that cannot be read or written.
    init(of folder: FilePath) throws(Errno) {
        let bytes: [UInt8]
        do throws(Errno) {
            bytes = try PictureManifest.contents(in: folder)
        } catch .noSuchFileOrDirectory {
            return
        }
        for line in bytes.split(separator: UInt8(ascii: "\n")) {
            add(String(decoding: line, as: UTF8.self))
        }
    }

    private mutating func add(_ line: String) {
        guard let code = Self.field("movie_code", of: line) else { return }
        let match = Self.field("match", of: line).flatMap(Poster.Match.init(rawValue:))
        guard let match, match.isOfTheFilm else {
            guesses[code] = Self.field("sha256", of: line)
            return
        }
        guard let address = Self.field("image_url", of: line) else { return }
        var poster = Poster(
            movieCode: code, query: "", imageURL: address,
            confidence: Fraction(hundredths: match == .likeness ? 85 : 100), match: match)
        poster.source = Self.field("source", of: line)
        poster.pageURL = Self.field("page_url", of: line)
        known[code] = poster
    }

    /// The text of a field of a line that has no escapes; nil if there is none.
    private static func field(_ name: String, of line: String) -> String? {
        let parts = line.split(separator: "\"\(name)\":\"", maxSplits: 1)
        guard parts.count == 2 else { return nil }
        return String(parts[1].prefix { $0 != "\"" })
    }
}
