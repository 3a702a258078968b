import Foundation

/// An HTML page as a validator, a browser and an accessibility checker read it
/// (`Tests/Readers/page.py`).
public struct ReadPage: Decodable, Sendable {
    /// A message of the Nu HTML checker about a page.
    public struct Message: Decodable, Sendable, CustomStringConvertible {
        /// The kind of message: `error`, `warning` or a special kind of error.
        public let kind: String
        /// The last line that it concerns.
        public let line: Int?
        /// The text of the message.
        public let message: String
        /// The surrounding text.
        public let extract: String

        /// The whole message in one line.
        public var description: String { "\(kind), line \(line ?? 0): \(message) \(extract)" }
    }

    /// A table.
    public struct Table: Decodable, Sendable {
        /// The texts of its cells, row by row.
        public let rows: [[String]]
    }

    /// A link, or another element with an address.
    public struct Link: Decodable, Sendable {
        /// The scheme of its address, such as `https`.
        public let scheme: String
        /// The address as written.
        public let address: String
    }

    /// A picture.
    public struct Picture: Decodable, Sendable {
        /// The alternative text.
        public let alternative: String?
        /// True if it is embedded in the file.
        public let isEmbedded: Bool
        /// True if the browser could decode it.
        public let isShown: Bool
    }

    /// An SVG picture.
    public struct Chart: Decodable, Sendable {
        /// The size of its smallest letters in a window of 1280 pixels.
        public let smallest: Double
        /// The pairs of texts that overlap.
        public let overlaps: [[String]]
        /// The texts that stick out of the picture.
        public let outside: [String]
    }

    /// The counts of a page's contents.
    public struct Counts: Decodable, Sendable {
        /// The number of elements by name.
        public let elements: [String: Int]
        /// The number of scripts.
        public let scripts: Int
        /// The names of attributes that begin with `on`.
        public let handlers: [String]
        /// True if `window.pwned` was set.
        public let pwned: Bool
    }

    /// The scripts and dialogs of a page.
    public struct Scripts: Decodable, Sendable {
        /// The scripts that the browser compiled.
        public let compiled: [String]
        /// The dialogs that were opened.
        public let dialogs: [String]
        /// The messages of the console.
        public let console: [String]
    }

    /// The fit of a page in a window of 360 pixels.
    public struct Overflow: Decodable, Sendable {
        /// The width of the window.
        public let width: Double
        /// The width of the page.
        public let scrollWidth: Double
        /// The elements that are too wide.
        public let causes: [String]
    }

    /// A box that scrolls sideways in a window of 360 pixels.
    public struct Region: Decodable, Sendable {
        /// The beginning of its HTML.
        public let html: String
        /// True if it has an accessible name.
        public let isNamed: Bool
        /// True if the keyboard reaches it.
        public let isReached: Bool
    }

    /// The findings of axe-core.
    public struct Accessibility: Decodable, Sendable {
        /// A rule that was broken.
        public struct Violation: Decodable, Sendable, CustomStringConvertible {
            /// The rule.
            public let rule: String
            /// The number of elements that break it.
            public let count: Int
            /// The first of them.
            public let nodes: [String]
            /// The problems of those elements.
            public let reasons: [String]

            /// The whole violation in one line.
            public var description: String { "\(rule), \(count) times: \(nodes) \(reasons)" }
        }

        /// The broken rules.
        public let violations: [Violation]
    }

    /// The lowest contrasts in a chart.
    public struct Contrast: Decodable, Sendable {
        /// The contrast of letters; at least 4.5 is required.
        public let letters: Double
        /// The contrast of lines; at least 3 is required.
        public let lines: Double
    }

    /// A comparison of a page with and without JavaScript.
    public struct WithoutScript: Decodable, Sendable {
        /// True if all texts and tables are the same.
        public let isSame: Bool
    }

    /// The validator's messages.
    public let validator: [Message]?
    /// The tables, in order.
    public let tables: [Table]?
    /// The links and other addresses.
    public let links: [Link]?
    /// The pictures, in order.
    public let pictures: [Picture]?
    /// The charts, in order.
    public let charts: [Chart]?
    /// The charts' contrasts: `light` and `dark`.
    public let contrasts: [String: [Contrast]]?
    /// The counts of its contents.
    public let counts: Counts?
    /// Its title.
    public let title: String?
    /// The scripts that it ran.
    public let scripts: Scripts?
    /// The fit in a narrow window.
    public let overflow: Overflow?
    /// The regions that scroll in a narrow window.
    public let regions: [Region]?
    /// The comparison with the page without JavaScript.
    public let withoutScript: WithoutScript?
    /// The findings of axe-core: `light` in a wide window, `dark` in a narrow one.
    public let accessibility: [String: Accessibility]?
    /// The addresses that it requested.
    public let requests: [String]?
    /// The requests that reached the proxy.
    public let proxied: [String]?
}
