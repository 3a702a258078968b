/// A text of a drawing and where it is.
struct ChartLabel: Hashable {
    /// The end of the text that stays where it is when the text grows.
    enum Anchor: String {
        case start, middle, end
    }

    /// What the text is, for the style sheet.
    enum Role: String {
        /// A film with a colour of its own, or one of the others.
        case film = "f"
        case otherFilm = "f o"
        /// A film beside its line, with a halo.
        case inner = "f i"
        case otherInner = "f o i"
        /// What the axes and the marks say.
        case tick = "t"
    }

    /// The text, which is not escaped.
    var text: String
    /// What stands in bold before a text that starts at its anchor, or behind one that ends there.
    var rank: String?
    /// Where the text is anchored, and its vertical centre.
    var x: Double
    var y: Double
    var anchor: Anchor
    var role: Role
    /// Where a thin line to the label begins; nil if there is none.
    var leader: ChartPoint?
    /// The style of the mark before the text, if `hasMark`.
    var style: LineStyle?
    var hasMark = false

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
