public import BoxOffice
internal import SystemPackage

/// The archive: good answers of all runs in a folder, one recording each.
///
/// Any number of processes may use it at once: an answer comes into its place whole, in one step.
/// It is not made durable there, which takes longer than everything else together. Should the power
/// fail, an answer may be cut off, and the length and checksum of its recording tell; then it is
/// dropped and fetched again, as is all that is damaged.
public struct AnswerFolder: AnswerArchive {
    let folder: FilePath
    private let recordings: RecordingFolder

    /// Uses the folder at `path`, which is made when the first answer is kept.
    public init(at path: String) {
        folder = FilePath(path)
        recordings = RecordingFolder(at: path)
    }

    /// The kept answer to `request`, or nil where there is none; a damaged one is dropped.
    public func answer(to request: Request) -> Answer? {
        do throws(Fault) {
            return try recordings.recording(of: request).answer
        } catch {
            if error.kind == .malformed { drop(answerTo: request) }
            return nil
        }
    }

    /// Keeps `answer` in place of what was kept for `request` before, with its ``Freshness``.
    public func store(_ answer: Answer, to request: Request) throws(Fault) {
        let freshness = Freshness(of: request.subject, in: answer)
        let recording = Recording(of: answer, to: request, freshness: freshness)
        do throws(Fault) {
            try recordings.write(recording, for: request, isDurable: false)
        } catch {
            // The folder may just have been cleared by another process.
            try recordings.write(recording, for: request, isDurable: false)
        }
    }

    /// Forgets what is kept for `request`.
    public func drop(answerTo request: Request) {
        recordings.drop(answerTo: request)
    }
}
