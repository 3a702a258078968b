import BoxOffice
import BoxOfficeConformance
import Synchronization

/// A format that keeps every rule but one.
struct WrongFormat: Format {
    /// The rule that is broken; nil for none.
    @TaskLocal static var broken: Rule?
    /// The rare case in which a rule is broken that is kept otherwise; nil for none.
    @TaskLocal static var corner: Corner?

    enum Corner {
        case text, end, many, amount, mediaType, ending, name, cents, joined, origin
    }

    static let caption = TypedOption.text("caption", default: "", help: "a line of text")
    static let colour = TypedOption.choice(
        "colour", of: Colour.self, default: .red, help: "the colour")

    enum Colour: String, CaseIterable {
        case red, blue
    }

    private var broken: Rule? { Self.broken }

    var manifest: Manifest {
        let odd = PluginOption("size", .integer(1...3), default: "4", help: "")
        return Manifest(
            name: broken == .manifest ? "Wrong!" : Self.corner == .name ? "wrong-" : "wrong",
            summary: "a format",
            options: [Self.colour.declaration, Self.caption.declaration]
                + (broken == .optionDeclaration ? [odd] : []))
    }

    var traits: FormatTraits {
        FormatTraits(
            mediaType: broken == .traits
                ? "text" : Self.corner == .mediaType ? "text/plain; charset=x" : "text/plain",
            fileEndings: [Self.corner == .ending ? "txt/x" : "txt"])
    }

    func defaultColumns(of usual: UsualColumns, _ options: PluginOptions) -> [String] {
        if Self.corner == .origin { return usual.names.filter { $0 != "source" } }
        return broken == .defaultColumns ? usual.names + usual.names : usual.names
    }

    func reader(_ options: PluginOptions) throws(Fault) -> (any RecordReader)? {
        TabReader(isWrong: broken == .readsBack)
    }

    func showsPictures(_ options: PluginOptions) -> Bool { true }

    func document(_ layout: Layout) throws(Fault) -> any Document {
        if broken == .optionValue, layout.options[Self.colour] == .blue {
            throw Fault(.usage, "blue is not there")
        }
        // A text may be refused, but not with this kind of fault.
        if layout.options[Self.caption].contains("가") {
            throw Fault(Self.corner == .text ? .malformed : .usage, "the caption is odd")
        }
        if Self.corner == .joined, layout.document.joinsSources {
            throw Fault(.bug, "two sources are too many")
        }
        return broken == .rowWriter ? NumberedRows() : WrongDocument(layout)
    }

    func rowWriter(_ layout: Layout) throws(Fault) -> (any RowWriter)? {
        Self.broken == .rowWriter ? NumberedRows() : nil
    }
}

private final class WrongDocument: Document {
    private let columns: [Column]
    private var held: [String] = []
    private var rows = 0
    private var random = SystemRandomNumberGenerator()
    let takesMorePictures = true

    init(_ layout: Layout) { columns = layout.columns }

    func take(_ picture: Picture, at address: String) throws(Fault) {
        if WrongFormat.broken == .pictures { held.append(address) }
    }

    func begin(_ edition: ChartEdition, into output: inout ByteBuffer) throws(Fault) {
        output.append("\(edition)\n")
    }

    func write(_ row: Span<Value>, into output: inout ByteBuffer) throws(Fault) {
        let count = WrongFormat.broken == .unwritten ? row.count : columns.count
        var line =
            row.indices.prefix(count).map { Self.text(row[$0]) }
            .joined(separator: "\t") + "\n"
        switch WrongFormat.broken {
        case .writes:
            guard row.indices.allSatisfy({ row[$0] != .missing }) else {
                throw Fault(.bug, "a value is missing")
            }
        case .sameBytes: line = "\(random.next())" + line
        case .utf8: output.append(0xFF as UInt8)
        case .control: line = "\u{1B}[31m" + line
        case .growth: return
        case .streaming:
            held.append(line)
            return
        default: break
        }
        rows += 1
        let amounts = row.indices.prefix(columns.count).filter { columns[$0].kind == .amount }
        let isTooMuch =
            switch WrongFormat.corner {
            case .many: rows > 9000
            case .amount: amounts.contains { row[$0] == .missing }
            case .cents: amounts.contains { Self.places(row[$0]) == 3 }
            default: false
            }
        if isTooMuch { throw Fault(.bug, "a row is too much") }
        output.append(line)
    }

    func finish(
        _ ending: DocumentEnding, into output: inout ByteBuffer
    ) throws(Fault) -> [Fault] {
        for line in held { output.append(line) }
        if WrongFormat.corner == .end, !ending.missing.isEmpty {
            throw Fault(.bug, "something is missing")
        }
        return []
    }

    private static func places(_ value: Value) -> Int {
        if case .decimal(let amount) = value { amount.places } else { 0 }
    }

    /// Returns a text without the characters that end a cell or a line.
    private static func text(_ value: Value) -> String {
        value.readable(as: .text).filter { !$0.isNewline && $0 != "\t" }
    }
}

/// A document whose rows contain their number, although they should look the same anywhere.
private final class NumberedRows: Document, RowWriter {
    private let count = Mutex(0)

    func write(_ row: Span<Value>, into output: inout ByteBuffer) throws(Fault) {
        let number = count.withLock { count in
            count += 1
            return count
        }
        output.append("\(number)\n")
    }
}

/// A reader of lines of cells separated by tabs.
private struct TabReader: RecordReader {
    let isWrong: Bool

    func goesOn(after line: Span<UInt8>, isOpen: Bool) -> Bool { false }

    func cells(of record: Span<UInt8>) throws(Fault) -> [(name: String?, text: String?)] {
        let line = String(decoding: record.indices.map { record[$0] }.dropLast(), as: UTF8.self)
        let texts = line.split(separator: "\t", omittingEmptySubsequences: false)
        return (isWrong ? texts.dropLast() : texts[...]).map { (nil, String($0)) }
    }
}
