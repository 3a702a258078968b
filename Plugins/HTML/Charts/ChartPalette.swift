/// Ten colours for lines, and the colours of the rest of a drawing.
///
/// The ten were searched for. Two of them are at least 0.1 apart in OKLab for people without red or
/// without green cones (Machado 2009), and 0.16 for others. Each has a contrast of at least 3 to the
/// paper. They are in an order in which neighbours differ most.
struct ChartPalette: Hashable {
    /// The colours of the films, as `#rrggbb`.
    let films: [String]
    /// The background.
    let paper: String
    /// Texts.
    let ink: String
    /// Texts that matter less: the axes, and films without a colour.
    let quietInk: String
    /// The lines of films without a colour.
    let otherLine: String
    /// The lines behind those of the films.
    let grid: String

    /// On light paper, and in print.
    static let light = ChartPalette(
        films: [
            "#227755", "#6633ff", "#771100", "#3399ee", "#0000cc", "#cc2200", "#660088", "#bb8800",
            "#004444", "#9955aa",
        ], paper: "#ffffff", ink: "#1a1a1a", quietInk: "#595959", otherLine: "#8c8c8c",
        grid: "#e2e2e2")

    /// On a dark screen.
    static let dark = ChartPalette(
        films: [
            "#ff55cc", "#22ffaa", "#aa4422", "#00aaff", "#ffcc00", "#9944aa", "#889911", "#aaddff",
            "#0055ff", "#dd9988",
        ], paper: "#0d1117", ink: "#ececec", quietInk: "#b4b4b4", otherLine: "#808080",
        grid: "#33363d")
}
