import Foundation

/// The tables of published figures beside this file.
public enum Fixture {
    /// Returns the rows of `name`.csv by column; cells are quoted only where they contain a comma.
    public static func rows(of name: String) throws -> [[String: String]] {
        let file = URL(filePath: #filePath).deletingLastPathComponent()
            .appending(path: "Fixtures/\(name).csv")
        let lines = try String(contentsOf: file, encoding: .utf8)
            .split(whereSeparator: \.isNewline).map { cells(of: String($0)) }
        guard let header = lines.first else { return [] }
        return lines.dropFirst().map { line in
            Dictionary(zip(header, line), uniquingKeysWith: { first, _ in first })
        }
    }

    private static func cells(of line: String) -> [String] {
        var cells = [""]
        var isQuoted = false
        for character in line where character != "\r" {
            switch character {
            case "\"": isQuoted.toggle()
            case "," where !isQuoted: cells.append("")
            default: cells[cells.count - 1].append(character)
            }
        }
        return cells
    }
}
