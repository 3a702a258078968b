/// A rule of the contract between the host and its plugins.
public enum Rule: String, Hashable, Sendable, CaseIterable {
    // MARK: Every plugin

    /// The manifest has a name of lower-case letters, digits and hyphens, and a summary of one line.
    case manifest
    /// Every option has a unique name, a help text, and a default that it takes.
    case optionDeclaration = "option-declaration"
    /// Every option works with each of its values.
    case optionValue = "option-value"

    // MARK: Formats

    /// The traits name a media type and file endings, if there are any.
    case traits
    /// Documents of all rows, without rows, and with empty editions are written without a fault.
    case writes
    /// The same rows become the same bytes.
    case sameBytes = "same-bytes"
    /// A text format writes UTF-8.
    case utf8
    /// A text format writes no control characters of its own, except tabs and line ends.
    case control
    /// A row and an edition add to the document.
    case growth
    /// A streaming format does not hold rows back until the end.
    case streaming
    /// The row writer writes the same bytes as the exporter.
    case rowWriter = "row-writer"
    /// Values in columns that the format did not ask for change nothing.
    case unwritten
    /// A document takes pictures of every kind, whatever their order and number.
    case pictures
    /// Rows that were written are read back, each with its cells.
    case readsBack = "reads-back"

    // MARK: Sources and formats

    /// The default columns exist, and none appears twice; a format keeps those first that tell the
    /// source of a row and the currency of its amounts.
    case defaultColumns = "default-columns"

    // MARK: Providers

    /// The service has a name, an address, and names of variables.
    case service
    /// If there is no service, the provider itself answers every request.
    case ownAnswer = "own-answer"
    /// The same question has the same answer, if the provider itself answers.
    case sameAnswer = "same-answer"
    /// A request names the provider's service, and its subject is what was asked for.
    case request
    /// The same bytes become the same page.
    case samePage = "same-page"
    /// Anything that is not an answer is refused, including half an answer.
    case garbage
    /// An HTTP status that refuses the key is not taken for anything else.
    case httpStatus = "http-status"

    // MARK: Sources

    /// A source has charts or a dataset of its own.
    case holdings
    /// Columns have unique names, and headers, and numbers the decimals of their column's type.
    case columns
    /// A query has requests, and the same ones every time.
    case requests
    /// Requests come in the order of the editions.
    case order
    /// A page has the columns that the source promised, and no more rows than its policy says.
    case page
    /// The language and the end of a day are valid, rows have the country and the currency that the
    /// policy declares, and amounts have no more decimals than that currency.
    case territory
    /// The address of a film's page is a web address with `{code}` in it.
    case filmPage = "film-page"

    // MARK: Sources of posters

    /// A poster is of the requested film, with a web address, a size and a confidence from 0 to 1.
    case poster

    // MARK: Sources of details

    /// The columns of details have unique names and allowed types, and a film has at most one
    /// record with them.
    case details
}

/// A violation of a rule by a plugin.
public struct Violation: Hashable, Sendable {
    /// The name of the plugin.
    public let plugin: String
    /// The rule that is violated.
    public let rule: Rule
    /// The problem, in one sentence.
    public let message: String
}

extension Violation: CustomStringConvertible {
    /// `wiki: utf8: it writes 10,000 rows: the document is not UTF-8`.
    public var description: String { "\(plugin): \(rule.rawValue): \(message)" }
}
