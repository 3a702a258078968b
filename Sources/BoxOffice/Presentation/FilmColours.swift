/// The colours of the ten films that a drawing distinguishes, the best placed first, as red, green
/// and blue.
package enum FilmColours {
    /// The colours on white paper.
    ///
    /// They were found by a search. Any two of them are at least 0.1 apart in OKLab for people
    /// without red or without green cones (Machado 2009), and 0.16 for others. Each has a contrast
    /// of at least 4.5 to the paper, as those of ``dark`` have to a dark screen. They are in an
    /// order in which neighbours differ most.
    package static let light: [UInt32] = [
        0x007799, 0x440033, 0xDD2255, 0x0000EE, 0x004400, 0x6600AA, 0x007700, 0x001177, 0x4466FF,
        0x882255,
    ]

    /// The colours on a dark screen.
    package static let dark: [UInt32] = [
        0x77DDFF, 0xEE1188, 0xEEDD22, 0x0088AA, 0x22FFAA, 0xAA7700, 0x9999FF, 0x77BB33, 0xCC11FF,
        0xEE99AA,
    ]

    /// Returns a colour as style sheets write it, such as `#007799`.
    package static func code(of colour: UInt32) -> String {
        let digits = String(colour, radix: 16)
        return "#" + String(repeating: "0", count: 6 - digits.count) + digits
    }
}
