internal import Wire

/// A request or a notification of a client, as JSON-RPC 2.0 writes it.
struct ClientMessage {
    /// The id, which the answer has, too; nil for a notification, which gets none.
    let id: JSON?
    let method: String
    let params: JSONValue?

    /// Reads a line; nil if it is empty, or an answer, which we never asked for.
    ///
    /// - Throws: a ``ProtocolError`` for anything else.
    init?(_ line: [UInt8]) throws(ProtocolError) {
        guard line.contains(where: { $0 > 0x20 }) else { return nil }
        guard line.count <= InputLines.longest else {
            throw ProtocolError(.notMessage, "a message has at most \(InputLines.longest) bytes")
        }
        guard let value = JSONValue(anyIn: line) else {
            throw ProtocolError(.notJSON, "a line is not JSON")
        }
        id = value["id"].flatMap { $0.isIdentifier ? JSON($0) : nil }
        params = value["params"]
        let isMessage = value["jsonrpc"] == .text("2.0") && (id != nil || value["id"] == nil)
        guard isMessage, case .text(let name)? = value["method"] else {
            if isMessage, id != nil, (value["result"] ?? value["error"]) != nil { return nil }
            throw ProtocolError(.notMessage, "a message has jsonrpc \"2.0\" and a method", id: id)
        }
        method = name
        if let params, !params.isObject {
            if id == nil { return nil }
            throw ProtocolError(.wrongParams, "params is not an object", id: id)
        }
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

    /// The id of the request, if it could be read.
    let id: JSON?
    /// The error as an object.
    let json: JSON

    init(_ code: Code, _ message: String, data: JSON? = nil, id: JSON? = nil) {
        self.id = id
        json = JSON([("code", JSON(code.rawValue)), ("message", JSON(message)), ("data", data)])
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
