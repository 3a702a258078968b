internal import Wire

/// A message of a client, told apart as JSON-RPC 2.0 does.
enum ClientMessage {
    /// A request, which gets one answer.
    case request(id: JSON, method: String, params: Params)
    /// A notification, which gets none.
    case notification(method: String, params: Params)
    /// An answer to a request of ours; there are none, so it means nothing.
    case response
    /// A message that is refused; it has an id if that could be read.
    case refused(id: JSON?, ProtocolError)

    /// The parameters of a message.
    struct Params {
        /// The object; nil if the message has none.
        let object: JSONValue?

        /// The value called `name`; nil if there is none.
        subscript(name: String) -> JSONValue? { object?[name] }

        /// The value called `name` in `_meta`; nil if there is none.
        func meta(_ name: String) -> JSONValue? { object?["_meta"]?[name] }

        /// The token of the client's that progress is reported under; nil if it wants no reports.
        var progressToken: JSON? {
            meta("progressToken").flatMap { $0.isIdentifier ? JSON($0) : nil }
        }
    }

    /// Reads a line.
    init(_ line: [UInt8]) {
        guard let value = JSONValue(anyIn: line) else {
            self = .refused(id: nil, .notJSON)
            return
        }
        let id = value["id"].flatMap { $0.isIdentifier ? JSON($0) : nil }
        guard case .object = value, value["jsonrpc"] == .text("2.0"),
            id != nil || value["id"] == nil
        else {
            self = .refused(id: id, .notMessage("a message is an object with jsonrpc \"2.0\""))
            return
        }
        guard let method = value["method"] else {
            let isResponse = id != nil && (value["result"] != nil || value["error"] != nil)
            self = isResponse ? .response : .refused(id: id, .notMessage("there is no method"))
            return
        }
        guard case .text(let name) = method else {
            self = .refused(id: id, .notMessage("the method is not a string"))
            return
        }
        let params = Params(object: value["params"])
        guard params.object?.isObject ?? true else {
            self = id == nil ? .response : .refused(id: id, .wrongParams("params is not an object"))
            return
        }
        self =
            id.map { .request(id: $0, method: name, params: params) }
            ?? .notification(method: name, params: params)
    }
}

/// An error of the protocol, with the codes of JSON-RPC and of the specification.
struct ProtocolError: Error {
    let code: Int
    let message: String
    var data: JSON?

    static let notJSON = ProtocolError(code: -32700, message: "a line is not JSON")

    static func notMessage(_ why: String) -> ProtocolError {
        ProtocolError(code: -32600, message: why)
    }

    static func noMethod(_ name: String) -> ProtocolError {
        ProtocolError(code: -32601, message: "there is no method '\(name.prefix(100))'")
    }

    static func wrongParams(_ why: String) -> ProtocolError {
        ProtocolError(code: -32602, message: why)
    }

    static func revision(_ requested: String, supported: [String]) -> ProtocolError {
        ProtocolError(
            code: -32022, message: "the revision is not supported",
            data: JSON([
                ("supported", JSON(supported.map { JSON($0) })), ("requested", JSON(requested)),
            ]))
    }

    /// The error as an object.
    var json: JSON {
        JSON([("code", JSON(code)), ("message", JSON(message)), ("data", data)])
    }
}

extension JSONValue {
    /// Reads any JSON value; nil if `bytes` are not JSON.
    fileprivate init?(anyIn bytes: [UInt8]) {
        let wrapped = Array("{\"\":".utf8) + bytes + [UInt8(ascii: "}")]
        guard case .object(let members)? = try? JSONValue(objectIn: wrapped), members.count == 1,
            let value = members.first?.value
        else { return nil }
        self = value
    }

    /// True if it is an object.
    var isObject: Bool { if case .object = self { true } else { false } }

    /// True if it can identify a request or its progress: a string or a number.
    var isIdentifier: Bool {
        switch self {
        case .text, .number: true
        default: false
        }
    }
}
