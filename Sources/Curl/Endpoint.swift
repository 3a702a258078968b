package import BoxOffice

/// The address of a service and its key, as configured for this run.
package struct Endpoint: Sendable {
    let baseURL: String
    package let key: Secret?
    private let place: Service.Key?

    /// Joins `service` with its base URL and key.
    package init(of service: Service, baseURL: String, key: Secret?) {
        self.baseURL = baseURL
        self.key = key
        place = service.key
    }

    /// The whole URL of `request`: the one place where a key and a URL meet.
    func url(for request: Request) -> String {
        let url = baseURL + "/" + request.target
        guard let key, let name = place?.parameter else { return url }
        let separator = request.parameters.isEmpty ? "?" : "&"
        return "\(url)\(separator)\(name.percentEncoded)=\(key.text.percentEncoded)"
    }

    /// The header with the key; nil if the key is in the URL or there is none.
    var header: String? {
        guard let key, let place, let name = place.header else { return nil }
        return "\(name): \(place.prefix)\(key.text)"
    }
}
