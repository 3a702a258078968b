internal import BoxOffice

/// The words that shells offer as values of options.
///
/// Functions take what the scripts of the parser pass on: the words of the command line, the index of
/// the one that is completed, and its text before the cursor.
enum CompletionWords {
    /// The built-in plugins, made once: a script asks for their names for every command.
    private static let builtIn = try? Registry.builtIn()

    /// The names of the built-in formats.
    static var formats: [String] { builtIn?.formatNames ?? [] }

    /// The names of the built-in sources.
    static var sources: [String] { builtIn?.sources.map(\.manifest.name) ?? [] }

    /// The columns of the rows that the command writes: English names, or Korean headers after a
    /// letter that is not ASCII.
    @Sendable static func columns(_ words: [String], _ index: Int, _ prefix: String) -> [String] {
        let command = words.dropFirst().first ?? ""
        let dataset = Dataset.all.first { $0.name == command } ?? Dataset.all.first
        let columns = dataset?.columns ?? []
        let isKorean = prefix.split(separator: ",").last?.utf8.contains { $0 >= 0x80 } == true
        return list(columns.map { isKorean ? $0.koreanHeader : $0.name }, after: prefix)
    }

    /// The columns that `--pivot` takes: English names, or Korean headers after a letter that is not
    /// ASCII.
    @Sendable static func figures(_ words: [String], _ index: Int, _ prefix: String) -> [String] {
        let isKorean = prefix.utf8.contains { $0 >= 0x80 }
        return TrendQuery.figures.map { isKorean ? $0.koreanHeader : $0.name }
    }

    /// The Korean names of the regions.
    @Sendable static func regions(_ words: [String], _ index: Int, _ prefix: String) -> [String] {
        list(Region.all.map(\.name), after: prefix)
    }

    /// What `--with` takes.
    @Sendable static func lookups(_ words: [String], _ index: Int, _ prefix: String) -> [String] {
        list(["details", "posters"], after: prefix)
    }

    /// The names of the built-in poster sources.
    @Sendable static func posterSources(
        _ words: [String], _ index: Int, _ prefix: String
    ) -> [String] {
        let sources = builtIn?.posters ?? []
        return list(sources.map(\.posterName), after: prefix)
    }

    /// The words that can follow in a list with commas of which `prefix` has been typed.
    static func list(_ words: [String], after prefix: String) -> [String] {
        guard let comma = prefix.lastIndex(of: ",") else { return words }
        let typed = prefix[...comma]
        let used = Set(typed.split(separator: ",").map { $0.trimming { $0 == " " } })
        return words.filter { !used.contains($0) }.map { typed + $0 }
    }
}
