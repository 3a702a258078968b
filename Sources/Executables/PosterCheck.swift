internal import BoxOffice

/// What a check looks at in a source of posters.
struct PosterCheck {
    /// The check that this is a part of.
    let check: PluginCheck
    /// The plugin's manifest.
    let manifest: PluginManifest
    /// The time that is left.
    let clock: CheckClock

    /// Looks at everything that a source of posters must do.
    func look(_ findings: inout CheckFindings) throws(Fault) {
        let source = try ExecutablePosterSource(check.file, manifest, host: check.host)
        try findings.look(
            Message("check-film", "it answers for a film")
        ) { () throws(Fault) in
            _ = try lines(for: [Self.known], of: source)
        }
        try findings.look(
            Message("check-unknown-film", "it answers for a film that nobody knows")
        ) { () throws(Fault) in
            _ = try lines(for: [Self.unknown], of: source)
        }
        try findings.look(
            Message("check-awkward-titles", "it answers for titles that programs stumble over")
        ) { () throws(Fault) in
            _ = try lines(for: Self.awkward, of: source)
        }
        try findings.look(
            Message("check-same-answer", "it answers the same twice")
        ) { () throws(Fault) in
            let twice = [Self.known, Self.known]
            let first = try lines(for: twice, of: source)
            guard let once = first.first, first.allSatisfy({ $0 == once }),
                try lines(for: [Self.known], of: source).first == once
            else {
                throw Fault(
                    .malformed, "check-posters-differ", "two answers for the same film differ")
            }
        }
        try check.tryOptions(of: manifest.manifest, &findings) { options throws(Fault) in
            _ = try lines(for: [Self.known], of: try source.with(options))
        }
    }

    /// The lines of the answers for `films`, each read and found right, in one connection that is
    /// closed then.
    private func lines(
        for films: [Film], of source: ExecutablePosterSource
    ) throws(Fault) -> [[UInt8]] {
        try clock.require()
        let connection = PluginConnection(source.endpoint)
        var answers: [[UInt8]] = []
        for film in films {
            guard let request = source.request(for: film) else { continue }
            let answer = Answer(
                body: try connection.answer(to: request),
                fetchedAt: Instant(secondsSince1970: 0))
            _ = try source.read(answer, to: request)
            answers.append(answer.body)
        }
        try connection.close()
        return answers
    }

    /// A film that is well known, one that does not exist, and films with awkward titles.
    private static let known = Film(
        code: "20192193", title: "기생충", year: 2019, genres: ["드라마"])
    private static let unknown = Film(code: "00000000", title: "there is no such film")
    private static let awkward = AwkwardText.all.map {
        Film(code: "00000001", title: $0, year: nil, genres: [$0])
    }
}
