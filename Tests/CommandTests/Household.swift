import Foundation
import Loopback

/// A user's home: the folders of the archive, the ledger and the configuration, and the key.
struct Household {
    let folder: TemporaryFolder
    let key: String

    init(key: String = "test") throws {
        folder = try TemporaryFolder()
        self.key = key
    }

    var archive: String { folder.path(".cache/bo-export/archive") }

    /// Runs the program in this home against the KOBIS at `url`.
    func run(
        _ arguments: [String], at url: String, environment: [String: String] = [:]
    ) async throws -> Program.Outcome {
        try await Program.run(arguments, environment: variables(url).merging(environment) { $1 })
    }

    /// Runs a script in which `"$0"` is the program.
    func shell(_ script: String, at url: String) async throws -> Program.Outcome {
        try await Program.shell(script, environment: variables(url))
    }

    private func variables(_ url: String) -> [String: String] {
        [
            "HOME": folder.url.path, "KOBIS_BASE_URL": url, "KOBIS_API_KEY": key,
            "DIR": folder.url.path,
        ]
    }

    /// Writes a configuration file to the home.
    func configure(_ text: String, in name: String = "config.json") throws {
        let folder = folder.url.appending(path: ".config/bo-export")
        try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
        try Data(text.utf8).write(to: folder.appending(path: name))
    }

    /// Returns the files below the home that contain the bytes of `text`.
    func files(with text: String) throws -> [String] {
        let all = FileManager.default.enumerator(atPath: folder.url.path)?.allObjects ?? []
        return all.compactMap { $0 as? String }.filter { name in
            let data = FileManager.default.contents(atPath: folder.path(name)) ?? Data()
            return data.range(of: Data(text.utf8)) != nil
        }
    }
}

extension Household {
    /// The last day that is over in Seoul: `2022-06-05`.
    static var yesterday: String { day(ago: 1) }

    /// Returns the day in Seoul so many days ago.
    static func day(ago days: Int) -> String {
        Date.now.addingTimeInterval(9 * 3600 - Double(days) * 86_400)
            .formatted(.iso8601.year().month().day())
    }
}

extension Household {
    /// Returns the rows of a database query, one on each line.
    func rows(of query: String, in file: String) async throws -> String {
        let rows: [[[String]]] = try await OtherProgram.read(
            by: "database", ["str", file, query])
        return rows[0].map { $0.joined(separator: " ") }.joined(separator: "\n")
    }

    /// Adds messages of Singer to a log, and returns the rows of charts that a target has of it.
    @discardableResult
    func load(
        _ messages: String, into log: String = "log", columns: String...
    ) async throws -> [[String]] {
        let file = folder.path(log)
        let all = (FileManager.default.contents(atPath: file) ?? Data()) + Data(messages.utf8)
        try all.write(to: URL(filePath: file))
        return try await OtherProgram.read(by: "messages", ["charts"] + columns, input: Array(all))
    }
}
