internal import Wire

/// A message of a client, told apart as JSON-RPC 2.0 does.
enum ClientMessage {
    /// A request, which gets one answer.
    case request(id: JSON, method: String, params: JSONValue?)
    /// A notification, which gets none.
    case notification(method: String, params: JSONValue?)
    /// An answer to a request of ours; there are none, so it means nothing.
    case response
    /// A message that is refused; it has an id if that could be read.
    case refused(id: JSON?, ProtocolError)

    /// Reads a line.
    init(_ line: [UInt8]) {
        guard let value = JSONValue(anyIn: line) else {
            self = .refused(id: nil, ProtocolError(.notJSON, "a line is not JSON"))
            return
        }
        let id = value["id"].flatMap { $0.isIdentifier ? JSON($0) : nil }
        guard case .object = value, value["jsonrpc"] == .text("2.0"),
            id != nil || value["id"] == nil
        else {
            self = .refused(
                id: id, ProtocolError(.notMessage, "a message is an object with jsonrpc \"2.0\""))
            return
        }
        guard let method = value["method"] else {
            let isResponse = id != nil && (value["result"] != nil || value["error"] != nil)
            self =
                isResponse
                ? .response : .refused(id: id, ProtocolError(.notMessage, "there is no method"))
            return
        }
        guard case .text(let name) = method else {
            self = .refused(id: id, ProtocolError(.notMessage, "the method is not a string"))
            return
        }
        let params = value["params"]
        guard params?.isObject ?? true else {
            self =
                id == nil
                ? .response
                : .refused(id: id, ProtocolError(.wrongParams, "params is not an object"))
            return
        }
        self =
            id.map { .request(id: $0, method: name, params: params) }
            ?? .notification(method: name, params: params)
    }
}

/// An error of the protocol, with a code of JSON-RPC or of the specification.
struct ProtocolError: Error {
    /// A line is not JSON, or not a message; there is no such method; its parameters are wrong;
    /// there are too many questions; the revision is not supported.
    enum Code: Int {
        case notJSON = -32700
        case notMessage = -32600
        case noMethod = -32601
        case wrongParams = -32602
        case busy = -32603
        case revision = -32022
    }

    let code: Code
    let message: String
    let data: JSON?

    init(_ code: Code, _ message: String, data: JSON? = nil) {
        (self.code, self.message, self.data) = (code, message, data)
    }

    /// The error as an object.
    var json: JSON {
        JSON([("code", JSON(code.rawValue)), ("message", JSON(message)), ("data", data)])
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
