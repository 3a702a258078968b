import BoxOffice
import Engine

/// A sink that keeps what it is given.
struct Page: Sink, ~Copyable {
    let outcome: Outcome

    mutating func write(_ bytes: Span<UInt8>) throws(Fault) {
        outcome.append(unsafe bytes.withUnsafeBufferPointer { unsafe Array($0) })
    }

    consuming func commit(rows: Int) throws(Fault) { outcome.commit() }
}

/// A format that writes each row on a line, its values separated by spaces.
struct Words: Format {
    let manifest = Manifest(name: "words", summary: "")
    let traits = FormatTraits(mediaType: "text/plain", fileEndings: [])

    func document(_ layout: Layout) throws(Fault) -> any Document { WordsDocument() }

    func rowWriter(_ layout: Layout) throws(Fault) -> (any RowWriter)? { WordsDocument() }
}

private struct WordsDocument: Document, RowWriter {
    func write(_ row: Span<Value>, into output: inout ByteBuffer) throws(Fault) {
        for place in row.indices {
            if place > 0 { output.append(" ") }
            switch row[place] {
            case .missing: output.append("?")
            case .text(let text): output.append(text)
            case .integer(let integer): output.append(integer)
            case .date(let day): output.append("\(day)")
            case .boolean(let boolean): output.append("\(boolean)")
            case .decimal(let decimal): output.append("\(decimal)")
            case .list(let items): output.append(items.joined(separator: "|"))
            }
        }
        output.append("\n")
    }
}

/// A source of the numbers from 1 up, each with a text.
struct Numbers: Source {
    let count: Int
    let text: String
    let manifest = Manifest(name: "numbers", summary: "")
    let holdings = Holdings(of: "it", from: Day(daysSince1970: 0), to: nil, charts: [])

    private var table: Table<Int> {
        Table(
            named: "numbers",
            [
                Field("number", "숫자", .integer) { .integer($0) },
                Field("text", "글", .text) { [text] _ in .text(text) },
            ])
    }

    func dataset(for query: Query) -> Dataset? { table.dataset }

    func requests(for query: Query) -> AnySequence<Request> {
        AnySequence([
            Request(service: "", path: "", parameters: [], subject: .page(1, after: 0))
        ])
    }

    func ownAnswer(to request: Request) -> Answer? {
        Answer(body: [], fetchedAt: Instant(secondsSince1970: 0))
    }

    func read(_ answer: Answer, to request: Request) throws(Fault) -> BoxOffice.Page {
        BoxOffice.Page(count > 0 ? Array(1...count) : [], of: table)
    }
}

struct Nowhere: Transport {
    func send(_ request: Request) async throws(Fault) -> Answer {
        throw Fault(.bug, "nobody was to be asked")
    }
}
