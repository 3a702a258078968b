internal import BoxOffice
internal import CDatabase

/// A statement that is run for many rows.
@safe struct Statement: ~Copyable {
    /// Freed once, in `deinit`.
    private let handle: OpaquePointer
    /// Holds what is written before SQLite copies it.
    private var scratch = ByteBuffer(room: 64)

    /// The path of the attached database, for messages.
    private let path: String?

    /// Takes the statement over.
    init(handle: OpaquePointer, path: String?) {
        unsafe self.handle = handle
        self.path = path
    }

    deinit {
        unsafe bo_statement_drop(handle)
    }

    /// Sets the parameter at `index`, which counts from 0.
    mutating func set(_ value: Value, at index: Int) throws(Fault) {
        switch value {
        case .missing: try check(unsafe bo_statement_set_missing(handle, Int32(index + 1)))
        case .text(let text): try set(text, at: index)
        case .integer(let number): try set(number, at: index)
        case .percent(let percent): try set(Double(percent.tenths) / 10, at: index)
        case .decimal(let decimal): try set(Double(decimal.tenths) / 10, at: index)
        case .fraction(let fraction): try set(Double(fraction.hundredths) / 100, at: index)
        case .boolean(let flag): try set(flag ? 1 : 0, at: index)
        case .date(let day):
            scratch.removeAll()
            scratch.append(day)
            try setScratch(at: index)
        case .list(let texts):
            scratch.removeAll()
            scratch.append(json: .list(texts))
            try setScratch(at: index)
        }
    }

    /// Sets the parameter at `index` to a text.
    mutating func set(_ text: String, at index: Int) throws(Fault) {
        try set(text.utf8Span.span, at: index)
    }

    /// Sets the parameter at `index` to a whole number.
    mutating func set(_ number: Int, at index: Int) throws(Fault) {
        try check(unsafe bo_statement_set_integer(handle, Int32(index + 1), Int64(number)))
    }

    private func set(_ number: Double, at index: Int) throws(Fault) {
        try check(unsafe bo_statement_set_real(handle, Int32(index + 1), number))
    }

    private func setScratch(at index: Int) throws(Fault) {
        try scratch.withBytes { bytes throws(Fault) in try set(bytes, at: index) }
    }

    /// SQLite copies the text.
    private func set(_ text: Span<UInt8>, at index: Int) throws(Fault) {
        let status = unsafe text.withUnsafeBufferPointer {
            unsafe bo_statement_set_text(handle, Int32(index + 1), $0.baseAddress, $0.count)
        }
        try check(status)
    }

    /// Runs the statement with the values that were set.
    ///
    /// - Returns: whether the row is new; false if there is one with its key already.
    func insert() throws(Fault) -> Bool {
        let status = unsafe bo_statement_run(handle)
        guard status != bo_database_key_twice else { return false }
        try check(status)
        return true
    }

    /// Goes to the next row; false behind the last, and the statement can be run again.
    func next() throws(Fault) -> Bool {
        let status = unsafe bo_statement_step(handle)
        guard status != bo_database_row else { return true }
        try check(status)
        return false
    }

    /// How many columns the rows have.
    var columns: Int { Int(unsafe bo_statement_columns(handle)) }

    /// The whole number at `index` of the row, which counts from 0.
    func integer(at index: Int) -> Int { Int(unsafe bo_statement_integer(handle, Int32(index))) }

    /// The value at `index` of the row as text; empty for a missing value.
    func text(at index: Int) -> String {
        unsafe String(cString: bo_statement_text(handle, Int32(index)))
    }

    private func check(_ status: bo_database_status) throws(Fault) {
        guard status != bo_database_ok else { return }
        let database = unsafe bo_statement_database(handle)
        throw .database(unsafe DatabaseTrouble(status, of: database), path)
    }
}
