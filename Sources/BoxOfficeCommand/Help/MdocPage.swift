internal import BoxOffice

/// A manual page in mdoc(7), written from top to bottom in one language.
struct MdocPage {
    /// What has been written.
    private(set) var text = ""
    /// Whether the next paragraph needs no space before it.
    private var isAtHeading = true
    private let catalogue: Catalogue

    /// Begins an empty page in the language of `catalogue`.
    init(in catalogue: Catalogue) {
        self.catalogue = catalogue
    }

    /// Writes a line with a macro, whose arguments are escaped.
    mutating func macro(_ line: String) { text += line + "\n" }

    /// Writes the heading of a section.
    mutating func section(_ title: String) { heading(".Sh \(title)") }

    /// Writes the heading of a part of a section.
    mutating func subsection(_ title: Message) { heading(".Ss \(escaped(title))") }

    private mutating func heading(_ line: String) {
        macro(line)
        isAtHeading = true
    }

    /// Writes `prose`, in which an empty line separates paragraphs, and `note` after it.
    mutating func paragraphs(_ prose: Message, note: Message? = nil) {
        let text = [prose, note].compactMap { $0?.text(in: catalogue) }.joined(separator: " ")
        for line in text.split(separator: "\n") {
            if !isAtHeading { macro(".Pp") }
            // A sentence begins on a line of its own, so that roff puts the right space before it.
            for sentence in line.replacing(". ", with: ".\n").split(separator: "\n") {
                write(String(sentence))
            }
            isAtHeading = false
        }
    }

    /// Writes a line of text.
    private mutating func write(_ line: String) {
        let isControl = line.hasPrefix(".") || line.hasPrefix("'")
        macro((isControl ? "\\&" : "") + Self.escaped(line))
    }

    /// Writes a list; the labels of its rows are macros with escaped arguments.
    mutating func list(_ rows: [HelpRow]) {
        macro(".Bl -tag -width Ds")
        for row in rows {
            heading(".It \(row.label)")
            paragraphs(row.text, note: row.note)
        }
        macro(".El")
        isAtHeading = false
    }

    /// Writes a list; each label is the argument of `macro`.
    mutating func list(_ rows: [HelpRow], as macro: String) {
        list(rows.map { HelpRow("\(macro) \(Self.escaped($0.label))", $0.text) })
    }

    /// Writes lines as they are.
    mutating func literal(_ lines: [String]) {
        macro(".Bd -literal -offset indent")
        for line in lines { write(line) }
        macro(".Ed")
        isAtHeading = false
    }

    /// `message` in the language of the page, escaped.
    func escaped(_ message: Message) -> String { Self.escaped(message.text(in: catalogue)) }

    /// `text` so that neither mdoc nor roff takes anything in it for a command, and hyphens and
    /// quotes can be copied.
    static func escaped(_ text: String) -> String {
        text.map { escapes[$0] ?? String($0) }.joined()
    }

    /// The characters that are written otherwise.
    private static let escapes: [Character: String] = [
        "\\": "\\e", "-": "\\-", "'": "\\(aq", "\"": "\\(dq", "`": "\\(ga", "~": "\\(ti",
        "^": "\\(ha",
    ]
}
