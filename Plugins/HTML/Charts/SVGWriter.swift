/// Writes the elements of a drawing.
struct SVGWriter {
    /// What was written.
    private(set) var text = ""

    /// Writes markup as it is.
    mutating func write(_ markup: String) { text += markup }

    /// Writes a path, if there is anything on it.
    mutating func write(_ path: SVGPath, class name: String) {
        guard !path.isEmpty else { return }
        text += "<path class=\"\(name)\" d=\"\(path.commands)\"/>"
    }

    /// Writes the beginning of a figure: its caption and, for screen readers, what the drawing shows.
    mutating func beginFigure(
        _ caption: String, _ description: String, width: Double, height: Double
    ) {
        text += "<figure class=\"chart\"><figcaption>\(HTMLText.escaping(caption))</figcaption>\n"
        text += "<div class=\"scroll\" role=\"region\" tabindex=\"0\""
        text += " aria-label=\"\(HTMLText.escaping(caption))\">\n"
        let box = "0 0 \(SVGPath.number(width)) \(SVGPath.number(height))"
        text += "<svg viewBox=\"\(box)\" role=\"img\""
        text += " aria-label=\"\(HTMLText.escaping(description))\">\n"
    }

    /// Writes the end of a figure.
    mutating func endFigure() { text += "</svg></div></figure>\n" }
}
