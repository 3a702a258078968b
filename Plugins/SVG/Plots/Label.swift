internal import BoxOffice

/// A text in a drawing, with its position.
struct Label {
    /// The end of the text that stays in place when the text grows.
    enum Anchor: String {
        case start, middle, end
    }

    /// The role of a text, which sets its size.
    enum Role {
        /// A film, beside the plot or at its foot.
        case film
        /// One of two lines of a long name of a film.
        case line
        /// A text of an axis or of the legend.
        case tick
        /// A film beside its bar, or the figure of the bar.
        case bar
        /// The title of a picture, or the caption of one of its plots.
        case title, caption

        /// The size of the font.
        var size: Double {
            switch self {
            case .title: 18
            case .film, .bar, .caption: 13
            case .line, .tick: 11
            }
        }

        /// The height of a line of text.
        var height: Double { self == .title ? 25 : size + 3 }

        /// True if the letters are bold.
        var isBold: Bool { self == .title || self == .caption }
    }

    /// A mark before a text.
    enum Mark {
        /// The mark of the line of a film that is named apart from it.
        ///
        /// Beside the line, the mark would look like one more figure.
        case line
        /// The ring around the mark of a film that entered the chart, as explained in the legend.
        case entry
        /// The bar after the mark of a film that left it.
        case exit
        /// The hatching of a missing period.
        case gap
    }

    /// The text, not escaped.
    var text: String
    /// A bold rank between the anchor and the text; nil for none.
    var rank: Int?
    /// The x coordinate of the anchor.
    var x = 0.0
    /// The vertical centre of the text.
    var y = 0.0
    /// The end of the text that is at `x`.
    var anchor = Anchor.start
    /// The role of the text.
    var role: Role
    /// The start of a thin line to the label; nil if there is no line.
    var leader: Point?
    /// The whole name of a film at an end of the plot, whose text may be cut; nil for other labels.
    var name: String?
    /// The style of the film's line; nil if it is grey, and for labels of other things.
    var style: LineStyle?

    /// The mark before the text, which then begins its box; nil for none.
    var mark: Mark?

    /// True if the text has the colour of its line, because it stands beside the line without a rank.
    var hasColour: Bool { role == .film && rank == nil && mark == nil }

    /// True if the text is less important: a text of an axis, or of a film without a colour.
    var isQuiet: Bool { role == .tick || [.film, .line].contains(role) && style == nil }

    /// The greatest width of the drawn text, as an estimate.
    var width: Double {
        (rank == nil ? 0 : Self.rankWidth) + text.drawnWidth(as: role) + markWidth
    }

    /// The box that the text takes.
    var box: Box {
        let (left, right) =
            switch anchor {
            case .start: (x, x + width)
            case .middle: (x - width / 2, x + width / 2)
            case .end: (x - width, x)
            }
        let half = role.height / 2
        return Box(left: left, top: y - half, right: right, bottom: y + half)
    }

    /// The width of the mark before the text.
    var markWidth: Double { mark == nil ? 0 : mark == .line ? 12 : 18 }
    /// The width of a rank before a text, or after one that ends at its anchor.
    static let rankWidth = 22.0

    /// Returns the rank and the whole name in one or two lines of smaller letters if the text is cut, else
    /// the label alone.
    func inTwoLines(within room: Double) -> [Label] {
        guard let name, text != name else { return [self] }
        let words = name.wrapped(to: room, as: .line)
        let rest = words.dropFirst().joined(separator: " ").fitted(to: room, as: .line)
        let lines = [words.first ?? "", rest].filter { !$0.isEmpty }
        let side = anchor == .end ? -Self.rankWidth : Self.rankWidth
        var (rank, top) = (self, y - Role.line.height * Double(lines.count - 1) / 2)
        rank.text = ""
        return lines.reduce(into: [rank]) { labels, line in
            labels.append(
                Label(text: line, x: x + side, y: top, anchor: anchor, role: .line, style: style))
            top += Role.line.height
        }
    }
}

extension [Label] {
    /// Returns the labels side by side, in as many rows as they need, the first of which is at `y`.
    func inRows(
        from y: Double, distance: Double, gap: Double, within width: Double
    ) -> [Label] {
        var end = (x: 4.0, row: 0)
        return map { label in
            var label = label
            if end.x > 4, end.x + label.width > width { end = (4, end.row + 1) }
            (label.x, label.y) = (end.x, y + distance * Double(end.row))
            end.x += label.width + gap
            return label
        }
    }

    /// Returns the labels of a column in their order, each moved as little as possible so that none
    /// overlap.
    ///
    /// - Parameters:
    ///   - room: the top and the bottom of the column, into which all of them fit.
    ///   - distance: the farthest that a label may move and lose its leader.
    func spread(in room: ClosedRange<Double>, leadersBeyond distance: Double) -> [Label] {
        let height = first?.role.height ?? 0
        // Labels that touch are a block, which is centred on where its labels should be.
        var blocks: [(sum: Double, count: Double)] = []
        for (index, label) in enumerated() {
            var block = (sum: label.y - Double(index) * height, count: 1.0)
            while let last = blocks.last, last.sum / last.count > block.sum / block.count {
                block = (last.sum + block.sum, last.count + block.count)
                blocks.removeLast()
            }
            blocks.append(block)
        }
        let tops = blocks.flatMap { repeatElement($0.sum / $0.count, count: Int($0.count)) }
        return zip(self, tops).enumerated().map { index, pair in
            var label = pair.0
            let above = room.lowerBound + height / 2 + Double(index) * height
            let below = room.upperBound - height / 2 - Double(count - 1 - index) * height
            label.y = Swift.max(above, Swift.min(pair.1 + Double(index) * height, below))
            if abs(label.y - pair.0.y) <= distance { label.leader = nil }
            return label
        }
    }
}

/// Estimates of how wide a sans-serif text is drawn.
///
/// The reader's font is not known, so the estimates are generous: common fonts are narrower over the
/// length of a title.
extension String {
    /// Returns the width in the font of `role`.
    func drawnWidth(as role: Label.Role) -> Double {
        reduce(0) { $0 + Self.width(of: $1) } * role.size
    }

    /// Returns the text in as many lines as it needs; a word that is wider than `width` is broken.
    func wrapped(to width: Double, as role: Label.Role) -> [String] {
        split(separator: " ").flatMap { String($0).broken(to: width, as: role) }
            .inLines { $0.drawnWidth(as: role) <= width }
    }

    /// Returns the parts of a word that are each at most `width` wide, if a single character is.
    private func broken(to width: Double, as role: Label.Role) -> [String] {
        var used = Double.infinity
        return reduce(into: [String]()) { parts, character in
            // Many marks on one letter would cover the lines above and below.
            let character = character.unicodeScalars.count > 8 ? "\u{FFFD}" : character
            used += Self.width(of: character)
            if used * role.size <= width {
                parts[parts.count - 1].append(character)
            } else {
                used = Self.width(of: character)
                parts.append(String(character))
            }
        }
    }

    /// Returns the text in one line, cut with `…` if it is wider than `width`.
    func fitted(to width: Double, as role: Label.Role) -> String {
        let parts = broken(to: width, as: role)
        guard parts.count > 1 else { return parts.first ?? "" }
        // The dots are as wide as the letters are high.
        return (broken(to: width - role.size, as: role).first ?? "") + "…"
    }

    /// Returns the width of a character as a fraction of the font size.
    private static func width(of character: Character) -> Double {
        guard let ascii = character.asciiValue else {
            let isEmoji = character.unicodeScalars.contains {
                (0x1F000..<0x20000).contains($0.value)
            }
            // Characters without a width are shown as U+FFFD.
            return isEmoji ? 1.4 : DisplayWidth()(String(character)) == 1 ? 0.8 : 1
        }
        if "mwMW@%".utf8.contains(ascii) || ascii < 0x20 || ascii == 0x7F { return 1 }
        if "iljtfrI .,:-()'!".utf8.contains(ascii) { return 0.42 }
        let isWide = [0x41...0x5A, 0x20...0x2F, 0x3A...0x40].contains { $0.contains(ascii) }
        return isWide ? 0.8 : 0.64
    }
}
