import FlyingFox
import Foundation

/// The small real posters of 100 × 143 pixels, one for each film.
enum Gallery {
    /// The file extensions of the posters, by number: one file is broken, and the last is missing.
    private static let endings = [
        "jpg", "jpg", "jpg", "jpg", "jpg", "png", "gif", "webp", "jpg", "jpg",
    ]
    private static let broken = 8

    /// Returns the name of the poster for a search, always the same; its last part is the file's name.
    ///
    /// With this factor the ten films of the sample's last day have every kind of poster.
    static func name(for words: String) -> String {
        let sum = words.utf8.reduce(0) { ($0 * 105 + Int($1)) % 100_003 }
        let number = sum % endings.count
        return "\(sum)-\(number).\(endings[number])"
    }

    /// Returns the poster at `path`.
    static func response(at path: String) -> HTTPResponse {
        let name = path.split(separator: "-").last.map(String.init) ?? ""
        let isBroken = name.hasPrefix("\(broken).")
        let file = URL(filePath: #filePath).deletingLastPathComponent()
            .appending(path: "Fixtures/posters/\(isBroken ? "0.jpg" : name)")
        guard !name.contains("/"), let data = try? Data(contentsOf: file) else {
            return HTTPResponse(statusCode: .notFound)
        }
        return HTTPResponse(
            statusCode: .ok, body: isBroken ? data.prefix(data.count / 2) : data)
    }
}
