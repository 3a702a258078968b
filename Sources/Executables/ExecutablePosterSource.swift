package import BoxOffice
internal import Wire

/// A source of posters that is an executable.
///
/// For every film it asks a service of its own name, which is the plugin itself. What carries the
/// requests is a ``PluginTransport``.
package struct ExecutablePosterSource: PosterSource {
    /// The plugin to which a ``PluginTransport`` carries the requests.
    package let endpoint: PluginEndpoint
    /// The values in force of its options.
    package var options: PluginOptions
    private let reader: RowReader

    /// Finds out what the executable says of itself.
    package init(_ file: PluginFile, host: PluginHost) async throws(Fault) {
        try self.init(file, try await host.manifest(of: file), host: host)
    }

    init(_ file: PluginFile, _ plugin: PluginManifest, host: PluginHost) throws(Fault) {
        endpoint = PluginEndpoint(file: file, manifest: plugin, host: host)
        options = try PluginOptions(for: plugin.manifest)
        let secrets = host.secrets
        reader = RowReader(
            columns: Self.fields, quote: { secrets.quote($0, atMost: 40) }, item: .poster)
    }

    /// What it says of itself.
    package var manifest: Manifest { endpoint.manifest.manifest }

    /// The source with these values of its options.
    package func with(_ options: PluginOptions) throws(Fault) -> ExecutablePosterSource {
        var source = self
        source.options = options
        return source
    }

    /// One question for every film.
    package func request(for film: Film) -> Request? {
        endpoint.request(ProtocolLine.film(film, options, of: manifest), about: .film(film))
    }

    /// Reads the posters that the plugin gave, the best one first.
    ///
    /// - Throws: a ``Fault`` of kind `malformed` that names the poster and what is wrong with it.
    package func read(_ answer: Answer, to request: Request) throws(Fault) -> Page {
        guard case .film(let film) = request.subject else {
            throw Fault(.bug, "poster-without-film", "a poster was not asked for by film")
        }
        let (posters, _) = try AnswerItem.poster.items(in: answer.body, after: 0, of: endpoint) {
            fields throws(Malformed) in
            try poster(try reader.row(fields), of: film)
        }
        return Page(posters, of: Poster.table)
    }

    /// The poster that the values of a row describe.
    private func poster(_ row: ExternalRow, of film: Film) throws(Malformed) -> Poster {
        var values = row.values[...]
        let url = try address(values.popFirst(), "url")
        let width = try pixels(values.popFirst(), "width")
        let height = try pixels(values.popFirst(), "height")
        let thumbnail = try address(values.popFirst(), "thumbnail_url")
        let page = try address(values.popFirst(), "page_url")
        guard let url else { throw Malformed("'url' is null") }
        guard case .fraction(let confidence) = values.popFirst() else {
            throw Malformed("'confidence' is null")
        }
        var poster = Poster(
            movieCode: film.code, query: film.title, imageURL: url, width: width, height: height,
            confidence: confidence)
        poster.thumbnailURL = thumbnail
        poster.pageURL = page
        return poster
    }

    private func address(_ value: Value?, _ name: String) throws(Malformed) -> String? {
        guard case .text(let text) = value else { return nil }
        guard let address = text.asWebAddress else {
            throw Malformed("'\(name)' is no address of the web, with http or https")
        }
        return address
    }

    private func pixels(_ value: Value?, _ name: String) throws(Malformed) -> Int {
        guard case .integer(let pixels) = value, pixels > 0 else {
            throw Malformed("'\(name)' is not a number of pixels from 1 up")
        }
        return pixels
    }

    /// The fields of a poster, in the order in which they are read.
    private static let fields = [
        Column("url", "url", .text), Column("width", "width", .integer),
        Column("height", "height", .integer), Column("thumbnail_url", "thumbnail_url", .text),
        Column("page_url", "page_url", .text), Column("confidence", "confidence", .fraction),
    ]
}
