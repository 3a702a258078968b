package import BoxOffice
package import Engine
internal import Glibc
internal import SystemPackage

/// A folder of recordings, one file per answer.
///
/// As a ``Transport`` it returns recorded answers only, without a network. As an ``AnswerArchive`` it
/// holds the good answers of all runs. Any number of processes may use it at once, because an answer
/// appears whole, in one step. Answers of an archive are not synced to the disk. If the power fails,
/// such an answer may be cut off. The length and checksum in its recording show that, and it is dropped
/// and fetched again like any damaged answer.
package final class RecordingFolder: Transport, AnswerRecorder, AnswerArchive {
    let path: String
    private let leftovers = Leftovers()

    /// Uses the folder at `path`, which is created when the first answer is recorded.
    package init(at path: String) {
        self.path = FilePath(path.isEmpty ? "." : path).string
    }

    /// Returns true if the folder exists.
    ///
    /// - Throws: a ``Fault`` of kind `configuration` if that cannot be determined.
    package func exists() throws(Fault) -> Bool {
        do throws(Errno) {
            return try FileStatus(ifAt: FilePath(path))?.isFolder == true
        } catch {
            throw .cannotRead(path, error, as: .configuration)
        }
    }

    /// True: recordings are on this machine.
    package var isLocal: Bool { true }

    /// Returns the recorded answer to `request`.
    ///
    /// - Throws: a ``Fault`` of kind `unavailable` if there is none, `malformed` if it is damaged, and
    ///   `configuration` if it cannot be read.
    package func send(_ request: Request) throws(Fault) -> Answer {
        let path = path(for: request)
        do throws(Fault) {
            let recording = try recording(at: path)
            guard recording.answers(request) else { throw .anotherRequest(recording.request) }
            return recording.answer
        } catch {
            throw error.kind == .malformed ? error.about("'\(path)'") : error
        }
    }

    /// Returns the kept answer to `request`, or nil; a damaged one is dropped.
    package func answer(to request: Request) throws(Fault) -> Answer? {
        do throws(Fault) {
            return try send(request)
        } catch {
            guard [.malformed, .unavailable].contains(error.kind) else { throw error }
            if error.kind == .malformed { drop(answerTo: request) }
            return nil
        }
    }

    /// Reads the recording at `path`.
    ///
    /// After a short read with a whole recording in it, the end of the file is not read: that would
    /// take a fortieth of the time in which a run replays recordings.
    private func recording(at path: String) throws(Fault) -> Recording {
        var bytes: [UInt8] = []
        let rest: [UInt8]?
        do throws(Errno) {
            let descriptor = try uninterrupted {
                // `withCString`, because passing the text itself would copy it. Opening a pipe does
                // not block.
                unsafe path.withCString { unsafe open($0, O_RDONLY | O_CLOEXEC | O_NONBLOCK) }
            }
            let file = FileDescriptor(rawValue: descriptor)
            defer { try? file.close() }
            if try file.readMore(into: &bytes) < FileDescriptor.firstPiece,
                let recording = try? Recording(taking: &bytes)
            {
                return recording
            }
            rest = try file.readWhole(limit: largestRecording - bytes.count)
        } catch .noSuchFileOrDirectory {
            throw .noRecording(path)
        } catch .noSuchAddressOrDevice, .resourceTemporarilyUnavailable {
            throw .noFile
        } catch {
            throw .cannotRead(path, error, as: .configuration, code: "recording-unreadable")
        }
        guard let rest else { throw .tooLarge }
        return try Recording(reading: bytes + rest)
    }

    /// Records `answer`, in place of an older answer to `request`.
    package func store(_ answer: Answer, to request: Request) throws(Fault) {
        try write(Recording(of: answer, to: request), for: request)
    }

    /// Keeps `answer` in place of an older answer to `request`.
    package func keep(
        _ answer: Answer, to request: Request, _ freshness: Freshness
    ) throws(Fault) {
        let recording = Recording(of: answer, to: request, freshness: freshness)
        // The folder may just have been cleared by another process.
        if (try? write(recording, for: request)) == nil {
            try write(recording, for: request)
        }
    }

    private func write(_ recording: Recording, for request: Request) throws(Fault) {
        let path = FilePath(path(for: request))
        let folder = path.folder
        try folder.createFolders()
        leftovers.removeOnce(from: folder)
        let file = try OutputFile.begin(at: path, with: recording.bytes)
        do throws(Errno) {
            // Syncing an answer of the archive would take longer than everything else together.
            try file.commit(isDurable: recording.freshness == nil)
        } catch {
            throw .cannotWrite(path.string, error)
        }
    }

    /// Removes the recorded answer to `request`, if there is one that may be removed.
    package func drop(answerTo request: Request) {
        _ = unsafe unlink(path(for: request))
    }

    /// Returns the path of the recording of the answer to `request`.
    private func path(for request: Request) -> String { "\(path)/\(Recording.path(for: request))" }
}

/// The maximum size of a recording in bytes, far more than any known service answers.
let largestRecording = 64 << 20

extension Fault {
    /// The fault for a pipe or a socket in place of a recording.
    fileprivate static let noFile = Fault(
        .malformed, "no-file", "the recording is not a regular file")

    fileprivate static let tooLarge = Fault(
        .malformed, "recording-too-large", "the recording is too large")

    fileprivate static func anotherRequest(_ request: String) -> Fault {
        Fault(.malformed, "another-request", "the recording answers another request: \(request)")
    }

    fileprivate static func noRecording(_ path: String) -> Fault {
        Fault(
            .unavailable, "no-recording", "there is no recording '\(path)'", outlook: .lasting)
    }
}
