package import BoxOffice

/// Keeps answers that have been read successfully.
package protocol AnswerRecorder: Sendable {
    /// Keeps `answer`, which was read successfully.
    ///
    /// - Throws: a ``Fault`` of kind `cannotCreate` or `cannotWrite`.
    func store(_ answer: Answer, to request: Request) throws(Fault)
}
