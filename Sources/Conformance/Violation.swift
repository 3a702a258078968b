/// A rule that a plugin does not keep.
public struct Violation: Hashable, Sendable {
    /// The name of the plugin.
    public let plugin: String
    /// The rule.
    public let rule: Rule
    /// What is wrong, in one sentence.
    public let message: String

    /// Makes a violation.
    public init(plugin: String, rule: Rule, message: String) {
        self.plugin = plugin
        self.rule = rule
        self.message = message
    }
}

extension Violation: CustomStringConvertible {
    /// `wiki: utf8: the document is not UTF-8`.
    public var description: String { "\(plugin): \(rule.rawValue): \(message)" }
}
