internal import BoxOffice
internal import Curl
internal import Storage

extension Endpoint {
    /// Finds where `service` is and its key.
    ///
    /// - Throws: a ``Fault`` of kind `configuration` where the key is missing or cannot be one, or
    ///   the address is none.
    init(of service: Service, console: Console) throws(Fault) {
        let environment = console.environment
        let baseURL = try environment.address(of: service)
        guard let key = service.key else {
            self.init(of: service, baseURL: baseURL, key: nil)
            return
        }
        guard let secret = try environment.secret(of: key) else { throw .noKey(key) }
        console.hide(secret)
        self.init(of: service, baseURL: baseURL, key: secret)
    }
}

extension Environment {
    /// Where `service` is, without a slash at the end.
    ///
    /// - Throws: a ``Fault`` of kind `configuration` where what is set is no address.
    func address(of service: Service) throws(Fault) -> String {
        let variable = service.baseURLVariable
        var baseURL = self[variable] ?? service.baseURL
        while baseURL.hasSuffix("/") { baseURL.removeLast() }
        let isPlain = baseURL.utf8.allSatisfy { byte in
            byte > 0x20 && byte < 0x7F && !"?#\\\"<>".utf8.contains(byte)
        }
        guard isPlain, isServiceAddress(baseURL) else { throw .notAnAddress(variable) }
        return baseURL
    }

    /// The key that is set up: in the variable, in the file the variable with `_FILE` names, or in
    /// the service manager's credentials; nil where it is in none of them.
    func secret(of key: Service.Key) throws(Fault) -> Secret? {
        guard let text = try keyText(named: key.variable) else { return nil }
        // A key with a line end in it could smuggle a header into a request.
        guard text.utf8.allSatisfy({ $0 > 0x20 && $0 < 0x7F }), text.utf8.count <= 512,
            !text.hasPrefix("\(key.variable)=")
        else { throw .notAKey(key.variable) }
        return Secret(text)
    }

    /// Where the key is found; nil where it is nowhere.
    func place(of key: Service.Key) -> String? {
        let variable = key.variable
        if self[variable] != nil { return variable }
        if let path = self[variable + "_FILE"] { return "\(variable)_FILE, \(path)" }
        let path = self["CREDENTIALS_DIRECTORY"].map { "\($0)/\(variable.lowercased())" }
        return path.flatMap { SmallFile.isThere($0) ? $0 : nil }
    }

    private func keyText(named variable: String) throws(Fault) -> String? {
        if let text = self[variable] { return text }
        if let path = self[variable + "_FILE"] {
            guard let text = try SmallFile.text(at: path, patience: pipePatience) else {
                throw .noKeyFile(variable, path)
            }
            guard !text.isEmpty else { throw .emptyKeyFile(variable) }
            return text
        }
        guard let folder = self["CREDENTIALS_DIRECTORY"] else { return nil }
        let text = try SmallFile.text(at: "\(folder)/\(variable.lowercased())")
        return text?.isEmpty == true ? nil : text
    }
}

/// How long a program may take that writes a key or settings into a pipe; it may ask for a password.
let pipePatience = Duration.seconds(30)

extension Fault {
    fileprivate static func noKey(_ key: Service.Key) -> Fault {
        Fault(
            .configuration, "no-key", "there is no key: \(key.variable) is not set",
            hint: "get one free at \(key.issuedAt) and set \(key.variable), or try the recorded "
                + "week with --source sample")
    }

    fileprivate static func notAKey(_ variable: String) -> Fault {
        Fault(
            .configuration,
            "not-akey",
            "what \(variable) or its file holds is not a key: a key is one word of at most 512 "
                + "ASCII characters")
    }

    fileprivate static func emptyKeyFile(_ variable: String) -> Fault {
        Fault(.configuration, "empty-key-file", "the file that \(variable)_FILE names is empty")
    }

    fileprivate static func noKeyFile(_ variable: String, _ path: String) -> Fault {
        Fault(
            .configuration, "no-key-file",
            "the file '\(path)' that \(variable)_FILE names is not there")
    }

    fileprivate static func notAnAddress(_ variable: String) -> Fault {
        Fault(
            .configuration, "not-an-address", "what \(variable) holds is not an address",
            hint: "it is http:// or https:// and a host, perhaps a port and a path, and no more")
    }
}
