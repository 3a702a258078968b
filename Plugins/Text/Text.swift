public import BoxOffice

/// The text format: what the rows say, in sentences for print.
///
/// A chart is a paragraph of at most five sentences; rows made from charts have the sentences of their
/// face. Sentences say figures of the rows alone, in the language of messages.
public struct Text: Format {
    static let films = TypedOption.integer(
        "films", in: 1...5, default: 3, help: "how many films of a chart or ranking are named")

    /// The summary, the options and the messages in Korean.
    static let korean = [
        "summary": "인쇄할 수 있는 문장",
        "option.films": "박스오피스나 순위에서 이름을 밝힐 영화 수",
        "no-sentences":
            "text 형식에는 이 자료를 나타낼 문장이 없습니다. 박스오피스, 시장 규모(market), 기간 순위(ranking), 흥행 추이(trend, --pivot 없이)만 문장으로 쓸 수 있습니다",
    ]

    /// The name `text` and the options of the format.
    public let manifest = Manifest(
        name: "text", summary: "sentences that can be printed", options: [films.declaration],
        korean: Self.korean)

    /// Text in the language of messages, which no file ending chooses.
    public let traits = FormatTraits(
        mediaType: "text/plain", fileEndings: [], tellsCurrency: true, writesColumns: false,
        isProse: true)

    /// Creates the format.
    public init() {}

    /// Returns the names of the columns that the sentences are made from.
    public func unwrittenColumns(of usual: UsualColumns, _ options: PluginOptions) -> [String] {
        ChartParagraph.columns + usual.narrated
    }

    /// Checks that there are sentences for the rows.
    public func check(_ layout: Layout) throws(Fault) {
        let document = layout.document
        let sentences = document.face?.sentences
        let isChart =
            document.periods != nil && document.dataset == ChartEntry.table.dataset.name
        guard document.face == nil ? isChart : sentences != nil else { throw .noSentences }
        if let refusal = sentences?.refusal { throw refusal }
    }

    /// Prepares a document.
    public func document(_ layout: Layout) throws(Fault) -> any Document { TextDocument(layout) }
}

extension Fault {
    fileprivate static let noSentences = Fault(
        .usage, "no-sentences",
        "text has no sentences for these rows, only for charts, market, ranking and trend (without --pivot)"
    )
}
