/// A text of a drawing and where it is.
struct ChartLabel: Hashable {
    /// The end of the text that stays where it is when the text grows.
    enum Anchor: String {
        case start, middle, end
    }

    /// What the text is, for the style sheet.
    enum Role: String {
        /// A film with a colour of its own.
        case film = "f"
        /// A film with a grey line.
        case otherFilm = "f o"
        /// A film with a colour, among the lines.
        case inner = "f i"
        /// A film with a grey line, among the lines.
        case otherInner = "f o i"
        /// What the axes and the marks say.
        case tick = "t"
    }

    /// The text, which is not escaped.
    var text: String
    /// A rank in bold between the text and the lines; nil if there is none.
    var rank: String?
    /// Where the text is anchored.
    var x: Double
    /// The vertical centre of the text.
    var y: Double
    /// The end of the text that is at `x`.
    var anchor: Anchor
    /// What the text is.
    var role: Role
    /// Where a thin line to the label begins; nil if there is none.
    var leader: ChartPoint?
    /// The style of the film's line; nil if it is grey, or if the label is no film's.
    var style: LineStyle?
    /// Whether the mark of the line is before the text.
    var hasMark = false

    /// Whether the label is on top of lines, which must not run through its letters.
    var hasHalo: Bool { role == .inner || role == .otherInner }

    /// The size of the font, as the style sheet has it.
    var size: Double { Self.size(of: role) }

    /// How wide the text is drawn at most, as far as that can be said.
    var width: Double {
        let rank = rank.map { ChartText.width($0 + " ", size: size) } ?? 0
        return rank + ChartText.width(text, size: size) + (hasMark ? Self.markWidth : 0)
    }

    /// The room that the text takes.
    var box: ChartBox {
        let left =
            switch anchor {
            case .start: x
            case .middle: x - width / 2
            case .end: x - width
            }
        let half = Self.height(of: role) / 2
        return ChartBox(left: left, top: y - half, right: left + width, bottom: y + half)
    }

    /// The room of the mark before a text.
    static let markWidth = 12.0

    /// The size of the font.
    static func size(of role: Role) -> Double {
        switch role {
        case .film, .otherFilm: 13
        case .inner, .otherInner: 12
        case .tick: 11
        }
    }

    /// The height of a line of text.
    static func height(of role: Role) -> Double { size(of: role) + 3 }
}
