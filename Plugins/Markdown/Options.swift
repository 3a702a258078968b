internal import BoxOffice

extension Markdown {
    /// The layouts of a chart's films.
    enum Arrangement: String, CaseIterable {
        case table, grid
    }

    /// The widths of characters whose width is ambiguous.
    enum AmbiguousWidth: String, CaseIterable {
        case narrow = "1"
        case wide = "2"
    }

    /// The forms of a rank-change marker.
    ///
    /// All are legible without colour, because the sign shows the direction.
    enum Marker: String, CaseIterable {
        /// The form that suits the medium.
        case auto
        /// Terminal colours.
        case ansi
        /// Colours of a web page; the renderer of the Markdown must allow HTML.
        case span
        /// A formula, which GitHub shows in colour.
        case math
        /// Coloured circles before the marker: in Unicode, all triangles that point down are red.
        case emoji
        /// No colours.
        case plain

        /// Returns the form for `medium`: terminal colours are written to terminals only.
        func form(for medium: Layout.Medium) -> Marker {
            switch self {
            case .auto where medium == .file: .span
            case .auto, .ansi: medium.hasColours ? .ansi : .plain
            case .span, .math, .emoji, .plain: self
            }
        }

        /// Returns `marker` (`▲3`, `▼2`, `-`, `신작`), for which `RankChange.isMarker` is true, in
        /// this form.
        func callAsFunction(_ marker: String) -> String {
            guard let colour = MarkerColour(of: marker) else { return marker }
            let isRed = colour == .red
            return switch self {
            case .ansi: "\u{1B}[\(isRed ? 31 : 34)m\(marker)\u{1B}[0m"
            case .span: "<span style=\"color:\(colour)\">\(marker)</span>"
            case .math: "$\\color{\(colour)}{\\text{\(marker)}}$"
            case .emoji: "\(isRed ? "🔴" : "🔵")\(marker)"
            case .auto, .plain: marker
            }
        }
    }

    static let marker = TypedOption.choice(
        "marker", of: Marker.self, default: .auto,
        help: "how rank changes are coloured: auto is ansi on a terminal and span, which "
            + "is HTML, elsewhere; GitHub shows math and emoji; ansi needs a terminal or "
            + "--color always, else it is plain")
    static let layout = TypedOption.choice(
        "layout", of: Arrangement.self, default: .table,
        help: "a row for each film, or cards with posters")
    static let cards = TypedOption.integer(
        "cards", in: 1...20, default: 5, help: "how many cards stand in a row")
    static let titleLink = TypedOption.boolean(
        "title-link", default: false, help: "whether titles lead to the film's page at KOBIS")
    static let pad = TypedOption.boolean(
        "pad", default: true, help: "whether cells are padded to the width of their column")
    static let ambiguousWidth = TypedOption.choice(
        "ambiguous-width", of: AmbiguousWidth.self, default: .narrow,
        help: "the display width of characters such as ▲ and ○")

    /// The summary of the format, the options and the texts in Korean.
    static let korean = [
        "summary": "마크다운 표 (GFM), 순위 변동에 색 사용",
        "option.marker":
            "순위 변동의 색: auto는 터미널에서 ansi, 그 밖에는 HTML인 span입니다. GitHub에서는 math와 emoji의 색이 보입니다. ansi는 터미널이나 --color always에서만 쓰이고, 그 밖에는 plain이 됩니다",
        "option.layout": "영화마다 한 행(table) 또는 포스터 카드(grid)",
        "option.cards": "한 줄에 놓을 카드 수",
        "option.title-link": "제목에 KOBIS 영화 페이지 링크를 걸지 여부",
        "option.pad": "칸을 공백으로 채워 열의 너비를 맞출지 여부",
        "option.ambiguous-width": "▲, ○ 같은 문자가 화면에서 차지하는 너비",
        "markdown-left-out": "화면이 좁아 생략한 열: {1}", "markdown-days-each": ", {1}일씩",
    ]
}
