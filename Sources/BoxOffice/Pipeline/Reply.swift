/// What came of a question, on its way into a document.
enum Reply: Sendable {
    /// Rows that are still to be written, and what is to be asked after them.
    case page(Page, about: Subject, next: Question?)
    /// Rows that are written already.
    case written(WrittenRows, about: Subject)
    /// Nothing, and why.
    case missing(Fault, about: Subject)
}
