/// How the line of a film looks: a colour, and without colours the shape of its marks and its dashes.
struct LineStyle: Hashable {
    /// The shapes of marks.
    enum Shape: Int, CaseIterable {
        case circle, square, diamond, triangle, invertedTriangle
    }

    /// The index of the colour in a ``ChartPalette``, 0…9.
    let colour: Int

    /// No two of the ten styles have the same shape and the same dashes.
    var shape: Shape { Shape(rawValue: colour % Shape.allCases.count) ?? .circle }
    /// Whether the line has dashes.
    var isDashed: Bool { colour % 2 == 1 }

    /// How many films have a style of their own.
    static let count = 10

    /// The class in the style sheet.
    static func name(of style: LineStyle?) -> String {
        guard let style else { return "s o" }
        return "s s\(style.colour)\(style.isDashed ? " d" : "")"
    }
}
