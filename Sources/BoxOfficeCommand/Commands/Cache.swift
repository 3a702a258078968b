internal import ArgumentParser
internal import BoxOffice
internal import Storage

/// `bo-export cache`: the archive of answers.
struct Cache: RunnableCommand {
    enum Action: String, Choice, Sendable {
        case status, prune, clear
    }

    static let configuration = CommandConfiguration(
        commandName: "cache", _superCommandName: "bo-export",
        abstract: .help(
            "cache", "The archive of answers: what it holds; prune it or clear it."),
        usage: "bo-export cache [ACTION] [OPTIONS]",
        discussion: .help(
            "cache.discussion",
            """
            'prune' removes what is damaged or outdated, 'clear' everything. Charts that are final \
            are never outdated: without them a long range of days would be asked for again.

            EXAMPLES
              bo-export cache status
              bo-export cache prune
            """))

    @Argument(help: ArgumentHelp("cache.action", "status, prune or clear.", valueName: "action"))
    var action = Action.status

    @OptionGroup(title: "Running") var running: RunningOptions

    func run(console: Console) async throws(Fault) -> Int32 {
        guard let folder = console.environment.archiveFolder,
            let archive = console.environment.archive
        else {
            throw Fault(
                .configuration, "no-archive",
                "there is no archive: neither XDG_CACHE_HOME nor HOME is set")
        }
        switch action {
        case .status:
            let status = try archive.status(on: CurrentProcess.now().dayInSeoul)
            try console.print("archive  \(folder)\n")
            for (name, portion) in status.services.sorted(by: { $0.key < $1.key }) {
                try console.print("\(name.padded(to: 8)) \(portion.text)\n")
            }
            try console.print("in all   \(status.total.text)\n")
            if status.strays > 0 {
                try console.print("left behind by runs that were killed: \(status.strays) files\n")
            }
        case .prune: try tell(try archive.prune(at: CurrentProcess.now()), console)
        case .clear: try tell(try archive.clear(), console)
        }
        return ExitStatus.success
    }

    private func tell(_ removal: ArchiveRemoval, _ console: Console) throws(Fault) {
        console.note(
            "archive-removed",
            "removed \(removal.files) files, \(removal.bytes.grouped(by: ",")) bytes")
    }
}

extension ArchiveStatus.Portion {
    /// `8,409 answers, 33,000,000 bytes, 8,400 good, 0 damaged, from … to …`.
    fileprivate var text: String {
        var text = "\(answers.grouped(by: ",")) answers, \(bytes.grouped(by: ",")) bytes, "
        text += "\(good.grouped(by: ",")) of use today, \(damaged) damaged"
        if let oldest, let newest { text += ", fetched \(oldest) to \(newest)" }
        return text
    }
}
