import Foundation

/// A page of HTML as a validator, a browser and an accessibility checker read it: `Tests/Readers/page.py`.
public struct ReadPage: Decodable, Sendable {
    /// What the Nu HTML checker has against a page.
    public struct Message: Decodable, Sendable, CustomStringConvertible {
        /// `error` or `warning`, or what kind of error it is.
        public let kind: String
        /// The last line that it is about.
        public let line: Int?
        /// What is wrong.
        public let message: String
        /// The text around it.
        public let extract: String

        /// All of it in a line.
        public var description: String { "\(kind), line \(line ?? 0): \(message) \(extract)" }
    }

    /// A table.
    public struct Table: Decodable, Sendable {
        /// Its caption.
        public let caption: String?
        /// How many cells are headers.
        public let headers: Int
        /// The texts of its cells, row by row.
        public let rows: [[String]]
        /// How many pictures it has.
        public let pictures: Int
    }

    /// A link, or whatever else has an address.
    public struct Link: Decodable, Sendable {
        /// The scheme of its address, such as `https`.
        public let scheme: String
        /// The address as it is written.
        public let address: String
        /// What a reader follows.
        public let text: String
    }

    /// A picture.
    public struct Picture: Decodable, Sendable {
        /// What stands for it where it is not seen.
        public let alternative: String?
        /// Whether it is in the file.
        public let isEmbedded: Bool
        /// Whether the browser could decode it.
        public let isShown: Bool
        /// Its width in the page.
        public let width: Double
        /// Its height in the page.
        public let height: Double
        /// The width of the picture itself.
        public let naturalWidth: Double
        /// The height of the picture itself.
        public let naturalHeight: Double
    }

    /// An SVG picture.
    public struct Chart: Decodable, Sendable {
        /// What a screen reader calls it.
        public let name: String?
        /// Its texts, from the top down.
        public let texts: [String]
        /// The size of its smallest letters in a window of 1280 pixels.
        public let smallest: Double
        /// The texts that lie on each other, in pairs.
        public let overlaps: [[String]]
        /// The texts that stick out of it.
        public let outside: [String]
    }

    /// What is in a page.
    public struct Counts: Decodable, Sendable {
        /// How many elements of each name.
        public let elements: [String: Int]
        /// How many of them are scripts.
        public let scripts: Int
        /// The names of attributes that begin with `on`.
        public let handlers: [String]
        /// Whether it has comments.
        public let comments: Bool
        /// Whether `window.pwned` was set.
        public let pwned: Bool
    }

    /// What a page ran.
    public struct Scripts: Decodable, Sendable, Equatable {
        /// The scripts that the browser compiled.
        public let compiled: [String]
        /// The dialogs that were opened.
        public let dialogs: [String]
        /// What the console says.
        public let console: [String]
    }

    /// How a page fits a window of 360 pixels.
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
        /// How it begins.
        public let html: String
        /// Whether screen readers have a name for it.
        public let isNamed: Bool
        /// Whether the keyboard reaches it.
        public let isReached: Bool
    }

    /// What axe-core found.
    public struct Accessibility: Decodable, Sendable {
        /// A rule that was broken.
        public struct Violation: Decodable, Sendable, CustomStringConvertible {
            /// The rule.
            public let rule: String
            /// What it asks for.
            public let help: String
            /// How many elements break it.
            public let count: Int
            /// The first of them.
            public let nodes: [String]
            /// What is wrong with them.
            public let reasons: [String]

            /// All of it in a line.
            public var description: String { "\(rule), \(count) times: \(nodes) \(reasons)" }
        }

        /// The version of axe-core.
        public let version: String
        /// The broken rules.
        public let violations: [Violation]
        /// The rules that were obeyed.
        public let passes: [String]
    }

    /// The lowest contrasts in a chart.
    public struct Contrast: Decodable, Sendable {
        /// That of letters; at least 4.5 is asked for.
        public let letters: Double
        /// That of lines; at least 3 is asked for.
        public let lines: Double
    }

    /// Whether a page is the same without JavaScript.
    public struct WithoutScript: Decodable, Sendable {
        /// Whether all texts and tables are.
        public let isSame: Bool
    }

    /// The validator's messages.
    public let validator: [Message]?
    /// The tables in their order.
    public let tables: [Table]?
    /// Everything that leads somewhere.
    public let links: [Link]?
    /// The pictures in their order.
    public let pictures: [Picture]?
    /// The charts in their order.
    public let charts: [Chart]?
    /// The charts' contrasts: `light` and `dark`.
    public let contrasts: [String: [Contrast]]?
    /// What is in it.
    public let counts: Counts?
    /// Its title.
    public let title: String?
    /// What a reader sees.
    public let text: String?
    /// What it ran.
    public let scripts: Scripts?
    /// How it fits a narrow window.
    public let overflow: Overflow?
    /// What scrolls in a narrow window.
    public let regions: [Region]?
    /// What it is without JavaScript.
    public let withoutScript: WithoutScript?
    /// axe-core's findings: `light` in a wide window, `dark` in a narrow one.
    public let accessibility: [String: Accessibility]?
    /// The addresses that it asked for.
    public let requests: [String]?
    /// What reached the proxy.
    public let proxied: [String]?
}
