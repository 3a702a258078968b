/// The forms of a rank-change marker.
///
/// All are legible without colour: the sign tells the direction.
enum Marker: String {
    /// Colours of a terminal.
    case ansi
    /// Colours of a web page, for which HTML in Markdown must be allowed.
    case span
    /// A formula, which GitHub shows in colour.
    case math
    /// Coloured circles before the marker: in Unicode, all triangles that point down are red.
    case emoji
    /// No colours.
    case plain

    private enum Colour: String {
        case red, blue

        var ansi: String { self == .red ? "\u{1B}[31m" : "\u{1B}[34m" }
        var circle: String { self == .red ? "🔴" : "🔵" }
    }

    /// `marker` (`▲3`, `▼2`, `-`, `신작`), one that `RankChange.isMarker` knows, in this form.
    func form(of marker: String) -> String {
        guard let colour = colour(of: marker) else { return marker }
        return switch self {
        case .ansi: "\(colour.ansi)\(marker)\u{1B}[0m"
        case .span: "<span style=\"color:\(colour)\">\(marker)</span>"
        case .math: "$\\color{\(colour)}{\\text{\(marker)}}$"
        case .emoji: "\(colour.circle)\(marker)"
        case .plain: marker
        }
    }

    /// What of ``form(of:)`` takes room where it is written.
    func visiblePart(of marker: String) -> String {
        self == .ansi ? marker : form(of: marker)
    }

    /// Red for what rose, is new or entered the chart, blue for what fell: the colours of Korean
    /// charts.
    private func colour(of marker: String) -> Colour? {
        switch marker.first {
        case "▲", "신", "진": .red
        case "▼": .blue
        default: nil
        }
    }
}
