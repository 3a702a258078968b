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
            func line(_ name: Message, _ message: Message) throws(Fault) {
                let name = console.text(of: name).padded(to: 8)
                try console.print("\(name) \(console.text(of: message))\n")
            }
            try line(Message("cache.archive", "archive"), Message(folder))
            for (name, portion) in status.services.sorted(by: { $0.key < $1.key }) {
                try line(Message(name), portion.wording)
            }
            try line(Message("cache.total", "in all"), status.total.wording)
            if status.strays > 0 {
                let strays = Message(
                    "cache-strays",
                    "files left behind by runs that were killed: \(status.strays)")
                try console.print("\(console.text(of: strays))\n")
            }
        case .prune: try tell(try archive.prune(at: CurrentProcess.now()), console)
        case .clear: try tell(try archive.clear(), console)
        }
        return ExitStatus.success
    }

    private func tell(_ removal: ArchiveRemoval, _ console: Console) throws(Fault) {
        console.note(
            "archive-removed",
            "files removed: \(removal.files), bytes: \(removal.bytes.grouped(by: ","))")
    }
}

extension ArchiveStatus.Portion {
    /// `8,409 answers, 33,000,000 bytes, 8,400 of use today, 0 damaged, fetched … to …`.
    fileprivate var wording: Message {
        var fetched: Message = ""
        if let oldest, let newest {
            fetched = Message("cache-fetched", ", fetched \(oldest) to \(newest)")
        }
        return Message(
            "cache-portion",
            "\(answers.grouped(by: ",")) answers, \(bytes.grouped(by: ",")) bytes, \(good.grouped(by: ",")) of use today, \(damaged) damaged\(fetched)"
        )
    }
}
