internal import BoxOffice
internal import Engine
internal import Storage

extension ExportRun {
    /// What brings the answers: nothing, a folder, or the network.
    func network(for plan: Plan, _ console: Console) throws(Fault) -> Network {
        let source = plan.source
        if source.service == nil, origin.replay != nil || origin.record != nil {
            throw .noRecordings(source.manifest.name)
        }
        if let path = origin.replay {
            let folder = RecordingFolder(at: path)
            guard try folder.exists else { throw .noReplayFolder(path) }
            return Network(folder)
        }
        if origin.offline { return Network(NoTransport()) }
        let posters = plan.enrichment?.posters ?? []
        if source.service != nil || !posters.isEmpty {
            try ProcessLimits.asking(jobs: origin.jobs).require()
        }
        try checkPosterKeys(of: plan, console)
        return try Network(
            to: ([source.service] + posters.map(\.service)).compactMap(\.self), origin,
            console: console)
    }
}

extension Fault {
    fileprivate static func noRecordings(_ source: String) -> Fault {
        Fault(
            .usage, "no-recordings",
            Message(
                "--record and --replay do not go with --source \(source), which asks nobody",
                ko: "--record와 --replay는 아무것도 요청하지 않는 --source {1}에는 사용할 수 없습니다"))
    }

    fileprivate static func noReplayFolder(_ path: String) -> Fault {
        Fault(
            .configuration, "no-replay-folder",
            Message(
                "the folder '\(path)' that --replay names is not there",
                ko: "--replay로 지정한 폴더 '{1}'{이/가} 없습니다"))
    }
}
