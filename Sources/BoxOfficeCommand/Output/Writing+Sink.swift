internal import BoxOffice
internal import Engine
internal import Storage

extension Writing {
    /// The file at `path` for a document of `plan`.
    ///
    /// A document that goes on behind a state may be without rows: then it has the state.
    func sink(at path: String, of plan: Plan, tidies: Bool = true) throws(Fault) -> FileSink {
        try FileSink(
            at: path, allowsEmpty: output.allowEmpty || plan.bookmarks != nil, tidies: tidies,
            addsWithin: timeout)
    }
}
