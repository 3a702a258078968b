public import BoxOffice

extension Answer {
    /// Reads the body with `read`, which returns a value, or a refusal of the service as a failure.
    ///
    /// ```swift
    /// let rows: [Int?] = try answer.read(.json, or: { Fault(.malformed, "village-malformed", "\($0.reason)") }) {
    ///     root throws(Malformed) in
    ///     let fields = try root.fields()
    ///     if let text = try fields.text("error") {
    ///         return .failure(Fault(.keyRefused, "village-key", "the village refused the key (\(text))"))
    ///     }
    ///     return .success(try fields.items("rows") { row throws(Malformed) in try row.count("seats") })
    /// }
    /// ```
    ///
    /// - Parameters:
    ///   - form: the format of the body.
    ///   - fault: the fault of a body that cannot be read.
    ///   - read: reads the outermost object.
    /// - Throws: the refusal, the fault of a body that cannot be read, or the fault `overdue` if
    ///   reading takes longer than the host allows.
    public func read<Value>(
        _ form: Tree.Form, or fault: (Malformed) -> Fault,
        _ read: (Node) throws(Malformed) -> Result<Value, Fault>
    ) throws(Fault) -> Value {
        let outcome: Result<Value, Fault>
        do throws(Malformed) {
            outcome = try read(Tree(form, body, within: timeLimit).root)
        } catch {
            throw error == .overdue ? .overdue(after: timeLimit) : fault(error)
        }
        return try outcome.get()
    }
}
