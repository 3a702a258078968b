internal import BoxOffice

/// The forms of a rank-change marker in Markdown.
///
/// All are legible without colour: the sign tells the direction.
enum MarkerForm {
    /// Colours of a terminal.
    case ansi
    /// Colours of a web page; the renderer of the Markdown must allow HTML.
    case span
    /// A formula, which GitHub shows in colour.
    case math
    /// Coloured circles before the marker: in Unicode, all triangles that point down are red.
    case emoji
    /// No colours.
    case plain

    /// `marker` (`▲3`, `▼2`, `-`, `신작`), one that `RankChange.isMarker` knows, in this form.
    func callAsFunction(_ marker: String) -> String {
        guard let colour = MarkerColour(of: marker) else { return marker }
        return switch self {
        case .ansi: "\(colour.ansi)\(marker)\u{1B}[0m"
        case .span: "<span style=\"color:\(colour)\">\(marker)</span>"
        case .math: "$\\color{\(colour)}{\\text{\(marker)}}$"
        case .emoji: "\(colour.circle)\(marker)"
        case .plain: marker
        }
    }

    /// The visible part of the marker in this form.
    func visiblePart(of marker: String) -> String {
        self == .ansi ? marker : self(marker)
    }
}

extension MarkerColour {
    /// What makes a terminal write in the colour.
    fileprivate var ansi: String { self == .red ? "\u{1B}[31m" : "\u{1B}[34m" }

    /// A circle in the colour.
    fileprivate var circle: String { self == .red ? "🔴" : "🔵" }
}
