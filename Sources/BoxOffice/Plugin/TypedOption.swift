/// An option of a plugin, with values of a Swift type.
///
/// Declare it once. Its ``declaration`` goes into the manifest, and ``PluginOptions`` returns the
/// value:
///
///     struct Wiki: Format {
///         enum Frame: String, CaseIterable { case none, thin, thick }
///
///         static let frame = TypedOption.choice(
///             "frame", of: Frame.self, default: .thin, help: "the lines around cells")
///         static let caption = TypedOption.text(
///             "caption", default: "", help: "a line above the table")
///
///         let manifest = Manifest(
///             name: "wiki", summary: "a table for MediaWiki",
///             options: [frame.declaration, caption.declaration])
///
///         func document(_ layout: Layout) throws(Fault) -> any Document {
///             let hasFrame = layout.options[Self.frame] != .none
///             …
///
/// The host checks the values that users give before the plugin sees them: `-O frame=round` is
/// rejected with a message that lists the three words the option takes.
public struct TypedOption<Value: Sendable>: Sendable {
    /// The name, the values it takes, the default and the help text, for the manifest.
    public let declaration: PluginOption
    /// The value that applies if none is given.
    public let defaultValue: Value
    /// Parses a text that the option takes.
    let value: @Sendable (String) -> Value?
}

extension TypedOption<Bool> {
    /// Makes an option that takes `true` or `false`.
    public static func boolean(
        _ name: String, default defaultValue: Bool, help: String
    ) -> TypedOption {
        TypedOption(
            declaration: PluginOption(name, .boolean, default: "\(defaultValue)", help: help),
            defaultValue: defaultValue
        ) { $0 == "true" }
    }
}

extension TypedOption<Int> {
    /// Makes an option that takes a whole number in `range`.
    public static func integer(
        _ name: String, in range: ClosedRange<Int>, default defaultValue: Int, help: String
    ) -> TypedOption {
        TypedOption(
            declaration: PluginOption(
                name, .integer(range), default: "\(defaultValue)", help: help),
            defaultValue: defaultValue
        ) { Int($0) }
    }
}

extension TypedOption<String> {
    /// Makes an option that takes any text.
    public static func text(
        _ name: String, default defaultValue: String, help: String
    ) -> TypedOption {
        TypedOption(
            declaration: PluginOption(name, .text, default: defaultValue, help: help),
            defaultValue: defaultValue
        ) { $0 }
    }

    /// Makes an option that takes any text and may be given several times.
    package static func texts(_ name: String, help: String) -> TypedOption {
        TypedOption(
            declaration: PluginOption(name, .text, default: "", help: help, isRepeatable: true),
            defaultValue: ""
        ) { $0 }
    }
}

extension TypedOption<Column> {
    /// Makes an option that takes the name or the Korean header of one of `columns`.
    package static func column(
        _ name: String, of columns: [Column], default defaultValue: Column, help: String
    ) -> TypedOption {
        TypedOption(
            declaration: PluginOption(
                name, .choice(columns.map(\.name)), default: defaultValue.name, help: help,
                synonyms: Dictionary(columns.map { ($0.koreanHeader, $0.name) }) { $1 }),
            defaultValue: defaultValue
        ) { text in columns.first { [$0.name, $0.koreanHeader].contains(text) } }
    }
}

extension TypedOption where Value: CaseIterable & RawRepresentable<String> {
    /// Makes an option that takes one of the words of an enumeration.
    ///
    /// The raw values are the words, and are listed in the order of the cases.
    public static func choice(
        _ name: String, of words: Value.Type = Value.self, default defaultValue: Value,
        help: String
    ) -> TypedOption {
        TypedOption(
            declaration: PluginOption(
                name, .choice(words.allCases.map(\.rawValue)), default: defaultValue.rawValue,
                help: help),
            defaultValue: defaultValue
        ) { Value(rawValue: $0) }
    }
}
