public import BoxOffice
internal import SystemPackage

/// A folder of recordings, one file an answer.
///
/// As a ``Transport`` it gives what is recorded and nothing else, and no network is needed.
public struct RecordingFolder: Transport, AnswerArchive {
    private let folder: FilePath

    /// Uses the folder at `path`, which need not exist before something is recorded.
    public init(at path: String) {
        folder = FilePath(path)
    }

    /// Whether the folder is there.
    public var exists: Bool { FileStatus(of: folder)?.isFolder == true }

    /// Gives the recorded answer to `request`.
    ///
    /// - Throws: a ``Fault`` of kind `unavailable` where there is none, `malformed` where it is
    ///   damaged, and `configuration` where it may not be read.
    public func send(_ request: Request) async throws(Fault) -> Answer {
        try recorded(request)
    }

    /// The recorded answer to `request`, or nil where there is none or it is damaged.
    public func answer(to request: Request) -> Answer? { try? recorded(request) }

    private func recorded(_ request: Request) throws(Fault) -> Answer {
        let path = file(of: request)
        let bytes: [UInt8]?
        do throws(Errno) {
            let descriptor = try errno {
                try FileDescriptor.open(path, .readOnly, options: .closeOnExec)
            }
            defer { try? descriptor.close() }
            bytes = try descriptor.readWhole(limit: largestRecording)
        } catch .noSuchFileOrDirectory {
            throw Fault(.unavailable, "there is no recording '\(path)'", outlook: .lasting)
        } catch {
            throw Fault(.configuration, "the recording '\(path)' cannot be read: \(error)")
        }
        guard let bytes else { throw Fault(.malformed, "the recording '\(path)' is too large") }
        do throws(Fault) {
            let recording = try Recording(reading: bytes)
            guard recording.answers(request) else { throw .anotherRequest(recording.request) }
            return recording.answer
        } catch {
            throw error.about("'\(path)'")
        }
    }

    /// Records `answer`, in place of what was recorded for `request` before.
    public func store(_ answer: Answer, to request: Request) throws(Fault) {
        let path = file(of: request)
        let file: OutputFile
        do throws(Errno) {
            try path.folder.createFolders()
            file = try OutputFile(at: path)
        } catch {
            throw .cannotCreate("\(path)", error)
        }
        do throws(Errno) {
            try file.write(Recording(of: answer, to: request).bytes.span)
            try file.commit()
        } catch {
            throw .cannotWrite("\(path)", error)
        }
    }

    private func file(of request: Request) -> FilePath {
        folder.appending(Recording.path(for: request))
    }
}

/// Far more than any answer of any service known.
private let largestRecording = 64 << 20

extension Fault {
    fileprivate static func anotherRequest(_ request: String) -> Fault {
        Fault(.malformed, "the recording answers another request: \(request)")
    }
}
