extension Column {
    /// The header in a document for readers: Korean, and short, if no language is chosen.
    public func readableHeader(_ language: Layout.Header?) -> String {
        switch language {
        case .none?: ""
        case .en?: name
        case .ko?, nil: shortKoreanHeader
        }
    }
}
