/// The result of a question, on its way into a document.
enum Reply: Sendable {
    /// Rows that are not written yet, and the next question.
    case page(Page, about: Subject, next: Question?)
    /// Rows that are already written.
    case written(WrittenRows, about: Subject)
    /// No rows, and the reason.
    case missing(Fault, about: Subject)
}
