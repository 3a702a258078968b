public import BoxOffice

/// Where a service is and the key that opens it, as found for this run.
public struct Endpoint: Sendable {
    let baseURL: String
    package let key: Secret?
    let placement: Service.KeyPlacement?

    /// Joins `service` with the base URL and the key in force.
    public init(of service: Service, baseURL: String, key: Secret?) {
        self.baseURL = baseURL
        self.key = key
        self.placement = service.key?.placement
    }

    /// The whole URL of `request`: the one place where a key and a URL meet.
    func url(for request: Request) -> String {
        let url = baseURL + "/" + request.target
        guard let key, case .query(let name) = placement else { return url }
        let separator = request.parameters.isEmpty ? "?" : "&"
        return "\(url)\(separator)\(name.percentEncoded)=\(key.text.percentEncoded)"
    }

    /// The header that carries the key, if one does.
    var header: String? {
        guard let key, case .header(let name, let prefix) = placement else { return nil }
        return "\(name): \(prefix)\(key.text)"
    }
}
