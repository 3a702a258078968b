internal import BoxOffice
internal import Executables
internal import Tables

/// A plugin as `bo-export plugins` shows it.
struct PluginEntry: Sendable {
    /// `source`, `poster`, `details` or `format`.
    let kind: String
    /// The name, summary and options of the plugin.
    let manifest: Manifest
    /// The path of the executable; nil if the plugin is built in.
    var path: String?
    /// The columns that it adds.
    var columns: [Column] = []
    /// The charts and days that a source has, or its own dataset.
    var rows: PluginManifest.Rows?
    /// The policy of a source about its figures.
    var policy: ChartPolicy?
    /// The manifest of an executable.
    var said: PluginManifest?

    /// Returns the lines about the plugin.
    func text(withColumns: Bool, _ console: Console) -> String {
        let name = manifest.name.padded(to: 12)
        let origin = path ?? console.text(of: Message("built in", ko: "내장"))
        let korean = Language.current == .korean ? manifest.korean() : [:]
        let summary = korean["summary"] ?? manifest.summary
        var text = "\(kind.padded(to: 8))\(name) \(summary) (\(origin))\n"
        for option in manifest.options {
            let assignment = "-O \(option.name)=\(option.defaultValue)"
            let help = korean["option.\(option.name)"] ?? option.help
            text += "        \(assignment)\n            \(help)\n"
            guard option.kind != .text else { continue }
            let takes = Message("takes \(option.domainWording)", ko: "값: {1}")
            text += "            \(console.text(of: takes))\n"
        }
        guard withColumns else { return text }
        let facts = (rows.map { [Self.wording(of: $0, of: manifest)] } ?? []) + marketFacts
        text += facts.map { "        \(console.text(of: $0))\n" }.joined()
        return text + columns.lines(indent: "        ")
    }

    /// The facts about the figures of a source, as far as it declares them.
    private var marketFacts: [Message] {
        let territory = policy?.territory
        return [
            territory?.country.map { Message("country: \($0.code)", ko: "국가: {1}") },
            territory?.currency.knownCode.map { Message("currency: \($0)", ko: "통화: {1}") },
            ofCharts.map {
                Message(
                    "day ends: \($0.territory.endOfDay) after 00:00 UTC",
                    ko: "하루 마감: UTC 0시 기준 +{1}")
            },
            territory?.language.map { Message("language: \($0)", ko: "제목 언어: {1}") },
            ofCharts?.rows.map { Message("rows: \($0)", ko: "행 수: {1}") },
            ofCharts.map { Message("final after: \($0.finalAfter, "day")", ko: "확정: {1}일 뒤") },
        ].compactMap(\.self) + manners
    }

    /// The facts about requests to an executable, as far as it declares them.
    private var manners: [Message] {
        guard let said else { return [] }
        let filters = said.filters
        let lists: [(Message, [String])] = [
            (
                Message("regions", ko: "지역"),
                filters?.regions.map { "\($0.name) (\($0.code))" } ?? []
            ),
            (Message("nations", ko: "국적"), filters?.nations.map(\.rawValue) ?? []),
            (Message("kinds", ko: "영화 구분"), filters?.kinds.map(\.rawValue) ?? []),
        ]
        return lists.filter { !$1.isEmpty }.map { name, list in
            Message("\(name): \(list.joined(separator: ", "))", ko: "{1}: {2}")
        }
            + [
                said.version.map { Message("version: \($0)", ko: "버전: {1}") },
                said.keepsAnswers
                    ? Message("its answers are kept", ko: "응답을 보관합니다") : nil,
                said.keptFor > 0
                    ? Message("kept: for \(said.keptFor, "day")", ko: "보관: {1}일") : nil,
                asksNetwork == false
                    ? Message("it asks no network", ko: "네트워크를 쓰지 않습니다") : nil,
                said.pause > .zero
                    ? Message("pause: \(said.pause.inSeconds) s", ko: "요청 간격: {1}초") : nil,
                said.callsPerDay.map { Message("calls a day: \($0)", ko: "일일 호출 한도: {1}회") },
            ].compactMap(\.self)
    }

    /// True if an executable asks a network; nil for built-in plugins and for formats.
    private var asksNetwork: Bool? { kind == "format" ? nil : said?.asksNetwork }

    /// The same facts as fields of a JSON object.
    private var fieldsOfManners: [(name: String, json: String?)] {
        guard let said else { return [] }
        let filters = said.filters.map { filters in
            let regions = filters.regions.map {
                Value.json(of: [("name", .text($0.name)), ("code", .text($0.code))])
            }
            let others = Value.json(of: [
                ("nations", .list(filters.nations.map(\.rawValue))),
                ("kinds", .list(filters.kinds.map(\.rawValue))),
            ])
            return #"{"regions":[\#(regions.joined(separator: ","))],\#(others.dropFirst())"#
        }
        return [
            ("filters", filters), ("version", said.version.map { Value.text($0).json }),
            (
                "keeps",
                said.keepsAnswers ? "true" : said.keptFor > 0 ? "\(said.keptFor)" : nil
            ), ("asks_network", asksNetwork.map { "\($0)" }),
            ("pause", said.pause > .zero ? said.pause.inSeconds : nil),
            ("calls", said.callsPerDay.map { "\($0)" }),
        ]
    }

    /// The policy, if the source has charts.
    private var ofCharts: ChartPolicy? { if case .own = rows { nil } else { policy } }

    private static func wording(of rows: PluginManifest.Rows, of manifest: Manifest) -> Message {
        switch rows {
        case .charts(let charts, let from, let to):
            let names = charts.map(\.rawValue).joined(separator: ", ")
            let end = to.map { Message("to \($0)", ko: " {1}까지") } ?? Message("on", ko: "")
            return Message("charts: \(names), from \(from) \(end)", ko: "박스오피스: {1}, {2}부터{3}")
        case .own(let dataset):
            return Message(
                "dataset: \(dataset), for 'bo-export rows --source \(manifest.name)'",
                ko: "데이터셋: {1} ('bo-export rows --source {2}'{으로/로} 받습니다)")
        }
    }

    /// Returns all `entries` as one JSON document.
    static func json(_ entries: [PluginEntry]) -> String {
        "[\n\(entries.map(\.json).joined(separator: ",\n"))\n]\n"
    }

    /// The entry as a JSON object.
    private var json: String {
        let own = Value.json(of: [
            ("name", .text(manifest.name)), ("kind", .text(kind)),
            ("summary", .text(manifest.summary)),
            ("origin", .text(path == nil ? "built in" : "executable")), ("path", Value(path)),
            ("country", Value(policy?.territory.country?.code)),
            ("currency", Value(policy?.territory.currency.knownCode)),
            ("day_ends", Value(ofCharts?.territory.endOfDay)),
            ("language", Value(policy?.territory.language)), ("rows", Value(ofCharts?.rows)),
            ("order", Value(ofCharts?.order?.rawValue)),
            ("final_after", Value(ofCharts?.finalAfter)),
        ])
        let options = manifest.options.map { option in
            Value.json(of: [
                ("name", .text(option.name)), ("takes", .text(option.domain)),
                ("choices", option.choices.map(Value.list) ?? .missing),
                ("default", .text(option.defaultValue)), ("help", .text(option.help)),
            ])
        }
        let columns = columns.map { column in
            Value.json(of: [
                ("name", .text(column.name)), ("korean", .text(column.koreanHeader)),
                ("type", .text(column.kind.rawValue)),
            ])
        }
        let lists = [("options", options), ("columns", columns)]
            .map { (name: $0, json: String?.some("[\($1.joined(separator: ","))]")) }
        let others = (fieldsOfManners + lists).compactMap { name, json in
            json.map { ",\"\(name)\":\($0)" }
        }
        return "\(own.dropLast())\(others.joined())}"
    }
}

extension Duration {
    /// The number of seconds, such as `0.5`.
    fileprivate var inSeconds: String { "\(self / .seconds(1))" }
}

extension Registry {
    /// The built-in plugins as entries of a list.
    var builtInEntries: [PluginEntry] {
        sources.map { source in
            // The policy of figures in files is known only when the files are read.
            PluginEntry(
                kind: "source", manifest: source.manifest,
                policy: source is Tables ? nil : source.policy)
        }
            + posters.map { PluginEntry(kind: "poster", manifest: $0.manifest) }
            + details.map {
                PluginEntry(kind: "details", manifest: $0.manifest, columns: $0.detailColumns)
            }
            + formats.map { PluginEntry(kind: "format", manifest: $0.manifest) }
    }
}
