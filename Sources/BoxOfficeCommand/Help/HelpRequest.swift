internal import ArgumentParser
internal import BoxOffice

/// The help page that the arguments ask for.
///
/// Only the parser knows which command that is. It answers with a page of its own, which names the
/// command by its usage; that is looked up here.
struct HelpRequest {
    /// The command; nil for the whole program.
    private let command: DescribedCommand?

    /// Reads the parser's `answer`; nil if it is no help page, but the version or what a completion
    /// script asked for.
    ///
    /// - Throws: a ``Fault`` of kind `bug` if the parser's description is not what it used to be.
    init?(answer: String) throws(Fault) {
        guard let usage = Self.usage(in: answer) else { return nil }
        for type in BOExport.configuration.subcommands {
            let parts = type.configuration.subcommands
            let standard = type.configuration.defaultSubcommand
            // The command that stands for a group has the page of the group.
            if [type.configuration.usage, standard?.configuration.usage].contains(usage) {
                command = try DescribedCommand(type)
                return
            }
            if let part = parts.first(where: { $0.configuration.usage == usage }) {
                command = try DescribedCommand(part, of: type)
                return
            }
        }
        command = nil
    }

    /// The usage that a page of the parser names.
    private static func usage(in page: String) -> String? {
        let title = "USAGE: "
        let lines = page.split(separator: "\n", omittingEmptySubsequences: false)
        guard let first = lines.firstIndex(where: { $0.hasPrefix(title) }) else { return nil }
        let usage = lines[first...].prefix { !$0.isEmpty }
        return usage.map { $0.dropFirst(title.count) }.joined(separator: "\n")
    }

    /// The page in the language of `catalogue`.
    func page(in catalogue: Catalogue) -> String {
        command.map { CommandHelp(of: $0).text(in: catalogue) } ?? ProgramHelp.text(in: catalogue)
    }
}
