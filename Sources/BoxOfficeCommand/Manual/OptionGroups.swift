internal import BoxOffice

/// The options of all commands, each once, in groups of those that the same commands have.
struct OptionGroups {
    /// Options that belong together.
    struct Group {
        /// The title in the help; nil for options that are in no group there.
        let title: Message?
        /// The commands that have them.
        let commands: [String]
        /// The options.
        var options: [DescribedArgument]
    }

    /// The groups in the order of the help.
    private(set) var groups: [Group] = []

    /// Collects the options of `commands`.
    init(of commands: [DescribedCommand]) {
        var options: [DescribedArgument] = []
        var owners: [DescribedArgument: [String]] = [:]
        for command in commands {
            for option in command.arguments where !option.names.isEmpty {
                if owners[option] == nil { options.append(option) }
                owners[option, default: []].append(command.name)
            }
        }
        for option in options {
            let commands = owners[option] ?? []
            let index = groups.firstIndex { group in
                group.title == option.group && group.commands == commands
            }
            if let index {
                groups[index].options.append(option)
            } else {
                groups.append(
                    Group(title: option.group, commands: commands, options: [option]))
            }
        }
        // What every command has comes last, as in the help.
        groups =
            groups.filter { $0.commands.count < commands.count }
            + groups.filter { $0.commands.count == commands.count }
    }
}
