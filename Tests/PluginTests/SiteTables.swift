import BoxOffice
import Foundation

@testable import Tables

/// The synthetic tables in the shape of the council's, and the truth about them:
/// `Tests/Tables/site`.
enum SiteTables {
    private static let folder = URL(filePath: #filePath).deletingLastPathComponent()
        .deletingLastPathComponent().appending(path: "Tables/site")

    /// The names of the pages, each with a truth.
    static let pages = [
        "daily", "monthly", "monthly-running", "yearly", "yearly-korean", "yearly-old", "period",
    ]

    /// Returns the path of a file.
    static func path(_ file: String) -> String { folder.appending(path: file).path }

    /// Returns the bytes of a file.
    static func bytes(_ file: String) throws -> [UInt8] {
        [UInt8](try Data(contentsOf: folder.appending(path: file)))
    }
}

extension GridCell {
    /// The text or number of the cell, and the markup of a title.
    var siteText: String {
        switch self {
        case .missing: ""
        case .text(let text, _), .number(let text), .percent(let text), .markup(let text): text
        case .error(let text, _): text
        case .day(let day): "\(day)"
        case .boolean(let boolean): "\(boolean)"
        case .list(let items): "\(items)"
        }
    }
}
