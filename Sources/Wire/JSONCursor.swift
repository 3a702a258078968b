internal import CSimdjson

/// A cursor over JSON, on simdjson.
@safe package struct JSONCursor: Cursor, ~Copyable {
    private let json: OpaquePointer  // Closed in `deinit`, once.

    private init(_ bytes: Span<UInt8>) throws(Malformed) {
        // simdjson copies the bytes, for it reads a little beyond their end.
        let opened = unsafe bytes.withUnsafeBufferPointer { bytes in
            unsafe bo_json_open(bytes.baseAddress, bytes.count)
        }
        guard let opened = unsafe opened else { throw .noMemory }
        unsafe json = opened
    }

    deinit {
        unsafe bo_json_close(json)
    }

    /// Lends a cursor on the outermost object of `bytes` to `body`.
    ///
    /// - Throws: ``Malformed`` where `bytes` are not one JSON object from beginning to end.
    package static func read<Result>(
        _ bytes: [UInt8], _ body: (inout JSONCursor) throws(Malformed) -> Result
    ) throws(Malformed) -> Result {
        var cursor = try JSONCursor(bytes.span)
        let result = try body(&cursor)
        guard unsafe bo_json_finish(cursor.json) == bo_json_ok else {
            throw Malformed("something follows the end of the JSON")
        }
        return result
    }

    package mutating func enterObject() throws(Malformed) -> Bool {
        try unsafe check(bo_json_enter_object(json)) == bo_json_ok
    }

    package mutating func enterList() throws(Malformed) -> Bool {
        try unsafe check(bo_json_enter_list(json)) == bo_json_ok
    }

    package mutating func nextField(
        of names: FieldNames, expecting guess: Int
    ) throws(Malformed) -> NextField {
        var name: UnsafePointer<CChar>?  // Owned by simdjson until the next step.
        var length = 0
        let step = try unsafe check(bo_json_next_field(json, &name, &length))
        guard step == bo_json_ok else { return .end }
        let place = unsafe withBytes(name, length) { names.place(of: $0, expecting: guess) }
        return place.map(NextField.known) ?? .unknown
    }

    package mutating func nextItem() throws(Malformed) -> Bool {
        try unsafe check(bo_json_next_item(json)) == bo_json_ok
    }

    package mutating func text(into bytes: inout [UInt8]) throws(Malformed) {
        var text: UnsafePointer<CChar>?  // Owned by simdjson; copied here.
        var length = 0
        guard try unsafe check(bo_json_text(json, &text, &length)) == bo_json_ok else { return }
        unsafe bytes.append(contentsOf: UnsafeRawBufferPointer(start: text, count: length))
    }

    package mutating func skip() throws(Malformed) {
        _ = try unsafe check(bo_json_skip(json))
    }

    /// Steps to the next field of the object entered last and gives its name; nil at the object's
    /// end, and the cursor is out.
    mutating func nextName() throws(Malformed) -> String? {
        var name: UnsafePointer<CChar>?  // Owned by simdjson until the next step; copied here.
        var length = 0
        let step = try unsafe check(bo_json_next_field(json, &name, &length))
        guard step == bo_json_ok else { return nil }
        return unsafe String(
            decoding: UnsafeRawBufferPointer(start: name, count: length), as: UTF8.self)
    }

    /// The value that the cursor stands on with all that is in it.
    mutating func value() throws(Malformed) -> JSONValue {
        switch unsafe bo_json_look(json) {
        case bo_json_kind_boolean:
            return .boolean(try unsafe check(bo_json_boolean(json)) == bo_json_ok)
        case bo_json_kind_number: return .number(try text())
        case bo_json_kind_text: return .text(try text())
        case bo_json_kind_list:
            var items: [JSONValue] = []
            try list { cursor throws(Malformed) in items.append(try cursor.value()) }
            return .list(items)
        case bo_json_kind_object: return .object(try members())
        default:
            try skip()
            return .null
        }
    }

    /// The fields of the object that the cursor stands on, in their order.
    mutating func members() throws(Malformed) -> [JSONValue.Member] {
        var members: [JSONValue.Member] = []
        guard try enterObject() else { return members }
        while let name = try nextName() {
            // A row has the fields of the row before, mostly a few dozen: a set would cost more.
            guard !members.contains(where: { $0.name == name }) else {
                throw Malformed("the field '\(name)' is there twice")
            }
            members.append(JSONValue.Member(name: name, value: try value()))
        }
        return members
    }

    private mutating func text() throws(Malformed) -> String {
        var bytes: [UInt8] = []
        try text(into: &bytes)
        return String(decoding: bytes, as: UTF8.self)
    }

    private func check(_ step: bo_json_step) throws(Malformed) -> bo_json_step {
        switch step {
        case bo_json_end, bo_json_ok, bo_json_null: return step
        case bo_json_too_deep: throw Malformed("the JSON is nested too deep")
        case bo_json_not_an_object: throw Malformed("the JSON has something else than an object")
        case bo_json_not_a_list: throw Malformed("the JSON has something else than a list")
        case bo_json_not_text: throw Malformed("the JSON has a list or an object for a text")
        case bo_json_no_memory: throw .noMemory
        default: throw Malformed("the JSON is broken")
        }
    }
}

/// Lends `count` bytes at `start` as a span.
func withBytes<Result>(
    _ start: UnsafePointer<CChar>?, _ count: Int, _ body: (Span<UInt8>) -> Result
) -> Result {
    let bytes = unsafe UnsafeRawBufferPointer(start: start, count: count)
    return unsafe bytes.withMemoryRebound(to: UInt8.self) { unsafe body($0.span) }
}

extension Malformed {
    static let noMemory = Malformed("there is no memory to read it")
}
