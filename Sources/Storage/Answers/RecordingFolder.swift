package import BoxOffice
internal import Engine
internal import SystemPackage

/// A folder of recordings, one file per answer.
///
/// As a ``Transport`` it returns recorded answers only, without a network.
package struct RecordingFolder: Transport, AnswerRecorder {
    private let path: FilePath
    private let leftovers = Leftovers()

    /// Uses the folder at `path`, which is created when the first answer is recorded.
    package init(at path: String) {
        self.path = FilePath(path.isEmpty ? "." : path)
    }

    /// Whether the folder exists.
    ///
    /// - Throws: a ``Fault`` of kind `configuration` if that cannot be found out.
    package var exists: Bool {
        get throws(Fault) {
            do throws(Errno) {
                return try FileStatus(ifAt: path)?.isFolder == true
            } catch {
                throw .cannotRead(path.string, error, as: .configuration)
            }
        }
    }

    /// True: recordings are on this machine.
    package var isLocal: Bool { true }

    /// Returns the recorded answer to `request`.
    ///
    /// - Throws: a ``Fault`` of kind `unavailable` if there is none, `malformed` if it is damaged, and
    ///   `configuration` if it cannot be read.
    package func send(_ request: Request) async throws(Fault) -> Answer {
        try recording(of: request).answer
    }

    /// The recording of the answer to `request`.
    func recording(of request: Request) throws(Fault) -> Recording {
        let outcome: Result<Recording, Fault>
        do throws(Errno) {
            outcome = try read(file(of: request))
        } catch .noSuchFileOrDirectory {
            throw Fault(
                .unavailable, "no-recording", "there is no recording '\(file(of: request))'",
                outlook: .lasting)
        } catch {
            let kind = error.kind(or: .configuration)
            throw Fault(
                kind, "recording-unreadable",
                "the recording '\(file(of: request))' cannot be read: \(error.reason)")
        }
        do throws(Fault) {
            let recording = try outcome.get()
            guard recording.answers(request) else { throw .anotherRequest(recording.request) }
            return recording
        } catch {
            throw error.about("'\(file(of: request))'")
        }
    }

    /// The recording in the file at `path`, or what is wrong with it.
    ///
    /// After a short read with a whole recording in it, the end of the file is not read: that saves a
    /// system call for each recording.
    private func read(_ path: FilePath) throws(Errno) -> Result<Recording, Fault> {
        let file: FileDescriptor
        do throws(Errno) {
            file = try path.opened(.readOnly, .nonBlocking)
        } catch .noSuchAddressOrDevice {
            return .failure(.noFile)
        } catch {
            throw error
        }
        defer { try? file.close() }
        var bytes: [UInt8] = []
        while true {
            let piece: FileDescriptor.Piece
            do throws(Errno) {
                piece = try file.readMore(into: &bytes)
            } catch .resourceTemporarilyUnavailable {
                return .failure(.noFile)
            }
            guard bytes.count <= largestRecording else {
                return .failure(
                    Fault(.malformed, "recording-too-large", "the recording is too large"))
            }
            if case .full = piece { continue }
            let outcome = Result { () throws(Fault) in try Recording(taking: &bytes) }
            if case .end = piece { return outcome }
            if case .success = outcome { return outcome }
        }
    }

    /// Records `answer`, in place of an older answer to `request`.
    package func store(_ answer: Answer, to request: Request) throws(Fault) {
        try write(Recording(of: answer, to: request), for: request, isDurable: true)
    }

    /// Writes `recording`, in place of an older answer to `request`.
    func write(
        _ recording: Recording, for request: Request, isDurable: Bool
    ) throws(Fault) {
        let path = file(of: request)
        let file: OutputFile
        let parent = path.folder
        try parent.createFolders()
        do throws(Errno) {
            file = try OutputFile(at: path)
        } catch {
            throw .cannotCreate("\(path)", error)
        }
        leftovers.removeOnce(from: parent)
        do throws(Errno) {
            try file.write(recording.bytes.span)
            try file.commit(isDurable: isDurable)
        } catch {
            throw .cannotWrite("\(path)", error)
        }
    }

    /// Removes the recorded answer to `request`.
    func drop(answerTo request: Request) {
        file(of: request).removeFile()
    }

    /// The file in which the answer to `request` is recorded.
    func file(of request: Request) -> FilePath {
        path.appending(Recording.path(for: request))
    }
}

/// Far more than any answer of any service known.
let largestRecording = 64 << 20

extension Fault {
    /// A pipe or a socket is in the recording's place.
    fileprivate static let noFile = Fault(.malformed, "no-file", "the recording is no regular file")

    fileprivate static func anotherRequest(_ request: String) -> Fault {
        Fault(.malformed, "another-request", "the recording answers another request: \(request)")
    }
}
