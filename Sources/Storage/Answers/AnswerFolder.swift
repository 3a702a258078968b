package import BoxOffice
package import Engine
internal import SystemPackage

/// The archive: the good answers of all runs in a folder, one recording each.
///
/// Any number of processes may use it at once, because an answer appears whole, in one step. It is
/// not synced to the disk, which would take longer than everything else together. If the power fails,
/// an answer may be cut off. The length and checksum in its recording show that, and it is dropped
/// and fetched again like any damaged answer.
package struct AnswerFolder: AnswerArchive {
    let folder: FilePath
    private let recordings: RecordingFolder

    /// Uses the folder at `path`, which is created when the first answer is stored.
    package init(at path: String) {
        folder = FilePath(path)
        recordings = RecordingFolder(at: path)
    }

    /// The stored answer to `request`, or nil; a damaged one is dropped.
    package func answer(to request: Request) throws(Fault) -> Answer? {
        do throws(Fault) {
            return try recordings.recording(of: request).answer
        } catch {
            switch error.kind {
            case .malformed: drop(answerTo: request)
            case .unavailable: break
            default: throw error
            }
            return nil
        }
    }

    /// Keeps `answer` in place of what was kept for `request` before.
    package func keep(
        _ answer: Answer, to request: Request, _ freshness: Freshness
    ) throws(Fault) {
        let recording = Recording(of: answer, to: request, freshness: freshness)
        do throws(Fault) {
            try recordings.write(recording, for: request, isDurable: false)
        } catch {
            // The folder may just have been cleared by another process.
            try recordings.write(recording, for: request, isDurable: false)
        }
    }

    /// Removes the stored answer to `request`.
    package func drop(answerTo request: Request) {
        recordings.drop(answerTo: request)
    }
}
