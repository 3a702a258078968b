package import BoxOffice
internal import Engine

extension AnswerFolder {
    /// Examines the whole archive.
    ///
    /// - Throws: a ``Fault`` of kind `configuration` if it cannot be read.
    package func status(on today: Day) throws(Fault) -> ArchiveStatus {
        var status = ArchiveStatus()
        try FolderWalk.run(over: folder) { file throws(Fault) in
            if file.isTemporary {
                status.strays += 1
            } else if let bytes = try file.bytes() {
                status.services[file.folders.first ?? "", default: .init()]
                    .add(try? Recording(reading: bytes), bytes: file.size, on: today)
            }
            return .keep
        }
        return status
    }

    /// Removes what is no longer useful: damaged and expired answers (see ``Recording/expires``), and
    /// temporary files that killed runs left more than an hour ago.
    ///
    /// - Throws: a ``Fault`` of kind `configuration` if that is not allowed.
    package func prune(at now: Instant) throws(Fault) -> ArchiveRemoval {
        try remove { file throws(Fault) in
            if file.isTemporary { return now.secondsSince1970 - file.changedAt > 3600 }
            guard let bytes = try file.bytes() else { return false }
            guard let recording = try? Recording(reading: bytes) else { return true }
            return recording.expires.map { now.dayInSeoul > $0 } ?? false
        }
    }

    /// Removes all answers, and nothing that anybody else has put into the folder.
    ///
    /// - Throws: a ``Fault`` of kind `configuration` if that is not allowed.
    package func clear() throws(Fault) -> ArchiveRemoval {
        try remove { _ throws(Fault) in true }
    }

    private func remove(
        _ isUseless: (FolderWalk.File) throws(Fault) -> Bool
    ) throws(Fault) -> ArchiveRemoval {
        var removal = ArchiveRemoval()
        try FolderWalk.run(over: folder) { file throws(Fault) in
            guard try isUseless(file) else { return .keep }
            removal.files += 1
            removal.bytes += file.size
            return .remove
        }
        return removal
    }
}
