internal import BoxOffice

/// The JSON Schemas (2020-12) of a tool.
extension Tool {
    /// The tool as clients list it.
    func listed(with runner: any CommandRunner) -> JSON {
        let arguments = arguments(with: runner)
        // Which arguments belong together is checked by the command.
        let input = JSON.object(
            arguments.map { ($0.name, $0.schema) },
            required: arguments.filter(\.isRequired).map(\.name), isClosed: true)
        return JSON([
            ("name", JSON(name)), ("title", JSON(title)), ("description", JSON(description)),
            ("inputSchema", input), ("outputSchema", output(with: runner)),
            ("annotations", JSON(["readOnlyHint", "idempotentHint"].map { ($0, JSON(true)) })),
        ])
    }

    private func output(with runner: any CommandRunner) -> JSON {
        if own.contains(where: { $0.name == "word" }) {
            let names = ["word", "text", "where"]
            return .object(names.map { ($0, .type("string")) }, required: names)
        }
        guard !commands.isEmpty else {
            let fields: [(String, JSON)] = [
                ("today", .type("string")), ("latest", .type("string")),
                ("quota", .list(.type("object"))), ("archive", .type("object")),
                ("keys", .list(.type("string"))),
            ]
            return .object(fields, required: ["today", "quota", "keys"])
        }
        var known: Set<String> = []
        let columns = commands.flatMap { runner.columns(of: $0) }.filter {
            known.insert($0.name).inserted
        }
        let row = JSON.object(columns.map { ($0.name, JSON(text: $0.schema)) })
        let column = JSON.object(
            ["name", "korean", "type", "unit"].map { ($0, .type("string")) },
            required: ["name", "korean", "type"])
        let fault = JSON.object(
            ["code", "message", "source", "chart", "from", "to", "region", "movie_code"].map {
                ($0, .type("string"))
            }, required: ["code", "message"])
        let fields: [(String, JSON)] = [
            ("rows", .list(row)), ("columns", .list(column)), ("notes", .list(.type("string"))),
            ("warnings", .list(fault)), ("missing", .list(fault)), ("source", .type("string")),
            ("credit", .type("string")), ("from", .type("string")), ("to", .type("string")),
            ("filters", .type("object")), ("calls", .type("integer")),
            ("left_out", .type("integer")),
        ]
        // Some rows are of no days.
        let required = fields.map(\.0).filter { !["from", "to"].contains($0) }
        return .object(fields, required: required)
    }
}

extension JSON {
    /// Makes the schema of a value of a type.
    static func type(_ name: String) -> JSON { JSON([("type", JSON(name))]) }

    /// Makes the schema of an array.
    fileprivate static func list(_ item: JSON) -> JSON {
        JSON([("type", JSON("array")), ("items", item)])
    }

    /// Makes the schema of an object; a closed one has no other fields.
    fileprivate static func object(
        _ fields: [(String, JSON)], required: [String] = [], isClosed: Bool = false
    ) -> JSON {
        JSON([
            ("type", JSON("object")), ("properties", JSON(fields.map { ($0, $1 as JSON?) })),
            ("required", required.isEmpty ? nil : JSON(required.map { JSON($0) })),
            ("additionalProperties", isClosed ? JSON(false) : nil),
        ])
    }
}
