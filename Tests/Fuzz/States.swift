import BoxOffice
import Singer

/// The states kept by Singer targets.
enum States {
    /// Reads a state; if that succeeds, the format writes it and reads it again.
    static func read(_ bytes: [UInt8]) {
        guard case .success(let bookmarks?) = parse(bytes) else { return }
        guard case .success(let state) = reading({ () throws(Fault) in try written(bookmarks) })
        else { return promise(false, "a state that is read can be written") }
        guard case .success(let again?) = parse(state) else {
            return promise(false, "a state that is written is read")
        }
        promise(again == bookmarks, "a state that is written has the same bookmarks")
    }

    private static func parse(_ bytes: [UInt8]) -> Result<Bookmarks?, Fault> {
        reading { () throws(Fault) in try Singer().bookmarks(in: bytes) }
    }

    /// Returns the messages of a document without rows that resumes from `bookmarks`.
    private static func written(_ bookmarks: Bookmarks) throws(Fault) -> [UInt8] {
        let period = Period(of: .daily, containing: Day(daysSince1970: 20_000))
        var document = DocumentDescription(dataset: "chart")
        document.periods = Periods(from: period, to: period)
        document.bookmarks = bookmarks
        let options = try PluginOptions([], for: Singer().manifest)
        let column = Column("rank", "순위", .integer)
        var buffer = ByteBuffer()
        var exporter = try Singer().document(
            Layout(columns: [column], options: options, document: document))
        try exporter.begin(into: &buffer)
        _ = try exporter.finish(DocumentEnding(), into: &buffer)
        return buffer.withBytes { bytes in bytes.indices.map { bytes[$0] } }
    }
}
