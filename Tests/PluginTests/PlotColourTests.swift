import Foundation
import Testing

@testable import HTML
@testable import SVG

/// The colours of plots, as people with normal and with impaired colour vision see them.
@Suite struct PlotColourTests {
    /// A colour as linear red, green and blue.
    private typealias Linear = [Double]

    private static let palettes = [Palette.light, .dark]

    /// The matrices of vision with all cones, without red ones and without green ones (Machado,
    /// Oliveira and Fernandes 2009, severity 1.0), each with the least distance of any two colours.
    private static let visions: [(matrix: [[Double]], least: Double)] = [
        ([[1, 0, 0], [0, 1, 0], [0, 0, 1]], 0.16),
        (
            [
                [0.152286, 1.052583, -0.204868], [0.114503, 0.786281, 0.099216],
                [-0.003882, -0.048116, 1.051998],
            ], 0.1
        ),
        (
            [
                [0.367322, 0.860646, -0.227968], [0.280085, 0.672501, 0.047413],
                [-0.011820, 0.042940, 0.968881],
            ], 0.1
        ),
    ]

    private func linear(_ colour: String) throws -> Linear {
        let number = try #require(Int(colour.dropFirst(), radix: 16))
        return [16, 8, 0].map { shift in
            let part = Double(number >> shift & 0xFF) / 255
            return part <= 0.04045 ? part / 12.92 : pow((part + 0.055) / 1.055, 2.4)
        }
    }

    private func times(_ matrix: [[Double]], _ vector: [Double]) -> [Double] {
        matrix.map { zip($0, vector).reduce(0) { $0 + $1.0 * $1.1 } }
    }

    private func oklab(_ colour: Linear) -> [Double] {
        let cones = times(
            [
                [0.4122214708, 0.5363325363, 0.0514459929],
                [0.2119034982, 0.6806995451, 0.1073969566],
                [0.0883024619, 0.2817188376, 0.6299787005],
            ], colour.map { min(max($0, 0), 1) })
        return times(
            [
                [0.2104542553, 0.7936177850, -0.0040720468],
                [1.9779984951, -2.4285922050, 0.4505937099],
                [0.0259040371, 0.7827717662, -0.8086757660],
            ], cones.map { cbrt($0) })
    }

    private func distance(_ one: [Double], _ other: [Double]) -> Double {
        zip(one, other).reduce(0) { $0 + ($1.0 - $1.1) * ($1.0 - $1.1) }.squareRoot()
    }

    private func contrast(_ one: String, _ other: String) throws -> Double {
        let lights = try [one, other].map { colour in
            try times([[0.2126, 0.7152, 0.0722]], linear(colour)).reduce(0, +) + 0.05
        }
        return (lights.max() ?? 0) / (lights.min() ?? 1)
    }

    @Test("Ten colours differ enough for people without red or green cones")
    func distances() throws {
        for palette in Self.palettes {
            let films = palette.films
            for (matrix, least) in Self.visions {
                let seen = try films.map { oklab(times(matrix, try linear($0))) }
                for index in seen.indices {
                    for other in seen.indices.dropFirst(index + 1) {
                        let distance = distance(seen[index], seen[other])
                        #expect(
                            distance >= least,
                            "\(films[index]) \(films[other]) \(distance)")
                    }
                }
            }
        }
    }

    @Test("Neighbours at the left end differ much more than any two colours must")
    func neighbours() throws {
        for palette in Self.palettes {
            for (matrix, least) in Self.visions {
                let seen = try palette.films.map { oklab(times(matrix, try linear($0))) }
                for (one, other) in zip(seen, seen.dropFirst()) {
                    #expect(distance(one, other) >= least + 0.12)
                }
            }
        }
    }

    @Test("Every line and text has a contrast of 4.5 to the paper, on light and on dark paper")
    func contrasts() throws {
        for palette in Self.palettes {
            for colour in palette.films + [palette.ink, palette.quiet, palette.other] {
                #expect(try contrast(colour, palette.paper) >= 4.5, "\(colour)")
            }
        }
    }

    @Test("Every colour of a page's texts has a contrast of 4.5 to its background")
    func pages() throws {
        var themes: [[String: String]] = []
        for rules in PageStyle.rules.components(separatedBy: ":root{").dropFirst() {
            var colours: [String: String] = [:]
            for match in rules.prefix(while: { $0 != "}" }).matches(of: /--(\w+):#(\w+)/) {
                let (name, digits) = (String(match.output.1), String(match.output.2))
                colours[name] =
                    "#" + (digits.count == 3 ? digits.map { "\($0)\($0)" }.joined() : digits)
            }
            themes.append(colours)
        }
        // Light, dark, and the changes to light for print.
        try #require(themes.map(\.count) == [9, 9, 2])
        for theme in [themes[0], themes[1], themes[0].merging(themes[2]) { $1 }] {
            for behind in ["ground", "stripe"] {
                let paper = try #require(theme[behind])
                for (name, colour) in theme where !["ground", "stripe", "line"].contains(name) {
                    #expect(try contrast(colour, paper) >= 4.5, "\(name) \(colour) on \(paper)")
                }
            }
        }
    }

    @Test("Without colours, shapes and dashes tell the ten films apart")
    func shapes() {
        let styles = (0..<LineStyle.count).map { LineStyle(colour: $0) }
        let looks = styles.map { "\(String(describing: $0.shape)) \($0.isDashed)" }
        #expect(Set(looks).count == LineStyle.count)
    }

    @Test("A page defines every colour of a palette")
    func names() throws {
        for palette in Self.palettes {
            #expect(palette.films.count == LineStyle.count)
            let named = Palette.named
            for colour in named.films + [
                named.paper, named.ink, named.quiet, named.other, named.grid,
            ] {
                let name = colour.dropFirst("var(".count).dropLast()
                #expect(palette.declarations.contains("\(name): #"), "\(colour)")
            }
        }
    }
}
