public import BoxOffice
internal import Engine

/// A source with a recorded week, 2022-05-30 to 2022-06-05, that needs no key, no network and no
/// file.
///
/// The recordings are compiled in. They are answers of another source, which also makes the
/// requests and reads the answers, so the sample shows the same as the network would.
public struct Sample: Source {
    private let original: any Source
    private let recordings: [String: Recording]

    /// Creates the sample of `original`, the source whose answers were recorded.
    ///
    /// - Throws: a ``Fault`` of kind `malformed` if a recording was damaged before it was
    ///   compiled in.
    public init(of original: any Source) throws(Fault) {
        self.original = original
        var recordings: [String: Recording] = [:]
        let week = [
            PackageResources.targetDt_20220530_itemPerPage_10_rec,
            PackageResources.targetDt_20220531_itemPerPage_10_rec,
            PackageResources.targetDt_20220601_itemPerPage_10_rec,
            PackageResources.targetDt_20220602_itemPerPage_10_rec,
            PackageResources.targetDt_20220603_itemPerPage_10_rec,
            PackageResources.targetDt_20220604_itemPerPage_10_rec,
            PackageResources.targetDt_20220605_itemPerPage_10_rec,
        ]
        for bytes in week {
            let recording = try Recording(reading: bytes)
            recordings[recording.request] = recording
        }
        self.recordings = recordings
    }

    /// `sample`.
    public var manifest: Manifest { Self.manifest }

    /// `sample`, available before a recording is read.
    public static let manifest = Manifest(
        name: "sample",
        summary: "daily charts of a recorded week, 2022-05-30 to 2022-06-05: no key, no network",
        korean: [
            "summary": "저장된 한 주(2022-05-30~2022-06-05), 키와 네트워크 없이 사용", "the sample": "샘플",
        ])

    /// The daily charts of the recorded week.
    public var holdings: Holdings {
        let last = Day(year: 2022, month: 6, day: 5) ?? Day(daysSince1970: 0)
        return Holdings(
            of: "the sample", from: last.advanced(by: -6), to: last, charts: [.daily],
            canBeNarrowed: false, provider: original.service?.name)
    }

    /// The original's, except that no chart of one nation was recorded.
    public var policy: ChartPolicy {
        var policy = original.policy
        policy.nations = []
        return policy
    }

    /// The original's.
    public var filmPage: String? { original.filmPage }

    /// Returns the original's.
    public func origins(for query: Query) -> [String: String] { original.origins(for: query) }

    /// Returns the original's.
    public func notes(for query: Query) -> [SourceNote] { original.notes(for: query) }

    /// Returns the original's requests.
    public func requests(for query: Query) -> AnySequence<Request> {
        original.requests(for: query)
    }

    /// Returns the recorded answer; nil if there is none.
    public func ownAnswer(to request: Request) -> Answer? {
        recordings["\(request.service) \(request.target)"]?.answer
    }

    /// Reads the answer as the original does.
    public func read(_ answer: Answer, to request: Request) throws(Fault) -> Page {
        try original.read(answer, to: request)
    }
}
