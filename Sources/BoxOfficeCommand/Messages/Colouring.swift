internal import BoxOffice

/// Whether what is printed has colours, as `--color` says.
enum Colouring: String, CaseIterable, Sendable {
    case auto, always, never

    /// Where a document is looked at.
    ///
    /// `--color` is heard first, then `NO_COLOR`, then `FORCE_COLOR` or `CLICOLOR_FORCE`, then
    /// `TERM`. A variable does not put colours into a file or pipe: machines that set them for
    /// everything they run would find them in their reports.
    func medium(isTerminal: Bool, _ environment: Environment) -> Layout.Medium {
        let width = isTerminal ? CurrentProcess.terminalWidth : nil
        return switch self {
        case .always: .terminal(colours: true, width: width)
        case _ where !isTerminal: .file
        case .never: .terminal(colours: false, width: width)
        case .auto: .terminal(colours: wantsColours(environment), width: width)
        }
    }

    private func wantsColours(_ environment: Environment) -> Bool {
        if environment["NO_COLOR"] != nil { return false }
        let forced = ["FORCE_COLOR", "CLICOLOR_FORCE"].compactMap { environment[$0] }
        if forced.contains(where: { $0 != "0" && $0 != "false" }) { return true }
        return environment["TERM"].map { $0 != "dumb" } ?? false
    }
}
