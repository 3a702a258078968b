internal import BoxOffice
internal import Wire

/// The rows of JSON: objects, one a line or in a list, or answers of the Open API as somebody saved
/// them.
struct JSONRows {
    /// A field of a row.
    typealias Fields = [JSONValue.Member]

    let file: OpenedFile

    /// Passes the fields of every row to `body`, with the number of the line on which its object
    /// begins.
    ///
    /// - Returns: the number of answers without rows.
    /// - Throws: the faults of `body`, and a ``Fault`` of kind `malformed` for anything else than
    ///   objects.
    func forEach(_ body: (Fields, Int) throws(Fault) -> Void) throws(Fault) -> Int {
        var scanner = ObjectScanner()
        var empty = 0
        var next = 0
        while next < file.size {
            let end = min(next + (256 << 10), file.size)
            for byte in try file.bytes(next..<end) {
                guard let object = try scanner.add(byte, in: file) else { continue }
                let line = scanner.firstLine
                let rows: [Fields]?
                do throws(Fault) {
                    rows = try Self.rows(in: object)
                } catch {
                    throw error.about(file.place(line))
                }
                if rows?.isEmpty == true { empty += 1 }
                for fields in rows ?? [] { try body(fields, line) }
            }
            next = end
        }
        guard scanner.isDone else { throw Fault.notAnObject.about(file.place(scanner.openLine)) }
        return empty
    }

    /// Returns the names of the fields of all rows in the order in which they first occur, each
    /// with the line of its first row.
    ///
    /// - Throws: the faults of ``forEach(_:)``, and a ``Fault`` of kind `malformed` for more fields
    ///   than a table has columns.
    func names() throws(Fault) -> [(name: String, line: Int)] {
        var names: [(name: String, line: Int)] = []
        var known: Set<String> = []
        _ = try forEach { fields, line throws(Fault) in
            for field in fields where known.insert(field.name).inserted {
                guard names.count < GridRow.maxCells else {
                    throw Fault.manyCells.about(file.place(line))
                }
                names.append((field.name, line))
            }
        }
        return names
    }

    /// Returns the rows in an object: those of an answer of the Open API, or the object itself; nil
    /// for the object with the columns that a jsonl of ours may begin with.
    private static func rows(in bytes: [UInt8]) throws(Fault) -> [Fields]? {
        guard let object = try? JSONValue(objectIn: bytes), case .object(let members) = object
        else { throw .notAnObject }
        if let fault = object["faultInfo"] {
            guard case .text(let text)? = fault["message"] else { throw .refusal("") }
            throw .refusal(text)
        }
        guard case .object(let result)? = object["boxOfficeResult"] else {
            if members.count == 1, case .list(let columns)? = object["columns"], !columns.isEmpty,
                columns.allSatisfy({ $0["name"] != nil && $0["type"] != nil })
            {
                return nil
            }
            // A frame that was saved by columns, or with its index.
            guard members.isEmpty || !members.allSatisfy(\.value.isComposite) else {
                throw .notARow
            }
            return [members]
        }
        let common = result.filter { if case .list = $0.value { false } else { true } }
        var rows: [Fields] = []
        for case .list(let items) in result.map(\.value) {
            for item in items {
                guard case .object(let fields) = item else { throw .notAnObject }
                rows.append(common + fields)
            }
        }
        return rows
    }

    /// Returns the cell of a value; nil for an object, and for a list of anything but texts.
    static func cell(of value: JSONValue) -> GridCell? {
        switch value {
        case .null: return .missing
        case .boolean(let boolean): return .boolean(boolean)
        case .number(let digits): return .number(digits)
        case .text(let text): return .text(text, isQuoted: true)
        case .list: return value.textItems.map(GridCell.list)
        case .object: return nil
        }
    }
}

extension TableReader {
    /// Begins the table of JSON whose rows have the fields `names`, each first on its line.
    ///
    /// Its columns are those of all rows, because a field may tell what others mean.
    mutating func begin(_ names: [(name: String, line: Int)], of file: OpenedFile) throws(Fault) {
        var form = TableForm()
        var place = name
        do throws(Fault) {
            let own = try columns(of: names.map(\.name))
            for (field, column) in zip(names, own) {
                place = file.place(field.line)
                try form.add(column, field.name)
            }
        } catch {
            throw error.about(place)
        }
        try begin(form, at: name)
    }

    /// Adds a row of JSON.
    mutating func add(_ fields: JSONRows.Fields, at place: Place) throws(Fault) {
        do throws(Fault) {
            try take(fields, place)
        } catch {
            throw error.kind == .malformed ? error.about(place()) : error
        }
    }

    private mutating func take(_ fields: JSONRows.Fields, _ place: Place) throws(Fault) {
        guard let form = forms.last else { return }
        var values: [Value] = []
        var share: Share?
        var seen: Set<Int> = []
        for field in fields {
            guard let index = form.index(ofField: field.name) else { continue }
            guard seen.insert(index).inserted else { throw .columnTwice(field.name) }
            guard let cell = JSONRows.cell(of: field.value) else {
                throw .notOfItsType("{…}", form.columns[index].column)
            }
            if index >= values.count {
                values += repeatElement(Value.missing, count: index + 1 - values.count)
            }
            values[index] = try value(of: cell, at: index, of: form, &share)
        }
        try add(values, share, place)
    }
}

/// A scanner that finds the objects of JSON that are in no other object.
private struct ObjectScanner {
    /// The line that is being read, and that on which the last object began.
    private(set) var line = 1
    private(set) var firstLine = 1
    private var object: [UInt8] = []
    private var depth = 0
    private var isList = false
    /// True after the list has ended.
    private var isClosed = false
    private var isText = false
    private var isEscaped = false

    /// The line of what is left open.
    var openLine: Int { depth > 0 ? firstLine : line }

    /// True if nothing is left open.
    var isDone: Bool { depth == 0 && isList == isClosed }

    /// Takes a byte, and returns the object that ends with it.
    mutating func add(_ byte: UInt8, in file: OpenedFile) throws(Fault) -> [UInt8]? {
        if byte == UInt8(ascii: "\n") { line += 1 }
        if depth > 0 {
            object.append(byte)
            guard object.count <= GridRow.maxBytes else {
                throw Fault.longRow.about(file.place(firstLine))
            }
        }
        if isText {
            if byte == UInt8(ascii: "\""), !isEscaped { isText = false }
            isEscaped = byte == UInt8(ascii: "\\") && !isEscaped
            return nil
        }
        switch byte {
        case UInt8(ascii: "{"):
            if depth == 0 {
                guard !isClosed else { break }
                (object, firstLine) = ([byte], line)
            }
            depth += 1
            return nil
        case UInt8(ascii: "}") where depth > 0:
            depth -= 1
            return depth == 0 ? object : nil
        case UInt8(ascii: "\"") where depth > 0:
            isText = true
            return nil
        case UInt8(ascii: "[") where depth == 0 && !isList && object.isEmpty:
            isList = true
            return nil
        case UInt8(ascii: "]") where depth == 0 && isList && !isClosed:
            isClosed = true
            return nil
        case UInt8(ascii: ",") where depth == 0 && isList && !isClosed: return nil
        default:
            if depth > 0 || " \t\r\n".utf8.contains(byte) { return nil }
        }
        throw Fault.notAnObject.about(file.place(line))
    }
}

extension JSONValue {
    /// True for lists and objects.
    fileprivate var isComposite: Bool {
        switch self {
        case .list, .object: true
        default: false
        }
    }
}

extension Fault {
    fileprivate static let notAnObject = Fault(
        .malformed, "table-json", "this is not one JSON object with each field once")

    fileprivate static let notARow = Fault(
        .malformed, "table-json-no-row",
        "this is no row: each field of the object has several values",
        hint: "JSON is read by rows; pandas writes them with orient='records'")

    fileprivate static func refusal(_ message: String) -> Fault {
        Fault(
            .malformed, "table-refusal",
            "it is a refusal of the Open API and no chart: '\(message.excerpt)'")
    }
}
