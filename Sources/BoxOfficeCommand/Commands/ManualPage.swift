internal import ArgumentParser
internal import BoxOffice

/// `bo-export man`: the manual page.
struct ManualPage: RunnableCommand {
    static let configuration = CommandConfiguration(
        commandName: "man", _superCommandName: "bo-export",
        abstract: .help("man", "The manual page; 'bo-export man | man -l -' shows it."),
        usage: "bo-export man [OPTIONS]",
        discussion: .help(
            "man.discussion",
            """
            Prints the page bo-export(1) in mdoc, made from the same declarations as the help.

            EXAMPLES
              bo-export man | man -l -
              bo-export man > ~/.local/share/man/man1/bo-export.1
            """))

    @OptionGroup(title: "Running") var running: RunningOptions

    func run(console: Console) async throws(Fault) -> Int32 {
        let manual = try Manual(services: console.environment.services, in: .currentHelp)
        try console.print(manual.mdoc)
        return ExitStatus.success
    }
}
