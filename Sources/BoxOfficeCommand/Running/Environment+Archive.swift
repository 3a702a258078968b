internal import Storage
internal import BoxOffice

extension Environment {
    /// The folder in which good answers are kept for other runs; nil where there is no place for that.
    ///
    /// Services on other hosts than their own have another: what a service that was made up for a
    /// test has said must never stand for a true answer.
    var archiveFolder: String? {
        guard let cache = folder(.cache) else { return nil }
        let hosts = ["KOBIS_BASE_URL", "KAKAO_BASE_URL"].compactMap { name in
            self[name].map { String($0.host).percentEncoded }
        }
        guard !hosts.isEmpty else { return "\(cache)/archive" }
        let name = hosts.joined(separator: ",").prefix(200)
        // Of the folders that hold others it must be none.
        return "\(cache)/archive-of/\(name.allSatisfy { $0 == "." } ? "-" : name)"
    }

    /// Where good answers are kept for other runs; nil where there is no place for that.
    var archive: AnswerFolder? { archiveFolder.map(AnswerFolder.init(at:)) }
}
