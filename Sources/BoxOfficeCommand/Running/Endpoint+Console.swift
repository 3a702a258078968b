internal import BoxOffice
internal import Curl
internal import Storage
internal import Synchronization

extension Endpoint {
    /// Finds the address of `service` and its key.
    ///
    /// - Throws: a ``Fault`` of kind `configuration` if the key is missing or malformed, or the
    ///   address is malformed.
    init(of service: Service, _ console: Console) throws(Fault) {
        let environment = console.environment
        let baseURL = try environment.address(of: service)
        let secret = try service.key.map { key throws(Fault) in
            guard let secret = try environment.secret(of: key) else {
                throw .noKey(key, environment)
            }
            console.hide(secret, of: key)
            if let warning = environment.keyWarning(of: key) {
                console.advise(warning.code, warning)
            }
            return secret
        }
        self.init(of: service, baseURL: baseURL, key: secret)
    }
}

extension Environment {
    /// Returns the address of `service`, without a slash at the end.
    ///
    /// - Throws: a ``Fault`` of kind `configuration` if the variable does not hold an address.
    func address(of service: Service) throws(Fault) -> String {
        let variable = service.baseURLVariable
        var baseURL = self[variable] ?? service.baseURL
        while baseURL.hasSuffix("/") { baseURL.removeLast() }
        // The default address of a service is not checked: that may open libcurl, which a run that
        // finds everything in the archive does not need.
        guard self[variable] != nil else { return baseURL }
        let isPlain = baseURL.utf8.allSatisfy { byte in
            byte > 0x20 && byte < 0x7F && !"?#\\\"<>".utf8.contains(byte)
        }
        // Without libcurl a run may still find everything in the archive.
        guard isPlain, (try? isServiceAddress(baseURL)) ?? true else {
            throw Fault(
                .configuration, "not-an-address",
                "the value of \(told(variable)) is not an address", ko: "{1}의 값이 주소가 아닙니다",
                hint:
                    "an address is http:// or https:// and a host, perhaps with a port and a path",
                hintKo: "http:// 또는 https://와 호스트를 쓰고, 필요하면 포트와 경로만 붙이세요")
        }
        return baseURL
    }

    /// Returns the name of a variable, or that of the setting that is used for it, with its place.
    private func told(_ variable: String) -> Message {
        guard let place = places[variable] else { return Message(variable) }
        let setting = Setting(variable: variable)
        return Message(
            "\(setting.name), which \(place) sets,", ko: "{2}에서 설정한 {1}")
    }

    /// Reads the key from the variable, from the file that the variable with `_FILE` names, from
    /// the service manager's credentials, or from the user's configuration folder; nil if none of
    /// them has it.
    ///
    /// - Throws: a ``Fault`` of kind `configuration` if it cannot be read or is not a key.
    func secret(of key: Service.Key) throws(Fault) -> Secret? {
        guard let text = try text(of: key) else { return nil }
        guard let secret = Secret(text, for: key) else {
            throw Fault(
                .configuration, "not-a-key",
                "the value of \(told(key.variable)) or of its file is not a key: a key is one line of at most 512 bytes, without the name of a variable",
                ko: "{1} 또는 그 파일의 내용이 키가 아닙니다. 키는 변수 이름이 없는 512바이트 이하의 한 줄입니다")
        }
        return secret
    }

    /// Returns the variable or file that holds the key, or the configuration that says it; nil if there
    /// is none.
    func location(of key: Service.Key) -> String? {
        switch place(of: key) {
        case .variable: places[key.variable] ?? key.variable
        case .namedFile(let path): "\(places[key.fileVariable] ?? key.fileVariable), \(path)"
        case .file(let path, _): path
        case nil: nil
        }
    }

    /// A place that a key may be in; a file that cannot be read has no text.
    enum PlaceOfKey { case variable, namedFile(String), file(String, text: String?) }

    /// Returns the place of `key`: its variable, the file that another one names, or the first of its
    /// ``paths(of:)``; nil if there is none.
    ///
    /// An empty file holds no key; one that cannot be read may, and is the place.
    func place(of key: Service.Key) -> PlaceOfKey? {
        if self[key.variable] != nil { return .variable }
        if let path = self[key.fileVariable] { return .namedFile(path) }
        for path in paths(of: key) {
            do throws(Fault) {
                guard let text = try SmallFile.text(at: path), !text.isEmpty else { continue }
                return .file(path, text: text)
            } catch {
                return .file(path, text: nil)
            }
        }
        return nil
    }

    /// Returns the paths of files that may hold the key without a variable that names them, in the
    /// order of the search: among the service manager's credentials, and in the configuration folder.
    func paths(of key: Service.Key) -> [String] {
        let credentials = self["CREDENTIALS_DIRECTORY"].map { "\($0)/\(key.fileName)" }
        return [credentials, usualPath(of: key)].compactMap(\.self)
    }

    /// Returns the path of the key's file in the configuration folder; nil without that folder.
    func usualPath(of key: Service.Key) -> String? {
        folder(.configuration).map { "\($0)/\(key.fileName)" }
    }

    /// Returns the command that asks for `key` and keeps it; nil if there is no folder for it, or
    /// if the service is not a built-in one.
    func commandToKeep(_ key: Service.Key) -> String? {
        guard usualPath(of: key) != nil,
            let service = Registry.keyed.first(where: { $0.key == key })
        else { return nil }
        let isDefault = service == Registry.defaultSource.service
        return isDefault ? "bo-export key" : "bo-export key \(service.name)"
    }

    /// Returns a warning if the key is in the configuration folder and others may read it there.
    func keyWarning(of key: Service.Key) -> Message? {
        guard let path = usualPath(of: key), location(of: key) == path,
            FileStatus(of: path)?.isReadableByOthers == true
        else { return nil }
        return .keyIsReadable(path)
    }

    private func text(of key: Service.Key) throws(Fault) -> String? {
        switch place(of: key) {
        case .variable: return self[key.variable]
        case .file(_, let text?): return text
        case .file(let path, nil): return try SmallFile.text(at: path)
        case nil: return nil
        case .namedFile(let path):
            if let text = textsOfPipes.withLock({ $0[path] }) { return text }
            let isFile = FileStatus(of: path)?.isRegular == true
            let text = try SmallFile.text(at: path, patience: pipePatience)
            if let text, !text.isEmpty {
                if !isFile { textsOfPipes.withLock { $0[path] = text } }
                return text
            }
            let flaw =
                text == nil
                ? Message("is not there", ko: "없습니다") : Message("is empty", ko: "비어 있습니다")
            throw Fault(
                .configuration, text == nil ? "no-key-file" : "empty-key-file",
                "the file '\(path)' that \(told(key.fileVariable)) names \(flaw)",
                ko: "{2}에 지정한 파일 '{1}'{이/가} {3}")
        }
    }
}

extension Secret {
    /// Makes the key in `text`; nil if no key can look like that, or if it is a line of a shell that
    /// sets one.
    ///
    /// A key with a line end could smuggle a header into a request.
    init?(_ text: String, for key: Service.Key) {
        guard text.unicodeScalars.allSatisfy({ $0.properties.generalCategory != .control }),
            !text.isEmpty, text.utf8.count <= 512,
            !text.hasPrefix("\(key.variable)=")
        else { return nil }
        self.init(text)
    }
}

extension Message {
    /// Returns the warning that the file at `path` has a key and that others may read it.
    static func keyIsReadable(_ path: String) -> Message {
        Message(
            "key-file-readable",
            "'\(path)' holds a key and can be read by others; chmod 600 keeps them out",
            ko: "'{1}'에 키가 있는데 다른 사용자가 읽을 수 있습니다. chmod 600으로 막으세요")
    }
}

/// The time to wait for a key or settings from a pipe: the program that writes them may ask for a
/// password.
let pipePatience = Duration.seconds(30)

/// The keys that were read from pipes, by their paths: a pipe has its text only once.
private let textsOfPipes = Mutex<[String: String]>([:])

extension Fault {
    /// Returns the fault of a missing key that a service needs.
    ///
    /// The suggested command waits for the key, so that nothing pasted after it can be mistaken for
    /// the key.
    static func noKey(_ key: Service.Key, _ environment: Environment) -> Fault {
        let isDefault = key == Registry.defaultSource.service?.key
        let command = environment.commandToKeep(key)
        let hint =
            switch command {
            case .some where isDefault:
                Message(
                    "a key is free at \(key.issuedAt). Without one the first of these lines works; the second asks for a key and keeps it:",
                    ko: "{1} 에서 무료로 발급받으세요. 첫 줄은 키 없이 시험하는 명령이고, 둘째 줄은 키를 입력받아 저장합니다:")
            case .some(let command):
                Message(
                    "get one free at \(key.issuedAt); '\(command)' asks for it and keeps it, or set \(key.variable)",
                    ko: "{1} 에서 무료로 발급받아 '{2}'{으로/로} 저장하거나 {3}에 설정하세요")
            case nil:
                Message(
                    "get one free at \(key.issuedAt) and set \(key.variable)",
                    ko: "{1} 에서 무료로 발급받아 {2}에 설정하세요")
            }
        var fault = Fault(
            .configuration, "no-key", "there is no key: \(key.variable) is not set",
            ko: "키가 없습니다. {1}{이/가} 설정되어 있지 않습니다", hint: hint)
        if isDefault {
            fault.commands =
                ["bo-export --source \(Registry.sampleName)"] + (command.map { [$0] } ?? [])
        }
        return fault
    }
}
