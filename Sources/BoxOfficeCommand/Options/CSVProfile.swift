/// The readers that a CSV file is written for.
enum CSVProfile: String, Choice, Sendable {
    /// Programs.
    case machine
    /// Excel in Korean.
    case excel
}
