/// A manual page in mdoc(7), written from top to bottom.
struct MdocPage {
    /// What has been written.
    private(set) var text = ""
    /// Whether the next paragraph needs no space before it.
    private var isAtHeading = true

    /// Begins a page with its prologue.
    ///
    /// - Parameter date: a fixed date in mdoc's form, so that the same program writes the same bytes.
    init(name: String, section: Int, system: String, date: String) {
        text = """
            .Dd \(date)
            .Dt \(Self.escaped(name.uppercased())) \(section)
            .Os \(Self.escaped(system))

            """
    }

    /// Begins a section.
    mutating func section(_ title: String) { heading(".Sh \(Self.escaped(title))") }

    /// Begins a part of a section.
    mutating func subsection(_ title: String) { heading(".Ss \(Self.escaped(title))") }

    private mutating func heading(_ line: String) {
        macro(line)
        isAtHeading = true
    }

    /// Writes a line with a macro, whose arguments are escaped.
    mutating func macro(_ line: String) { text += line + "\n" }

    /// Writes `prose`, in which an empty line separates paragraphs.
    mutating func paragraphs(_ prose: String) {
        for line in prose.split(separator: "\n") {
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
        text += (isControl ? "\\&" : "") + Self.escaped(line) + "\n"
    }

    /// Writes a list of tags, which are macros with escaped arguments, and what belongs to each.
    mutating func list(_ items: [(tag: String, text: String)]) {
        macro(".Bl -tag -width Ds")
        for item in items {
            heading(".It \(item.tag)")
            paragraphs(item.text)
        }
        macro(".El")
        isAtHeading = false
    }

    /// Writes lines as they are.
    mutating func literal(_ lines: [String]) {
        macro(".Bd -literal -offset indent")
        for line in lines { write(line) }
        macro(".Ed")
        isAtHeading = false
    }

    /// `text` so that neither mdoc nor roff takes anything in it for a command, and hyphens and
    /// quotes can be copied.
    static func escaped(_ text: String) -> String {
        text.reduce(into: "") { escaped, character in
            switch character {
            case "\\": escaped += "\\e"
            case "-": escaped += "\\-"
            case "'": escaped += "\\(aq"
            case "\"": escaped += "\\(dq"
            case "`": escaped += "\\(ga"
            case "~": escaped += "\\(ti"
            case "^": escaped += "\\(ha"
            default: escaped.append(character)
            }
        }
    }
}
