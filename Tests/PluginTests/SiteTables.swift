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

    /// Returns the rows of a truth, without its header and its days.
    static func truth(_ name: String) throws -> [[String]] {
        let text = String(decoding: try bytes("\(name).truth.csv"), as: UTF8.self)
        return text.split(separator: "\n").dropFirst().map { line in
            // There are commas in quotes, but no quotes.
            let pieces = line.split(separator: "\"", omittingEmptySubsequences: false).enumerated()
                .map { $0 % 2 == 0 ? String($1) : String($1.replacing(",", with: "\0")) }
            return pieces.joined().split(separator: ",", omittingEmptySubsequences: false)
                .dropFirst(2).map { String($0).replacing("\0", with: ",") }
        }
    }

    /// Returns the rows of films as the truth has them: without the title, headings, headers, sums
    /// and columns of growth.
    static func films(in rows: [GridRow]) -> [[String]] {
        var headers: [String] = []
        return rows.compactMap { row in
            let texts = row.cells.map(\.siteText)
            if texts.first == "순위" {
                headers = texts.map { $0.filter { !$0.isWhitespace } }
            } else if texts.first == "", headers.count >= texts.count {
                // A header of two lines.
                for (index, text) in texts.enumerated() { headers[index] += text }
            }
            guard let first = texts.first, Int(first) != nil else { return nil }
            return zip(headers, texts + Array(repeating: "", count: headers.count))
                .filter { !$0.0.contains("증감") }.map { value(of: $1, in: $0) }
        }
    }

    /// Returns a cell of the council's as the truth has it.
    private static func value(of text: String, in header: String) -> String {
        switch header {
        case "매출액점유율": (Double(text).map { ($0 * 1000).rounded() / 10 }).map { "\($0)" } ?? text
        case "대표국적": text == "한국" ? "korean" : text.isEmpty ? "" : "foreign"
        case "국적", "제작사", "배급사", "장르", "감독", "배우":
            text.replacing(",", with: "|")
        default: text
        }
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
