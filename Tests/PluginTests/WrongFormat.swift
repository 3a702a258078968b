import BoxOffice
import BoxOfficeConformance

/// A format that keeps every rule but one.
struct WrongFormat: Exporter, ~Copyable {
    /// The rule that is broken; nil for none.
    @TaskLocal static var broken: Rule?

    static let colour = TypedOption.choice(
        "colour", of: Colour.self, default: .red, help: "the colour")

    enum Colour: String, CaseIterable {
        case red, blue
    }

    static var manifest: Manifest {
        let odd = PluginOption("size", .integer(1...3), default: "4", help: "")
        return Manifest(
            name: broken == .manifest ? "Wrong!" : "wrong", summary: "a format",
            options: [colour.declaration] + (broken == .optionDeclaration ? [odd] : []))
    }

    static var traits: FormatTraits {
        FormatTraits(mediaType: broken == .traits ? "text" : "text/plain", fileEndings: ["txt"])
    }

    static func defaultColumns(of usual: [String], _ options: PluginOptions) -> [String] {
        broken == .defaultColumns ? usual + usual : usual
    }

    static func reader(_ options: PluginOptions) throws(Fault) -> (any RecordReader)? {
        TabReader(isWrong: broken == .readsBack)
    }

    private let columns: [Column]
    private var held: [String] = []
    private var random = SystemRandomNumberGenerator()

    init(_ layout: Layout) throws(Fault) {
        if Self.broken == .optionValue, layout.options[Self.colour] == .blue {
            throw Fault(.usage, "blue is not there")
        }
        columns = layout.columns
    }

    static func showsPictures(_ options: PluginOptions) -> Bool { true }

    mutating func take(_ picture: Picture, at address: String) throws(Fault) {
        if Self.broken == .pictures { held.append(address) }
    }

    var rowWriter: (any RowWriter)? {
        Self.broken == .rowWriter ? WrongRow() : nil
    }

    mutating func begin(_ edition: ChartEdition, into output: inout ByteBuffer) throws(Fault) {
        output.append("\(edition)\n")
    }

    mutating func write(_ row: Span<Value>, into output: inout ByteBuffer) throws(Fault) {
        let count = Self.broken == .unwritten ? row.count : columns.count
        var line =
            row.indices.prefix(count).map { Self.text(row[$0]) }
            .joined(separator: "\t") + "\n"
        switch Self.broken {
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
        output.append(line)
    }

    consuming func finish(_ ending: DocumentEnding, into output: inout ByteBuffer) throws(Fault) {
        for line in held { output.append(line) }
    }

    /// Texts with what could be taken for the end of a cell or a line left out.
    private static func text(_ value: Value) -> String {
        value.readable(as: .text).filter { !$0.isNewline && $0 != "\t" }
    }
}

/// Writes nothing.
private struct WrongRow: RowWriter {
    func write(_ row: Span<Value>, into output: inout ByteBuffer) throws(Fault) {}
}

/// Reads lines of cells with tabs between them.
private struct TabReader: RecordReader {
    let isWrong: Bool

    func goesOn(behind line: Span<UInt8>, isOpen: Bool) -> Bool { false }

    func cells(of record: Span<UInt8>) throws(Fault) -> [RecordCell] {
        let line = String(decoding: record.indices.map { record[$0] }.dropLast(), as: UTF8.self)
        let cells = line.split(separator: "\t", omittingEmptySubsequences: false)
            .map { RecordCell(text: String($0)) }
        return isWrong ? Array(cells.dropLast()) : cells
    }
}
