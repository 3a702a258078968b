public import BoxOffice

/// Where a service is and the key that opens it, as found for this run.
public struct Endpoint: Sendable {
    let baseURL: String
    let key: Secret?
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

    /// Overwrites the key wherever a service sends it back, with as many asterisks.
    ///
    /// Answers are written to files and recordings, where no key may ever be. A key shorter than
    /// eight bytes is left, for it would be found in what is no key.
    func blotKey(in bytes: inout [UInt8]) {
        guard let key = key.map({ Array($0.text.utf8) }), key.count >= 8,
            bytes.count >= key.count
        else { return }
        var index = 0
        while let start = bytes[index...].firstIndex(of: key[0]), start + key.count <= bytes.count {
            if bytes[start..<(start + key.count)].elementsEqual(key) {
                for place in start..<(start + key.count) { bytes[place] = UInt8(ascii: "*") }
            }
            index = start + 1
        }
    }

    /// The header that carries the key, if one does.
    var header: String? {
        guard let key, case .header(let name, let prefix) = placement else { return nil }
        return "\(name): \(prefix)\(key.text)"
    }
}
